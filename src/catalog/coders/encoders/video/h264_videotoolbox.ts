import { msg } from '../../../../i18n/msg.ts';
import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { select } from '../../../fields.ts';
import { constantRate, frameFields, keyframes } from '../../framerate.ts';
import { bitrateField, profileField, rate, unless } from '../../videoFields.ts';

export const h264_videotoolbox = defineEncoder({
  id: 'h264_videotoolbox',
  name: 'H.264 (VideoToolbox)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    profile: profileField(['baseline', 'main', 'high']),
    entropy: select({
      label: msg('Entropy coder'),
      default: 'default',
      options: [{ value: 'default', label: msg('Default') }, 'cavlc', 'cabac'],
    }),
  },
  open: ['bitrate', 'fps'],
  summary: ['bitrate', 'fps', 'profile'],
  args: ({ bitrate, fps, gop, profile, entropy }, _stream, ffmpeg) => [
    ...['-codec:v', 'h264_videotoolbox', ...rate(bitrate), '-r', fps, '-pix_fmt', 'yuv420p', '-realtime', 'true'],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),
    ...unless('default', '-coder:v', entropy),
  ],
});

const BEGIN = [
  '-codec:v',
  'h264_videotoolbox',
  ...rate('4096'),
  '-r',
  '25',
  '-pix_fmt',
  'yuv420p',
  '-realtime',
  'true',
];

export const examples: CoderExample[] = [
  { given: {}, expect: [...BEGIN, '-fps_mode', 'cfr', '-g', '50'] },
  {
    given: { gop: '1', profile: 'main', entropy: 'cabac' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-vsync', '1', '-g', '25', '-profile:v', 'main', '-coder:v', 'cabac'],
  },
];
