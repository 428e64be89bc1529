import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { bitrateField, profileField, rateArgs, unless, x264PresetField } from '../../commonVideoFields.ts';
import { evenKeyframes, frameFields, frameModeField, paceFrames } from '../../frameTiming.ts';

export const libx264 = defineEncoder({
  id: 'libx264',
  name: 'H.264 (libx264)',
  type: 'video',
  codec: 'h264',
  hardware: false,
  fields: {
    preset: x264PresetField,
    bitrate: bitrateField,
    ...frameFields,
    fps_mode: frameModeField('auto'),
    profile: profileField(['baseline', 'main', 'high']),
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
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ preset, bitrate, fps, fps_mode, gop, profile, tune }, _stream, ffmpeg) => {
    const pace = paceFrames({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'libx264', '-preset:v', preset, ...rateArgs(bitrate), ...pace.rate],
      // No keyframes at scene cuts. Players expect 4:2:0, unlike test patterns and many cameras.
      ...['-sc_threshold', '0', '-pix_fmt', 'yuv420p', ...pace.mode, ...evenKeyframes({ fps, gop })],
      ...unless('auto', '-profile:v', profile),
      ...unless('none', '-tune:v', tune),
    ];
  },
});

const EVEN = ['-sc_threshold', '0', '-pix_fmt', 'yuv420p'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'libx264', '-preset:v', 'ultrafast', ...rateArgs('4096'), '-r', '25', ...EVEN],
      ...['-fps_mode', 'cfr', '-g', '50', '-keyint_min', '50', '-tune:v', 'zerolatency'],
    ],
  },
  {
    given: { bitrate: 2048, fps: '29.97', profile: 'main', tune: 'none' },
    ffmpeg: { major: 5, minor: 0 },
    expect: [
      ...['-codec:v', 'libx264', '-preset:v', 'ultrafast', ...rateArgs('2048'), '-r', '29.97', ...EVEN],
      ...['-vsync', '1', '-g', '60', '-keyint_min', '60', '-profile:v', 'main'],
    ],
  },
  {
    given: { gop: 'auto', preset: 'veryfast', bitrate: '' },
    ffmpeg: { major: 4, minor: 1 },
    expect: [
      ...['-codec:v', 'libx264', '-preset:v', 'veryfast', ...rateArgs('4096'), '-r', '25', ...EVEN],
      ...['-vsync', '1', '-tune:v', 'zerolatency'],
    ],
  },
  {
    given: { gop: 'auto', fps_mode: 'vfr', tune: 'none' },
    ffmpeg: { major: 7, minor: 1 },
    expect: [...['-codec:v', 'libx264', '-preset:v', 'ultrafast', ...rateArgs('4096'), ...EVEN, '-fps_mode', 'vfr']],
  },
];
