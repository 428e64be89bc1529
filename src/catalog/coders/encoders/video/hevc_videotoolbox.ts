import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { constantRate, frameFields, keyframes } from '../../framerate.ts';
import { bitrateField, profileField, rate, unless } from '../../videoFields.ts';

export const hevc_videotoolbox = defineEncoder({
  id: 'hevc_videotoolbox',
  name: 'HEVC (VideoToolbox)',
  type: 'video',
  codec: 'hevc',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    profile: profileField(['main', 'main10']),
  },
  open: ['bitrate', 'fps'],
  summary: ['bitrate', 'fps', 'profile'],
  args: ({ bitrate, fps, gop, profile }, _stream, ffmpeg) => [
    ...['-codec:v', 'hevc_videotoolbox', ...rate(bitrate), '-r', fps, '-pix_fmt', 'yuv420p', '-realtime', 'true'],
    ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),
  ],
});

const BEGIN = [
  '-codec:v',
  'hevc_videotoolbox',
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
    given: { gop: '1', profile: 'main' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-vsync', '1', '-g', '25', '-profile:v', 'main'],
  },
];
