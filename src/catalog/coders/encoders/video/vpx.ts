import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../../../form/defineCatalogEntry.ts';
import { bitrateField, rateArgs } from '../../commonVideoFields.ts';
import { evenKeyframes, frameFields, frameModeField, paceFrames } from '../../frameTiming.ts';

const vpxEncoder = (kind: Pick<Encoder, 'id' | 'name' | 'codec'>): Encoder =>
  defineEncoder({
    ...kind,
    type: 'video',
    hardware: false,
    fields: { bitrate: bitrateField, ...frameFields, fps_mode: frameModeField('auto') },
    open: ['bitrate', 'fps'],
    args: ({ bitrate, fps, fps_mode, gop }, _stream, ffmpeg) => {
      const pace = paceFrames({ fps, fps_mode }, ffmpeg);
      return [
        ...['-codec:v', kind.id, ...rateArgs(bitrate), ...pace.rate, '-pix_fmt', 'yuv420p'],
        ...[...pace.mode, ...evenKeyframes({ fps, gop })],
      ];
    },
  });

const vpxExamples = ({ id }: Pick<Encoder, 'id'>): CoderExample[] => [
  {
    given: {},
    expect: [
      ...['-codec:v', id, ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'],
      ...['-g', '50', '-keyint_min', '50'],
    ],
  },
  {
    given: { bitrate: '1024', fps: '15', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: ['-codec:v', id, ...rateArgs('1024'), '-r', '15', '-pix_fmt', 'yuv420p', '-vsync', '1'],
  },
];

export const libvpx = vpxEncoder({ id: 'libvpx', name: 'VP8 (libvpx)', codec: 'vp8' });
export const libvpxvp9 = vpxEncoder({ id: 'libvpx-vp9', name: 'VP9 (libvpx-vp9)', codec: 'vp9' });

export const examples: Record<string, CoderExample[]> = {
  libvpx: vpxExamples(libvpx),
  'libvpx-vp9': vpxExamples(libvpxvp9),
};
