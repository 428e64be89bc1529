import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { constantRate, keyframes } from '../../framerate.ts';
import { qsvFields } from '../../qsv.ts';
import { profileField, rate, unless } from '../../videoFields.ts';

export const vp9_qsv = defineEncoder({
  id: 'vp9_qsv',
  name: 'VP9 (Intel Quick Sync)',
  type: 'video',
  codec: 'vp9',
  hardware: true,
  fields: { ...qsvFields, profile: profileField(['profile0']) },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ preset, bitrate, fps, gop, profile }, _stream, ffmpeg) => [
    ...['-codec:v', 'vp9_qsv', '-preset:v', preset, ...rate(bitrate), '-r', fps, '-pix_fmt', 'nv12'],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),
  ],
});

const BEGIN = ['-codec:v', 'vp9_qsv', '-preset:v', 'veryfast', ...rate('4096'), '-r', '25', '-pix_fmt', 'nv12'];

export const examples: CoderExample[] = [
  { given: {}, expect: [...BEGIN, '-fps_mode', 'cfr', '-g', '50'] },
  {
    given: { gop: 'auto', profile: 'profile0' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-vsync', '1', '-profile:v', 'profile0'],
  },
];
