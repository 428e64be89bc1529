import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const mpeg2_cuvid = defineDecoder({
  id: 'mpeg2_cuvid',
  name: 'MPEG2 (CUVID)',
  type: 'video',
  codecs: ['mpeg2video', 'mpeg2'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'mpeg2_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'mpeg2_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'mpeg2_cuvid'] },
];
