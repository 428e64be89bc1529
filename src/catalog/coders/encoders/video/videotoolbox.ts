import { msg } from '../../../../i18n/msg.ts';
import type { FfmpegVersion } from '../../../../media/encoding/skills.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { bitrateField, profileField, rateArgs, unless } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameTiming.ts';

const videotoolboxFields = { bitrate: bitrateField, ...frameFields };

type Settings = Record<keyof typeof videotoolboxFields | 'profile', string>;

const videotoolboxArgs = (id: string, { bitrate, fps, gop, profile }: Settings, ffmpeg: FfmpegVersion) => [
  ...['-codec:v', id, ...rateArgs(bitrate), '-r', fps, '-pix_fmt', 'yuv420p', '-realtime', 'true'],
  ...[...constantRate(ffmpeg), ...keyframes({ fps, gop })],
  ...unless('auto', '-profile:v', profile),
];

function videotoolboxExamples(id: string, extra = { given: {}, expect: [] as readonly string[] }): CoderExample[] {
  const start = ['-codec:v', id, ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-realtime', 'true'];
  return [
    { given: {}, expect: [...start, '-fps_mode', 'cfr', '-g', '50'] },
    {
      given: { gop: '1', profile: 'main', ...extra.given },
      ffmpeg: { major: 4, minor: 4 },
      expect: [...start, '-vsync', '1', '-g', '25', '-profile:v', 'main', ...extra.expect],
    },
  ];
}

export const h264_videotoolbox = defineEncoder({
  id: 'h264_videotoolbox',
  name: 'H.264 (VideoToolbox)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    ...videotoolboxFields,
    profile: profileField(['baseline', 'main', 'high']),
    entropy: select({
      label: msg('Entropy coder'),
      default: 'default',
      options: [{ value: 'default', label: msg('Default') }, 'cavlc', 'cabac'],
    }),
  },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  args: (settings, _stream, ffmpeg) => [
    ...videotoolboxArgs('h264_videotoolbox', settings, ffmpeg),
    ...unless('default', '-coder:v', settings.entropy),
  ],
});

export const hevc_videotoolbox = defineEncoder({
  id: 'hevc_videotoolbox',
  name: 'HEVC (VideoToolbox)',
  type: 'video',
  codec: 'hevc',
  hardware: true,
  fields: { ...videotoolboxFields, profile: profileField(['main', 'main10']) },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  args: (settings, _stream, ffmpeg) => videotoolboxArgs('hevc_videotoolbox', settings, ffmpeg),
});

export const examples: Record<string, CoderExample[]> = {
  h264_videotoolbox: videotoolboxExamples('h264_videotoolbox', {
    given: { entropy: 'cabac' },
    expect: ['-coder:v', 'cabac'],
  }),
  hevc_videotoolbox: videotoolboxExamples('hevc_videotoolbox'),
};
