import { defineService } from '../define.ts';
import type { ServiceExample } from '../example.ts';
import { flvTo } from '../joinStreamKey.ts';
import { streamKey } from '../rtmpFields.ts';

export const vimeo = defineService({
  id: 'vimeo',
  name: 'Vimeo',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://help.vimeo.com/hc/en-us/articles/35052933757073-About-streaming-protocols-supported-by-Vimeo',
  fields: { key: streamKey() },
  outputs: ({ key }) => [flvTo('rtmp://rtmp-global.cloud.vimeo.com/live', key)],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: 'rtmp://rtmp-global.cloud.vimeo.com/live/KEY', options: flv }] },
  {
    given: { key: ' K?token=a&b=c ' },
    expect: [{ address: 'rtmp://rtmp-global.cloud.vimeo.com/live/K?token=a&b=c', options: flv }],
  },
];
