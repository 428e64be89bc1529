import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

export const dailymotion = defineService({
  id: 'dailymotion',
  name: 'Dailymotion',
  category: 'platform',
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac'] },
  docs: 'https://faq.dailymotion.com/hc/en-us/articles/115009103088',
  fields: {
    server_url: serverUrlField('server_url', 'both', { placeholder: 'rtmp://publish.dailymotion.com/publish-dm' }),
    stream_key: streamKeyField(),
  },
  outputs: ({ server_url, stream_key }) => [flvOutput(addProtocol(server_url, 'rtmp://'), stream_key)],
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];
const apart = (server_url: string, stream_key: string) => ({ server_url, stream_key });

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: apart('rtmp://publish.example/publish-dm', 'KEY'), expect: sent('rtmp://publish.example/publish-dm/KEY') },
  { given: apart('rtmps://p.example/a/b/', 'KEY?x=1'), expect: sent('rtmps://p.example/a/b/KEY?x=1') },
  {
    given: apart('rtmp://p.example', 'KEY'),
    expect: [{ address: 'rtmp://p.example/', options: ['-f', 'flv', '-rtmp_playpath', 'KEY'] }],
  },
];
