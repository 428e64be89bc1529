import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService, type Service } from '../form/defineCatalogEntry.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { streamKeyField } from './helpers/rtmpFields.ts';

interface KeyedPlatform {
  id: string;
  name: string;
  server: string;
  keyPage?: string;
  docs?: string;
}

/** A platform with one server, whose only setting is the stream key. */
const streamKeyPlatform = ({ server, ...platform }: KeyedPlatform): Service =>
  defineService({
    ...platform,
    category: 'platform',
    requires: {
      protocols: [server.startsWith('rtmps:') ? 'rtmps' : 'rtmp'],
      formats: ['flv'],
      video: ['h264'],
      audio: ['aac', 'mp3'],
    },
    fields: { key: streamKeyField() },
    outputs: ({ key }) => [flvOutput(server, key)],
  });

/** @param server the whole address up to the key; @param typed a key of this platform as somebody may paste it, and as it is sent */
const keyedExamples = (server: string, [typed, sent]: readonly [string, string]): ServiceExample[] => [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: `${server}KEY`, options: ['-f', 'flv'] }] },
  { given: { key: typed, left: 'over' }, expect: [{ address: `${server}${sent}`, options: ['-f', 'flv'] }] },
];

const PRODUCER = 'https://about.instagram.com/blog/tips-and-tricks/instagram-live-producer';

export const instagram = streamKeyPlatform({
  id: 'instagram',
  name: 'Instagram',
  server: 'rtmps://live-upload.instagram.com:443/rtmp',
  keyPage: PRODUCER,
  docs: PRODUCER,
});

export const vimeo = streamKeyPlatform({
  id: 'vimeo',
  name: 'Vimeo',
  server: 'rtmp://rtmp-global.cloud.vimeo.com/live',
  docs: 'https://help.vimeo.com/hc/en-us/articles/35052933757073-About-streaming-protocols-supported-by-Vimeo',
});

export const dlive = streamKeyPlatform({
  id: 'dlive',
  name: 'DLive',
  server: 'rtmp://stream.dlive.tv/live',
  keyPage: 'https://dlive.tv/s/dashboard',
});

export const trovo = streamKeyPlatform({
  id: 'trovo',
  name: 'Trovo',
  server: 'rtmp://livepush.trovo.live/live',
  keyPage: 'https://studio.trovo.live/mychannel/stream',
});

export const medianetwork = streamKeyPlatform({
  id: 'medianetwork',
  name: 'Media Network',
  server: 'rtmp://ingest.mediaserver.express/live',
  keyPage: 'https://www.mediaserver.express/',
});

export const examples: Record<string, ServiceExample[]> = {
  instagram: keyedExamples('rtmps://live-upload.instagram.com:443/rtmp/', ['IG-1?s_bl=1&s_sc=2', 'IG-1?s_bl=1&s_sc=2']),
  vimeo: keyedExamples('rtmp://rtmp-global.cloud.vimeo.com/live/', [' K?token=a&b=c ', 'K?token=a&b=c']),
  dlive: keyedExamples('rtmp://stream.dlive.tv/live/', [' /KEY?a=b ', 'KEY?a=b']),
  trovo: keyedExamples('rtmp://livepush.trovo.live/live/', [
    '73846_1?bizid=1&txSecret=2',
    '73846_1?bizid=1&txSecret=2',
  ]),
  medianetwork: keyedExamples('rtmp://ingest.mediaserver.express/live/', [' K:1 ', 'K:1']),
};
