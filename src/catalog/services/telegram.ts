import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

export const telegram = defineService({
  id: 'telegram',
  name: 'Telegram',
  category: 'platform',
  requires: { protocols: ['rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields: {
    protocol: hidden({ default: 'rtmps://' }),
    stream_url: serverUrlField('stream_url', 'rtmps', { placeholder: 'rtmps://dc4-1.rtmp.t.me/s/' }),
    stream_key: streamKeyField(),
  },
  outputs: ({ stream_url, stream_key }) => [flvOutput(addProtocol(stream_url, 'rtmps://'), stream_key)],
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
