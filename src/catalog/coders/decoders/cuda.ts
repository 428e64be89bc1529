import type { CoderExample } from '../../form/argumentExampleTypes.ts';
import { defineDecoder } from '../../form/defineCatalogEntry.ts';

export const cuda = defineDecoder({
  id: 'cuda',
  name: 'NVDEC (CUDA)',
  type: 'video',
  codecs: ['h264', 'hevc', 'mpeg1video', 'mpeg1', 'mpeg2video', 'mpeg2', 'mpeg4', 'vp8', 'vp9', 'vc1'],
  hardware: true,
  fields: {},
  // Without -hwaccel_output_format: the pictures come back to main memory, where filters and every encoder find them.
  args: () => ['-hwaccel', 'cuda'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-hwaccel', 'cuda'] },
  { given: { device: 'left over' }, expect: ['-hwaccel', 'cuda'] },
];
