import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

export const rumble = defineService({
  id: 'rumble',
  name: 'Rumble',
  category: 'platform',
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://rumble.com/account/live-streaming',
  fields: {
    server_url: serverUrlField('server_url', 'both', { placeholder: 'rtmp://abc.live.rmbl.ws/slot-1234' }),
    stream_key: streamKeyField(),
  },
  outputs: ({ server_url, stream_key }) => [flvOutput(addProtocol(server_url, 'rtmp://'), stream_key)],
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { server_url: 'rtmp://r.example/slot-1', stream_key: 'KEY' }, expect: sent('rtmp://r.example/slot-1/KEY') },
  {
    given: { server_url: 'rtmps://r.example/slot-1/', stream_key: '/KEY' },
    expect: sent('rtmps://r.example/slot-1/KEY'),
  },
  { given: { server_url: 'r.example/slot-1', stream_key: 'KEY' }, expect: sent('rtmp://r.example/slot-1/KEY') },
];
