import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

/** Kick shows a host without port and application, which ffmpeg would leave empty. */
function serverOf(typed: string): string {
  const full = addProtocol(typed, 'rtmps://').replace(/(?<!\/)\/+$/, '');
  const [, host = full, port = ':443', path = '/app'] = /^([a-z]+:\/\/[^/:]+)(:\d+)?(\/.*)?$/.exec(full) ?? [];
  return `${host}${port}${path}`;
}

export const kick = defineService({
  id: 'kick',
  name: 'Kick',
  category: 'platform',
  requires: { protocols: ['rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://kick.com/dashboard/settings/stream',
  docs: 'https://help.kick.com/en/articles/7066931-how-to-stream-on-kick-com',
  fields: {
    server_url: serverUrlField('server_url', 'rtmps', {
      placeholder: 'rtmps://your-id.global-contribute.live-video.net',
    }),
    stream_key: streamKeyField(),
  },
  outputs: ({ server_url, stream_key }) => [flvOutput(serverOf(server_url), stream_key)],
});

const at = (server_url: string) => ({ server_url, stream_key: 'KEY' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  {
    given: at('rtmps://x.global-contribute.live-video.net'),
    expect: sent('rtmps://x.global-contribute.live-video.net:443/app/KEY'),
  },
  { given: at(' RTMPS://x.example:443/app/ '), expect: sent('rtmps://x.example:443/app/KEY') },
  { given: at('x.example:1443'), expect: sent('rtmps://x.example:1443/app/KEY') },
  { given: at('x.example/live'), expect: sent('rtmps://x.example:443/live/KEY') },
];
