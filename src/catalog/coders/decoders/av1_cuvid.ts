import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const av1_cuvid = defineDecoder({
  id: 'av1_cuvid',
  name: 'AV1 (CUVID)',
  type: 'video',
  codecs: ['av1'],
  hardware: true,
  fields: {},
  args: () => ['-hwaccel', 'cuda', '-c:v', 'av1_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-hwaccel', 'cuda', '-c:v', 'av1_cuvid'] },
  { given: { device: 'left over' }, expect: ['-hwaccel', 'cuda', '-c:v', 'av1_cuvid'] },
];
