import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const vc1_mmal = defineDecoder({
  id: 'vc1_mmal',
  name: 'VC1 (MMAL)',
  type: 'video',
  codecs: ['vc1'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'vc1_mmal'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'vc1_mmal'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'vc1_mmal'] },
];
