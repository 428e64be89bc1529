import type { CoderExample } from '../../form/argumentExampleTypes.ts';
import { defineDecoder } from '../../form/defineCatalogEntry.ts';

export const vaapi = defineDecoder({
  id: 'vaapi',
  name: 'VAAPI',
  type: 'video',
  codecs: ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg2video', 'mpeg2', 'vc1', 'mjpeg'],
  hardware: true,
  fields: {},
  args: () => ['-hwaccel', 'vaapi'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-hwaccel', 'vaapi'] },
  { given: { device: 'left over' }, expect: ['-hwaccel', 'vaapi'] },
];
