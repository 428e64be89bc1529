import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { bitrateField } from '../../commonVideoFields.ts';
import { frameFields, frameModeField, keyframes, paceFrames } from '../../frameTiming.ts';

export const libsvtav1 = defineEncoder({
  id: 'libsvtav1',
  name: 'AV1 (SVT-AV1)',
  type: 'video',
  codec: 'av1',
  hardware: false,
  fields: {
    preset: select({
      label: msg('Preset'),
      default: '10',
      options: [...['4', '5', '6', '7', '8', '9', '10', '11'], { value: '12', label: msg('12, fastest') }],
    }),
    // libsvtav1 rejects twice this value.
    bitrate: { ...bitrateField, figure: { min: 1, max: 100_000 } },
    ...frameFields,
    fps_mode: frameModeField('auto'),
  },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset'],
  args: ({ preset, bitrate, fps, fps_mode, gop }, _stream, ffmpeg) => {
    const pace = paceFrames({ fps, fps_mode }, ffmpeg);
    return [
      // libsvtav1 accepts no maximum rate beside a bitrate.
      ...['-codec:v', 'libsvtav1', '-preset:v', preset, '-b:v', `${bitrate}k`, ...pace.rate, '-pix_fmt', 'yuv420p'],
      ...[...pace.mode, ...keyframes({ fps, gop })],
    ];
  },
});

const BEGIN = ['-codec:v', 'libsvtav1', '-preset:v', '10', '-b:v', '4096k', '-r', '25', '-pix_fmt', 'yuv420p'];

export const examples: CoderExample[] = [
  { given: {}, expect: [...BEGIN, '-fps_mode', 'cfr', '-g', '50'] },
  { given: { gop: 'auto' }, ffmpeg: { major: 4, minor: 4 }, expect: [...BEGIN, '-vsync', '1'] },
];
