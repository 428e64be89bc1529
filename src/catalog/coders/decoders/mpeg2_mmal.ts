import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const mpeg2_mmal = defineDecoder({
  id: 'mpeg2_mmal',
  name: 'MPEG2 (MMAL)',
  type: 'video',
  codecs: ['mpeg2video', 'mpeg2'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'mpeg2_mmal'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'mpeg2_mmal'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'mpeg2_mmal'] },
];
