import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const hevc_v4l2m2m = defineDecoder({
  id: 'hevc_v4l2m2m',
  name: 'HEVC (V4L2 Memory to Memory)',
  type: 'video',
  codecs: ['hevc'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'hevc_v4l2m2m'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'hevc_v4l2m2m'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'hevc_v4l2m2m'] },
];
