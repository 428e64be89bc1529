import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const mpeg1_cuvid = defineDecoder({
  id: 'mpeg1_cuvid',
  name: 'MPEG1 (CUVID)',
  type: 'video',
  codecs: ['mpeg1video', 'mpeg1'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'mpeg1_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'mpeg1_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'mpeg1_cuvid'] },
];
