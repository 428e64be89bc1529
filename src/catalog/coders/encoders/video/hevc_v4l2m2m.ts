import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { v4l2Args, v4l2Buffers, v4l2Examples, v4l2Fields } from '../../v4l2m2m.ts';

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

export const examples = v4l2Examples('hevc_v4l2m2m');
