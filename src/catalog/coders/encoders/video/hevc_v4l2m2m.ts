import { msg } from '../../../../i18n/msg.ts';
import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { text } from '../../../fields.ts';
import { frameFields, frameMode, keyframes, paced } from '../../framerate.ts';
import { bitrateField, figureField, given, rate } from '../../videoFields.ts';

export const hevc_v4l2m2m = defineEncoder({
  id: 'hevc_v4l2m2m',
  name: 'HEVC (V4L2 Memory to Memory)',
  type: 'video',
  codec: 'hevc',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    fps_mode: frameMode('cfr'),
    force_key_frames: text({
      label: msg('Forced keyframes (force_key_frames)'),
      help: msg('An expression of ffmpeg. The hardware of a Raspberry Pi makes keyframes as it likes otherwise.'),
      default: 'expr:gte(t,n_forced*1)',
    }),
    num_capture_buffers: figureField(msg('Capture buffers (num_capture_buffers)'), '256'),
    num_output_buffers: figureField(msg('Output buffers (num_output_buffers)'), '512'),
  },
  open: ['bitrate', 'fps'],
  summary: ['bitrate', 'fps'],
  args: (settings, _stream, ffmpeg) => {
    const { bitrate, fps, gop, fps_mode, force_key_frames } = settings;
    const pace = paced({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'hevc_v4l2m2m', ...given('-num_capture_buffers', settings.num_capture_buffers)],
      ...[...given('-num_output_buffers', settings.num_output_buffers), ...rate(bitrate, ''), ...pace.rate],
      ...['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048', ...given('-force_key_frames', force_key_frames)],
      ...[...pace.mode, ...keyframes({ fps, gop })],
    ];
  },
});

const BUFFERS = ['-num_capture_buffers', '256', '-num_output_buffers', '512'];
const PICTURE = ['-pix_fmt', 'yuv420p', '-max_muxing_queue_size', '2048'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'hevc_v4l2m2m', ...BUFFERS, ...rate('4096', ''), '-r', '25', ...PICTURE],
      ...['-force_key_frames', 'expr:gte(t,n_forced*1)', '-fps_mode', 'cfr', '-g', '50'],
    ],
  },
  {
    given: { gop: 'auto', force_key_frames: '', fps_mode: 'vfr' },
    ffmpeg: { major: 6, minor: 1 },
    expect: [...['-codec:v', 'hevc_v4l2m2m', ...BUFFERS, ...rate('4096', ''), ...PICTURE, '-fps_mode', 'vfr']],
  },
];
