import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../form/defineCatalogEntry.ts';
import { bitrateField, rate } from './commonVideoFields.ts';
import { evenKeyframes, frameFields, frameMode, paceFrames } from './frameRateAndKeyframes.ts';

/** VP8 and VP9 by the library that has both. */
export const vpxEncoder = (kind: Pick<Encoder, 'id' | 'name' | 'codec'>): Encoder =>
  defineEncoder({
    ...kind,
    type: 'video',
    hardware: false,
    fields: { bitrate: bitrateField, ...frameFields, fps_mode: frameMode('auto') },
    open: ['bitrate', 'fps'],
    args: ({ bitrate, fps, fps_mode, gop }, _stream, ffmpeg) => {
      const pace = paceFrames({ fps, fps_mode }, ffmpeg);
      return [
        ...['-codec:v', kind.id, ...rate(bitrate), ...pace.rate, '-pix_fmt', 'yuv420p'],
        ...[...pace.mode, ...evenKeyframes({ fps, gop })],
      ];
    },
  });

export const vpxExamples = ({ id }: Pick<Encoder, 'id'>): CoderExample[] => [
  {
    given: {},
    expect: [
      ...['-codec:v', id, ...rate('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'],
      ...['-g', '50', '-keyint_min', '50'],
    ],
  },
  {
    given: { bitrate: '1024', fps: '15', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:v', id, ...rate('1024'), '-r', '15', '-pix_fmt', 'yuv420p', '-vsync', '1'],
  },
];
