import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden } from '../form/fields.ts';
import { flvTo, serverAt } from '../joinStreamKey.ts';
import { serverUrl, streamKey } from '../rtmpFields.ts';

export const telegram = defineService({
  id: 'telegram',
  name: 'Telegram',
  category: 'platform',
  requires: { protocols: ['rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields: {
    protocol: hidden({ default: 'rtmps://' }),
    stream_url: serverUrl('stream_url', 'rtmps', { placeholder: 'rtmps://dc4-1.rtmp.t.me/s/' }),
    stream_key: streamKey(),
  },
  outputs: ({ stream_url, stream_key }) => [flvTo(serverAt(stream_url, 'rtmps://'), stream_key)],
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_url: 'dc4-1.rtmp.t.me/s/' }, expect: [] },
  { given: { stream_url: 'dc4-1.rtmp.t.me/s/', stream_key: '1:ABC' }, expect: sent('rtmps://dc4-1.rtmp.t.me/s/1:ABC') },
  {
    given: { stream_url: ' RTMPS://dc4-1.rtmp.t.me/s', stream_key: ' 1:ABC ' },
    expect: sent('rtmps://dc4-1.rtmp.t.me/s/1:ABC'),
  },
];
