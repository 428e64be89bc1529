import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const mpeg4_cuvid = defineDecoder({
  id: 'mpeg4_cuvid',
  name: 'MPEG4 (CUVID)',
  type: 'video',
  codecs: ['mpeg4'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'mpeg4_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'mpeg4_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'mpeg4_cuvid'] },
];
