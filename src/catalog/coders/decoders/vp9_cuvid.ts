import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const vp9_cuvid = defineDecoder({
  id: 'vp9_cuvid',
  name: 'VP9 (CUVID)',
  type: 'video',
  codecs: ['vp9'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'vp9_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'vp9_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'vp9_cuvid'] },
];
