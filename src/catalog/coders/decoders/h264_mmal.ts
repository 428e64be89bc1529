import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const h264_mmal = defineDecoder({
  id: 'h264_mmal',
  name: 'H.264 (MMAL)',
  type: 'video',
  codecs: ['h264'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'h264_mmal'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'h264_mmal'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'h264_mmal'] },
];
