import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { evenKeyframes, frameFields, frameMode, paced } from '../../framerate.ts';
import { bitrateField, rate } from '../../videoFields.ts';

export const libvpxvp9 = defineEncoder({
  id: 'libvpx-vp9',
  name: 'VP9 (libvpx-vp9)',
  type: 'video',
  codec: 'vp9',
  hardware: false,
  fields: { bitrate: bitrateField, ...frameFields, fps_mode: frameMode('auto') },
  open: ['bitrate', 'fps'],
  args: ({ bitrate, fps, fps_mode, gop }, _stream, ffmpeg) => {
    const pace = paced({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'libvpx-vp9', ...rate(bitrate), ...pace.rate, '-pix_fmt', 'yuv420p'],
      ...[...pace.mode, ...evenKeyframes({ fps, gop })],
    ];
  },
});

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'libvpx-vp9', ...rate('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'],
      ...['-g', '50', '-keyint_min', '50'],
    ],
  },
  {
    given: { bitrate: '1024', fps: '15', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:v', 'libvpx-vp9', ...rate('1024'), '-r', '15', '-pix_fmt', 'yuv420p', '-vsync', '1'],
  },
];
