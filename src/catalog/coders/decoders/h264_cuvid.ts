import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const h264_cuvid = defineDecoder({
  id: 'h264_cuvid',
  name: 'H.264 (CUVID)',
  type: 'video',
  codecs: ['h264'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'h264_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'h264_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'h264_cuvid'] },
];
