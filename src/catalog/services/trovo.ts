import { defineService } from '../define.ts';
import type { ServiceExample } from '../example.ts';
import { flvTo } from '../joinStreamKey.ts';
import { streamKey } from '../rtmpFields.ts';

export const trovo = defineService({
  id: 'trovo',
  name: 'Trovo',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://studio.trovo.live/mychannel/stream',
  fields: { key: streamKey() },
  outputs: ({ key }) => [flvTo('rtmp://livepush.trovo.live/live', key)],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: 'rtmp://livepush.trovo.live/live/KEY', options: flv }] },
  {
    given: { key: '73846_1?bizid=1&txSecret=2' },
    expect: [{ address: 'rtmp://livepush.trovo.live/live/73846_1?bizid=1&txSecret=2', options: flv }],
  },
];
