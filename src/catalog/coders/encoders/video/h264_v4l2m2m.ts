import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { optionIfSet, profileField } from '../../commonVideoFields.ts';
import { v4l2Args, v4l2Buffers, v4l2Examples, v4l2Fields } from '../../v4l2m2m.ts';

/** This encoder knows no names of them. */
const PROFILES: Record<string, string> = { baseline: '66', main: '77', high: '100' };

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
    ...optionIfSet('-profile:v', PROFILES[settings.profile] ?? ''),
  ],
});

export const examples = v4l2Examples('h264_v4l2m2m', { given: 'high', expect: '100' });
