import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';

import { constantRate, frameFields, keyframes } from '../../framerate.ts';
import { nvencFields, nvencPreset, nvencRate } from '../../nvenc.ts';
import { bitrateField, profileField, rate, unless } from '../../videoFields.ts';

export const av1_nvenc = defineEncoder({
  id: 'av1_nvenc',
  name: 'AV1 (NVENC)',
  type: 'video',
  codec: 'av1',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    preset: nvencFields.preset,
    profile: profileField(['main']),
    rc: nvencFields.rc,
  },
  open: ['bitrate', 'fps', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ bitrate, fps, gop, preset, profile, rc }, _stream, ffmpeg) => [
    ...['-codec:v', 'av1_nvenc', ...nvencPreset(preset, ffmpeg), ...rate(bitrate, ''), '-r', fps],
    ...['-pix_fmt', 'yuv420p', ...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),

    ...nvencRate(rc, ffmpeg),
  ],
});

const RATE = [...rate('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: ['-codec:v', 'av1_nvenc', '-preset:v', 'medium', ...RATE, '-fps_mode', 'cfr', '-g', '50'],
  },
  {
    given: { gop: 'auto', preset: 'llhq', rc: 'cbr_hq', profile: 'main' },
    ffmpeg: { major: 7, minor: 1 },
    expect: [
      ...['-codec:v', 'av1_nvenc', '-preset:v', 'p7', '-tune:v', 'll', ...RATE, '-fps_mode', 'cfr'],
      ...['-profile:v', 'main', '-rc:v', 'cbr'],
    ],
  },
];
