import { defineDecoder } from '../../define.ts';
import type { CoderExample } from '../../example.ts';

export const mjpeg_cuvid = defineDecoder({
  id: 'mjpeg_cuvid',
  name: 'MJPEG (CUVID)',
  type: 'video',
  codecs: ['mjpeg'],
  hardware: true,
  fields: {},
  args: () => ['-c:v', 'mjpeg_cuvid'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-c:v', 'mjpeg_cuvid'] },
  { given: { device: 'left over' }, expect: ['-c:v', 'mjpeg_cuvid'] },
];
