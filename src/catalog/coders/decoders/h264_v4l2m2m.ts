import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const h264_v4l2m2m = defineDecoder({
  id: 'h264_v4l2m2m',
  name: 'H.264 (V4L2 Memory to Memory)',
  type: 'video',
  codecs: ['h264'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'h264_v4l2m2m'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'h264_v4l2m2m'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'h264_v4l2m2m'] },
];
