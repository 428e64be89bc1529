import { defineService } from '../define.ts';
import type { ServiceExample } from '../example.ts';
import { flvTo } from '../joinStreamKey.ts';
import { streamKey } from '../rtmpFields.ts';

export const dlive = defineService({
  id: 'dlive',
  name: 'DLive',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://dlive.tv/s/dashboard',
  fields: { key: streamKey() },
  outputs: ({ key }) => [flvTo('rtmp://stream.dlive.tv/live', key)],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: 'rtmp://stream.dlive.tv/live/KEY', options: flv }] },
  { given: { key: ' /KEY?a=b ' }, expect: [{ address: 'rtmp://stream.dlive.tv/live/KEY?a=b', options: flv }] },
];
