import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const vc1_cuvid = defineDecoder({
  id: 'vc1_cuvid',
  name: 'VC1 (CUVID)',
  type: 'video',
  codecs: ['vc1'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'vc1_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'vc1_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'vc1_cuvid'] },
];
