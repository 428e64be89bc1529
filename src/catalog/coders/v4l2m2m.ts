import { msg } from '../../i18n/msg.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { text } from '../form/fields.ts';
import { bitrateField, figureField, optionIfSet, rate } from './commonVideoFields.ts';
import { frameFields, frameMode, keyframes, paceFrames } from './frameRateAndKeyframes.ts';

export const v4l2Fields = {
  bitrate: bitrateField,
  ...frameFields,
  fps_mode: frameMode('cfr'),
};

export const v4l2Buffers = {
  force_key_frames: text({
    label: msg('Forced keyframes (force_key_frames)'),
    help: msg('An expression of ffmpeg. The hardware of a Raspberry Pi makes keyframes as it likes otherwise.'),
    default: 'expr:gte(t,n_forced*1)',
  }),
  num_capture_buffers: figureField(msg('Capture buffers (num_capture_buffers)'), '256'),
  num_output_buffers: figureField(msg('Output buffers (num_output_buffers)'), '512'),
};

type V4l2Settings = Record<keyof typeof v4l2Fields | keyof typeof v4l2Buffers, string>;

export function v4l2Args(id: string, settings: V4l2Settings, ffmpeg: FfmpegVersion): string[] {
  const { bitrate, fps, gop, fps_mode, force_key_frames } = settings;
  const pace = paceFrames({ fps, fps_mode }, ffmpeg);
  return [
    ...['-codec:v', id, ...optionIfSet('-num_capture_buffers', settings.num_capture_buffers)],
    ...[...optionIfSet('-num_output_buffers', settings.num_output_buffers), ...rate(bitrate, ''), ...pace.rate],
    ...['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048', ...optionIfSet('-force_key_frames', force_key_frames)],
    ...[...pace.mode, ...keyframes({ fps, gop })],
  ];
}

/** @param profile how it is set, and what that gives */
export function v4l2Examples(id: string, profile?: { given: string; expect: string }): CoderExample[] {
  const begin = ['-codec:v', id, '-num_capture_buffers', '256', '-num_output_buffers', '512', ...rate('4096', '')];
  const picture = ['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048'];
  return [
    {
      given: {},
      expect: [
        ...[...begin, '-r', '25', ...picture, '-force_key_frames', 'expr:gte(t,n_forced*1)'],
        ...['-fps_mode', 'cfr', '-g', '50'],
      ],
    },
    {
      given: { gop: 'auto', force_key_frames: '', fps_mode: 'vfr', ...(profile ? { profile: profile.given } : {}) },
      ffmpeg: { major: 6, minor: 1 },
      expect: [...begin, ...picture, '-fps_mode', 'vfr', ...(profile ? ['-profile:v', profile.expect] : [])],
    },
  ];
}
