import type { CoderExample } from '../../form/argumentExampleTypes.ts';
import { defineDecoder } from '../../form/defineCatalogEntry.ts';

export const videotoolbox = defineDecoder({
  id: 'videotoolbox',
  name: 'VideoToolbox',
  type: 'video',
  codecs: ['h264', 'hevc', 'vp9', 'mpeg1video', 'mpeg1', 'mpeg2video', 'mpeg2', 'mpeg4'],
  hardware: true,
  fields: {},
  args: () => ['-hwaccel', 'videotoolbox'],
});

export const examples: CoderExample[] = [
  { given: {}, expect: ['-hwaccel', 'videotoolbox'] },
  { given: { device: 'left over' }, expect: ['-hwaccel', 'videotoolbox'] },
];
