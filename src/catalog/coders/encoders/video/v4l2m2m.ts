import { msg } from '../../../../i18n/msg.ts';
import type { FfmpegVersion } from '../../../../media/encoding/skills.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { textField } from '../../../form/fields.ts';
import { optionIfSet } from '../../../form/fieldValues.ts';
import { bitrateField, figureField, profileField, rateArgs } from '../../commonVideoFields.ts';
import { frameFields, frameModeField, keyframes, paceFrames } from '../../frameTiming.ts';

/** The encoder needs at least 6. */
const BUFFERS: [number, number] = [6, 4096];

const v4l2Fields = {
  bitrate: bitrateField,
  ...frameFields,
  fps_mode: frameModeField('cfr'),
};

const v4l2Buffers = {
  force_key_frames: textField({
    label: msg('Forced keyframes (force_key_frames)'),
    help: msg('An expression of ffmpeg. The hardware of a Raspberry Pi makes keyframes as it likes otherwise.'),
    default: 'expr:gte(t,n_forced*1)',
  }),
  num_capture_buffers: figureField(msg('Capture buffers (num_capture_buffers)'), '256', BUFFERS),
  num_output_buffers: figureField(msg('Output buffers (num_output_buffers)'), '512', BUFFERS),
};

type V4l2Settings = Record<keyof typeof v4l2Fields | keyof typeof v4l2Buffers, string>;

function v4l2Args(id: string, settings: V4l2Settings, ffmpeg: FfmpegVersion): string[] {
  const { bitrate, fps, gop, fps_mode, force_key_frames } = settings;
  const pace = paceFrames({ fps, fps_mode }, ffmpeg);
  return [
    ...['-codec:v', id, ...optionIfSet('-num_capture_buffers', settings.num_capture_buffers)],
    ...[...optionIfSet('-num_output_buffers', settings.num_output_buffers), ...rateArgs(bitrate, ''), ...pace.rate],
    ...['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048', ...optionIfSet('-force_key_frames', force_key_frames)],
    ...[...pace.mode, ...keyframes({ fps, gop })],
  ];
}

function v4l2Examples(id: string, profile?: { given: string; expect: string }): CoderExample[] {
  const start = ['-codec:v', id, '-num_capture_buffers', '256', '-num_output_buffers', '512', ...rateArgs('4096', '')];
  const picture = ['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048'];
  return [
    {
      given: {},
      expect: [
        ...[...start, '-r', '25', ...picture, '-force_key_frames', 'expr:gte(t,n_forced*1)'],
        ...['-fps_mode', 'cfr', '-g', '50'],
      ],
    },
    {
      given: { gop: 'auto', force_key_frames: '', fps_mode: 'vfr', ...(profile ? { profile: profile.given } : {}) },
      ffmpeg: { major: 6, minor: 1 },
      expect: [...start, ...picture, '-fps_mode', 'vfr', ...(profile ? ['-profile:v', profile.expect] : [])],
    },
  ];
}

/** This encoder takes profiles as numbers. */
const H264_PROFILES = new Map(Object.entries({ baseline: '66', main: '77', high: '100' }));

export const h264_v4l2m2m = defineEncoder({
  id: 'h264_v4l2m2m',
  name: 'H.264 (V4L2 Memory to Memory)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: { ...v4l2Fields, profile: profileField(['baseline', 'main', 'high']), ...v4l2Buffers },
  open: ['bitrate', 'fps', 'gop'],
  summary: ['bitrate', 'fps', 'profile'],
  args: (settings, _stream, ffmpeg) => [
    ...v4l2Args('h264_v4l2m2m', settings, ffmpeg),
    ...optionIfSet('-profile:v', H264_PROFILES.get(settings.profile) ?? ''),
  ],
});

export const hevc_v4l2m2m = defineEncoder({
  id: 'hevc_v4l2m2m',
  name: 'HEVC (V4L2 Memory to Memory)',
  type: 'video',
  codec: 'hevc',
  hardware: true,
  fields: { ...v4l2Fields, ...v4l2Buffers },
  open: ['bitrate', 'fps', 'gop'],
  args: (settings, _stream, ffmpeg) => v4l2Args('hevc_v4l2m2m', settings, ffmpeg),
});

export const examples: Record<string, CoderExample[]> = {
  h264_v4l2m2m: v4l2Examples('h264_v4l2m2m', { given: 'high', expect: '100' }),
  hevc_v4l2m2m: v4l2Examples('hevc_v4l2m2m'),
};
