import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { constantRate, keyframes } from '../../framerate.ts';
import { qsvFields } from '../../qsv.ts';
import { profileField, rate, unless } from '../../videoFields.ts';

export const av1_qsv = defineEncoder({
  id: 'av1_qsv',
  name: 'AV1 (Intel Quick Sync)',
  type: 'video',
  codec: 'av1',
  hardware: true,
  fields: { ...qsvFields, profile: profileField(['main']) },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ preset, bitrate, fps, gop, profile }, _stream, ffmpeg) => [
    ...['-codec:v', 'av1_qsv', '-preset:v', preset, ...rate(bitrate), '-r', fps, '-pix_fmt', 'nv12'],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),
  ],
});

const BEGIN = ['-codec:v', 'av1_qsv', '-preset:v', 'veryfast', ...rate('4096'), '-r', '25', '-pix_fmt', 'nv12'];

export const examples: CoderExample[] = [
  { given: {}, expect: [...BEGIN, '-fps_mode', 'cfr', '-g', '50'] },
  {
    given: { gop: 'auto', profile: 'main' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-vsync', '1', '-profile:v', 'main'],
  },
];
