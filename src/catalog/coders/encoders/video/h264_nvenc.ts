import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { AUTOMATIC, bitrateField, profileField, rate, unless } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameRateAndKeyframes.ts';
import { nvencFields, nvencPreset, nvencRate } from '../../nvenc.ts';

const LEVELS = [
  ...['1', '1.0', '1b', '1.0b', '1.1', '1.2', '1.3', '2', '2.0', '2.1', '2.2'],
  ...['3', '3.0', '3.1', '3.2', '4', '4.0', '4.1', '4.2', '5', '5.0', '5.1'],
];

export const h264_nvenc = defineEncoder({
  id: 'h264_nvenc',
  name: 'H.264 (NVENC)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    preset: nvencFields.preset,
    profile: profileField(['baseline', 'main', 'high', 'high444p']),
    level: select({ label: msg('Level'), default: 'auto', options: [AUTOMATIC, ...LEVELS] }),
    rc: nvencFields.rc,
  },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ bitrate, fps, gop, preset, profile, level, rc }, _stream, ffmpeg) => [
    ...['-codec:v', 'h264_nvenc', ...nvencPreset('h264_nvenc', preset, ffmpeg), ...rate(bitrate, ''), '-r', fps],
    ...['-pix_fmt', 'yuv420p', ...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),
    ...unless('auto', '-level:v', level),
    ...nvencRate('h264_nvenc', rc, ffmpeg),
  ],
});

const RATE = [...rate('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: ['-codec:v', 'h264_nvenc', '-preset:v', 'medium', ...RATE, '-fps_mode', 'cfr', '-g', '50'],
  },
  {
    given: { gop: 'auto', preset: 'llhq', rc: 'cbr_hq', profile: 'main', level: '4.1' },
    ffmpeg: { major: 7, minor: 1 },
    expect: [
      ...['-codec:v', 'h264_nvenc', '-preset:v', 'p7', '-tune:v', 'll', ...RATE, '-fps_mode', 'cfr'],
      ...['-profile:v', 'main', '-level:v', '4.1', '-rc:v', 'cbr'],
    ],
  },
];
