import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { flvTo, serverAt } from '../joinStreamKey.ts';
import { serverUrl, streamKey } from '../rtmpFields.ts';

export const rumble = defineService({
  id: 'rumble',
  name: 'Rumble',
  category: 'platform',
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://rumble.com/account/live-streaming',
  fields: {
    server_url: serverUrl('server_url', 'both', { placeholder: 'rtmp://abc.live.rmbl.ws/slot-1234' }),
    stream_key: streamKey(),
  },
  outputs: ({ server_url, stream_key }) => [flvTo(serverAt(server_url, 'rtmp://'), stream_key)],
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
