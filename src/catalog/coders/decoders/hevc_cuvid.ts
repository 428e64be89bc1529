import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const hevc_cuvid = defineDecoder({
  id: 'hevc_cuvid',
  name: 'HEVC (CUVID)',
  type: 'video',
  codecs: ['hevc'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'hevc_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'hevc_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'hevc_cuvid'] },
];
