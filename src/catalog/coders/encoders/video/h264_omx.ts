import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { bitrateField, profileField, rateArgs, unless } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameTiming.ts';

export const h264_omx = defineEncoder({
  id: 'h264_omx',
  name: 'H.264 (OpenMAX IL)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: { bitrate: bitrateField, ...frameFields, profile: profileField(['baseline', 'main', 'high']) },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  // No -zerocopy: it is the default where supported (Raspberry Pi) and unknown elsewhere.
  args: ({ bitrate, fps, gop, profile }, _stream, ffmpeg) => [
    ...['-codec:v', 'h264_omx', ...rateArgs(bitrate, ''), '-r', fps, '-pix_fmt', 'yuv420p', ...constantRate(ffmpeg)],
    ...keyframes({ fps, gop }),
    ...unless('auto', '-profile:v', profile),
  ],
});

const BEGIN = ['-codec:v', 'h264_omx', ...rateArgs('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p'];

export const examples: CoderExample[] = [
  { given: {}, expect: [...BEGIN, '-fps_mode', 'cfr', '-g', '50'] },
  {
    given: { gop: 'auto', profile: 'baseline' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [...BEGIN, '-vsync', '1', '-profile:v', 'baseline'],
  },
];
