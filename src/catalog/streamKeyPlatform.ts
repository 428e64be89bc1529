import type { ServiceExample } from './form/argumentExampleTypes.ts';
import { defineService, type Service } from './form/defineCatalogEntry.ts';
import { flvTo } from './joinStreamKey.ts';
import { streamKey } from './rtmpFields.ts';

interface KeyedPlatform {
  id: string;
  name: string;
  server: string;
  keyPage?: string;
  docs?: string;
}

/** A platform with one server, whose only setting is the stream key. */
export const streamKeyPlatform = ({ server, ...platform }: KeyedPlatform): Service =>
  defineService({
    ...platform,
    category: 'platform',
    requires: {
      protocols: [server.startsWith('rtmps:') ? 'rtmps' : 'rtmp'],
      formats: ['flv'],
      video: ['h264'],
      audio: ['aac', 'mp3'],
    },
    fields: { key: streamKey() },
    outputs: ({ key }) => [flvTo(server, key)],
  });

/** @param server the whole address up to the key; @param typed a key of this platform as somebody may paste it, and as it is sent */
export const keyedExamples = (server: string, [typed, sent]: readonly [string, string]): ServiceExample[] => [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: `${server}KEY`, options: ['-f', 'flv'] }] },
  { given: { key: typed, left: 'over' }, expect: [{ address: `${server}${sent}`, options: ['-f', 'flv'] }] },
];
