import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService, type Service } from '../form/defineCatalogEntry.ts';
import { hidden, type TextField } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

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

type ServerPlatform = Pick<Service, 'id' | 'name' | 'category' | 'docs'> & {
  keyPage?: string;
  server: string;
  field: Partial<TextField> & Pick<TextField, 'placeholder'>;
  protocols: 'rtmp' | 'rtmps' | 'both';
  audio?: readonly string[];
};

function serverAndKeyPlatform({ server, field, protocols, audio = ['aac', 'mp3'], ...platform }: ServerPlatform) {
  const usual = protocols === 'rtmps' ? 'rtmps://' : 'rtmp://';
  return defineService({
    ...platform,
    requires: {
      protocols: protocols === 'both' ? ['rtmp', 'rtmps'] : [protocols],
      formats: ['flv'],
      video: ['h264'],
      audio,
    },
    fields: {
      ...(protocols === 'both' ? {} : { protocol: hidden({ default: usual }) }),
      [server]: serverUrlField(server, protocols, field),
      stream_key: streamKeyField(),
    },
    outputs: (settings) => [
      flvOutput(addProtocol(String(valueAt(settings, server)), usual), String(valueAt(settings, 'stream_key'))),
    ],
  });
}

const serverExamples = (
  server: string,
  ...rows: readonly (readonly [typed: string, key: string, address: string, ...options: string[]])[]
): ServiceExample[] => [
  { given: {}, expect: [] },
  ...rows.map(([typed, stream_key, address, ...options]) => ({
    given: { [server]: typed, stream_key },
    expect: [{ address, options: ['-f', 'flv', ...options] }],
  })),
];

export const telegram = serverAndKeyPlatform({
  id: 'telegram',
  name: 'Telegram',
  category: 'platform',
  protocols: 'rtmps',
  server: 'stream_url',
  field: { placeholder: 'rtmps://dc4-1.rtmp.t.me/s/' },
});

export const dailymotion = serverAndKeyPlatform({
  id: 'dailymotion',
  name: 'Dailymotion',
  category: 'platform',
  docs: 'https://faq.dailymotion.com/hc/en-us/articles/115009103088',
  protocols: 'both',
  audio: ['aac'],
  server: 'server_url',
  field: { placeholder: 'rtmp://publish.dailymotion.com/publish-dm' },
});

export const rumble = serverAndKeyPlatform({
  id: 'rumble',
  name: 'Rumble',
  category: 'platform',
  keyPage: 'https://rumble.com/account/live-streaming',
  protocols: 'both',
  server: 'server_url',
  field: { placeholder: 'rtmp://abc.live.rmbl.ws/slot-1234' },
});

export const cdn77 = serverAndKeyPlatform({
  id: 'cdn77',
  name: 'CDN77',
  category: 'platform',
  docs: 'https://client.cdn77.com/support/knowledgebase/streaming/ls_general_setup',
  protocols: 'rtmp',
  server: 'stream_url',
  field: { label: msg('Stream URL'), placeholder: 'push-1.cdn77.com/static/' },
});

export const owncast = serverAndKeyPlatform({
  id: 'owncast',
  name: 'Owncast',
  category: 'software',
  docs: 'https://owncast.online/quickstart/startstreaming/',
  protocols: 'rtmp',
  server: 'server_url',
  field: { placeholder: 'live.example.com:1935/live' },
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
  telegram: [
    ...serverExamples(
      'stream_url',
      ['dc4-1.rtmp.t.me/s/', '1:ABC', 'rtmps://dc4-1.rtmp.t.me/s/1:ABC'],
      [' RTMPS://dc4-1.rtmp.t.me/s', ' 1:ABC ', 'rtmps://dc4-1.rtmp.t.me/s/1:ABC'],
    ),
    { given: { stream_url: 'dc4-1.rtmp.t.me/s/' }, expect: [] },
  ],
  dailymotion: serverExamples(
    'server_url',
    ['rtmp://publish.example/publish-dm', 'KEY', 'rtmp://publish.example/publish-dm/KEY'],
    ['rtmps://p.example/a/b/', 'KEY?x=1', 'rtmps://p.example/a/b/KEY?x=1'],
    ['rtmp://p.example', 'KEY', 'rtmp://p.example/', '-rtmp_playpath', 'KEY'],
  ),
  rumble: serverExamples(
    'server_url',
    ['rtmp://r.example/slot-1', 'KEY', 'rtmp://r.example/slot-1/KEY'],
    ['rtmps://r.example/slot-1/', '/KEY', 'rtmps://r.example/slot-1/KEY'],
    ['r.example/slot-1', 'KEY', 'rtmp://r.example/slot-1/KEY'],
  ),
  cdn77: serverExamples(
    'stream_url',
    ['push.example/static/', 'KEY', 'rtmp://push.example/static/KEY'],
    ['RTMP://push.example/static', 'KEY', 'rtmp://push.example/static/KEY'],
  ),
  owncast: serverExamples(
    'server_url',
    ['yourserver/live', 'KEY', 'rtmp://yourserver/live/KEY'],
    [' rtmp://yourserver:1936/live/ ', 'KEY', 'rtmp://yourserver:1936/live/KEY'],
  ),
};
