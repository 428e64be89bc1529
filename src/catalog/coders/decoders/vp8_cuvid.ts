import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const vp8_cuvid = defineDecoder({
  id: 'vp8_cuvid',
  name: 'VP8 (CUVID)',
  type: 'video',
  codecs: ['vp8'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'vp8_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'vp8_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'vp8_cuvid'] },
];
