import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { bitrateField, rateArgs } from '../../commonVideoFields.ts';
import { evenKeyframes, frameFields, frameModeField, paceFrames } from '../../frameTiming.ts';

export const libaomav1 = defineEncoder({
  id: 'libaom-av1',
  name: 'AV1 (libaom)',
  type: 'video',
  codec: 'av1',
  hardware: false,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    fps_mode: frameModeField('auto'),
    speed: select({
      label: msg('Speed'),
      default: '8',
      options: ['4', '5', '6', '7', { value: '8', label: msg('8, fastest') }],
    }),
  },
  open: ['bitrate', 'fps', 'gop', 'speed'],
  summary: ['bitrate', 'fps', 'speed'],
  args: ({ bitrate, fps, fps_mode, gop, speed }, _stream, ffmpeg) => {
    const pace = paceFrames({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', speed, '-row-mt', '1', ...rateArgs(bitrate)],
      ...[...pace.rate, '-pix_fmt', 'yuv420p', ...pace.mode, ...evenKeyframes({ fps, gop })],
    ];
  },
});

const BEGIN = ['-codec:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-row-mt', '1', ...rateArgs('4096')];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...[...BEGIN, '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'],
      ...['-g', '50', '-keyint_min', '50'],
    ],
  },
  {
    given: { gop: 'auto' },
    ffmpeg: { major: 5, minor: 0 },
    expect: [...BEGIN, '-r', '25', '-pix_fmt', 'yuv420p', '-vsync', '1'],
  },
];
