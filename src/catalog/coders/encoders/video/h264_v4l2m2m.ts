import { msg } from '../../../../i18n/msg.ts';
import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { text } from '../../../fields.ts';
import { frameFields, frameMode, keyframes, paced } from '../../framerate.ts';
import { bitrateField, figureField, given, profileField, rate } from '../../videoFields.ts';

/** This encoder knows no names of them. */
const PROFILES: Record<string, string> = { baseline: '66', main: '77', high: '100' };

export const h264_v4l2m2m = defineEncoder({
  id: 'h264_v4l2m2m',
  name: 'H.264 (V4L2 Memory to Memory)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    fps_mode: frameMode('cfr'),
    profile: profileField(['baseline', 'main', 'high']),
    force_key_frames: text({
      label: msg('Forced keyframes (force_key_frames)'),
      help: msg('An expression of ffmpeg. The hardware of a Raspberry Pi makes keyframes as it likes otherwise.'),
      default: 'expr:gte(t,n_forced*1)',
    }),
    num_capture_buffers: figureField(msg('Capture buffers (num_capture_buffers)'), '256'),
    num_output_buffers: figureField(msg('Output buffers (num_output_buffers)'), '512'),
  },
  open: ['bitrate', 'fps'],
  summary: ['bitrate', 'fps', 'profile'],
  args: (settings, _stream, ffmpeg) => {
    const { bitrate, fps, gop, fps_mode, profile, force_key_frames } = settings;
    const pace = paced({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'h264_v4l2m2m', ...given('-num_capture_buffers', settings.num_capture_buffers)],
      ...[...given('-num_output_buffers', settings.num_output_buffers), ...rate(bitrate, ''), ...pace.rate],
      ...['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048', ...given('-force_key_frames', force_key_frames)],
      ...[...pace.mode, ...keyframes({ fps, gop })],
      ...given('-profile:v', PROFILES[profile] ?? ''),
    ];
  },
});

const BUFFERS = ['-num_capture_buffers', '256', '-num_output_buffers', '512'];
const PICTURE = ['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'h264_v4l2m2m', ...BUFFERS, ...rate('4096', ''), '-r', '25', ...PICTURE],
      ...['-force_key_frames', 'expr:gte(t,n_forced*1)', '-fps_mode', 'cfr', '-g', '50'],
    ],
  },
  {
    given: { gop: 'auto', profile: 'high', force_key_frames: '', fps_mode: 'vfr' },
    ffmpeg: { major: 6, minor: 1 },
    expect: [
      ...['-codec:v', 'h264_v4l2m2m', ...BUFFERS, ...rate('4096', ''), ...PICTURE, '-fps_mode', 'vfr'],
      ...['-profile:v', '100'],
    ],
  },
];
