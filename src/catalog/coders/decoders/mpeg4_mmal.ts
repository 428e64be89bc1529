import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const mpeg4_mmal = defineDecoder({
  id: 'mpeg4_mmal',
  name: 'MPEG4 (MMAL)',
  type: 'video',
  codecs: ['mpeg4'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'mpeg4_mmal'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'mpeg4_mmal'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'mpeg4_mmal'] },
];
