import { msg } from '../../../../i18n/msg.ts';
import { defineEncoder } from '../../../define.ts';
import type { CoderExample } from '../../../example.ts';
import { select, selectOrCustom } from '../../../fields.ts';
import { VIDEO_BITRATES } from '../../../options.ts';
import { constantRate, frameFields, keyframes } from '../../framerate.ts';

export const libx264 = defineEncoder({
  id: 'libx264',
  name: 'H.264 (libx264)',
  type: 'video',
  codec: 'h264',
  hardware: false,
  fields: {
    preset: select({
      label: msg('Preset'),
      help: msg('Slower presets give better quality at the same bitrate but use more CPU.'),
      default: 'ultrafast',
      options: ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
    }),
    bitrate: selectOrCustom({ label: msg('Video bitrate'), unit: 'kbit/s', default: '4096', options: VIDEO_BITRATES }),
    ...frameFields,
    profile: select({
      label: msg('Profile'),
      default: 'auto',
      options: [{ value: 'auto', label: msg('Automatic') }, 'baseline', 'main', 'high'],
    }),
    tune: select({
      label: msg('Tune'),
      default: 'zerolatency',
      options: [
        { value: 'none', label: msg('None') },
        'animation',
        'fastdecode',
        'film',
        'grain',
        'stillimage',
        'zerolatency',
      ],
    }),
  },
  args: ({ preset, bitrate, fps, gop, profile, tune }, _stream, ffmpeg) => [
    ...['-codec:v', 'libx264', '-preset:v', preset],
    ...['-b:v', `${bitrate}k`, '-maxrate:v', `${bitrate}k`, '-bufsize:v', `${bitrate}k`],
    // Players expect 4:2:0; test pictures and many cameras are not.
    ...['-r', fps, '-pix_fmt', 'yuv420p', ...constantRate(ffmpeg)],
    ...keyframes({ fps, gop }),
    ...(profile === 'auto' ? [] : ['-profile:v', profile]),
    ...(tune === 'none' ? [] : ['-tune:v', tune]),
  ],
});

const rate = (kbit: number) => ['-b:v', `${kbit}k`, '-maxrate:v', `${kbit}k`, '-bufsize:v', `${kbit}k`];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'libx264', '-preset:v', 'ultrafast', ...rate(4096), '-r', '25', '-pix_fmt', 'yuv420p'],
      ...['-fps_mode', 'cfr', '-g', '50', '-tune:v', 'zerolatency'],
    ],
  },
  {
    given: { bitrate: 2048, fps: '29.97', profile: 'main', tune: 'none' },
    ffmpeg: { major: 5, minor: 0 },
    expect: [
      ...['-codec:v', 'libx264', '-preset:v', 'ultrafast', ...rate(2048), '-r', '29.97', '-pix_fmt', 'yuv420p'],
      ...['-vsync', '1', '-g', '58', '-profile:v', 'main'],
    ],
  },
  {
    given: { gop: 'auto', preset: 'veryfast' },
    ffmpeg: { major: 4, minor: 1 },
    expect: [
      ...['-codec:v', 'libx264', '-preset:v', 'veryfast', ...rate(4096), '-r', '25', '-pix_fmt', 'yuv420p'],
      ...['-vsync', '1', '-tune:v', 'zerolatency'],
    ],
  },
];
