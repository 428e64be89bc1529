import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select, textField } from '../../../form/fields.ts';
import { optionIfSet } from '../../../form/fieldValues.ts';
import { AUTOMATIC, bitrateField, figureField, rateArgs } from '../../commonVideoFields.ts';
import { evenKeyframes, frameFields, frameModeField, paceFrames } from '../../frameTiming.ts';

export const librav1e = defineEncoder({
  id: 'librav1e',
  name: 'AV1 (librav1e)',
  type: 'video',
  codec: 'av1',
  hardware: false,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    fps_mode: frameModeField('auto'),
    qp: figureField(msg('Quantizer (qp)'), '-1', [-1, 255], msg('From 0, the best quality, to 255; -1 is automatic.')),
    speed: select({
      label: msg('Speed'),
      default: '-1',
      options: [
        { ...AUTOMATIC, value: '-1' },
        { value: '0', label: msg('0, slowest') },
        ...['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        { value: '10', label: msg('10, fastest') },
      ],
    }),
    tiles: figureField(msg('Tiles'), '0', [-1, 4096]),
    tile_rows: figureField(msg('Tile rows'), '0', [-1, 64]),
    tile_columns: figureField(msg('Tile columns'), '0', [-1, 64]),
    params: textField({ label: msg('Parameters of rav1e'), placeholder: 'low_latency=true:key=value' }),
  },
  open: ['bitrate', 'fps', 'gop', 'speed'],
  summary: ['bitrate', 'fps', 'speed', 'qp'],
  args: ({ bitrate, fps, fps_mode, gop, qp, speed, tiles, tile_rows, tile_columns, params }, _stream, ffmpeg) => {
    const pace = paceFrames({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'librav1e', ...rateArgs(bitrate), ...pace.rate, '-pix_fmt', 'yuv420p'],
      ...[...optionIfSet('-qp', qp), '-speed', speed, ...optionIfSet('-tiles', tiles)],
      ...[...optionIfSet('-tile-rows', tile_rows), ...optionIfSet('-tile-columns', tile_columns)],
      ...[...optionIfSet('-rav1e-params', params), ...pace.mode, ...evenKeyframes({ fps, gop })],
    ];
  },
});

const TILES = ['-tile-rows', '0', '-tile-columns', '0'];

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'librav1e', ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-qp', '-1', '-speed', '-1'],
      ...['-tiles', '0', ...TILES, '-fps_mode', 'cfr', '-g', '50', '-keyint_min', '50'],
    ],
  },
  {
    given: { params: 'low_latency=true', speed: '10', qp: '100', tiles: '', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      ...['-codec:v', 'librav1e', ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'yuv420p', '-qp', '100', '-speed', '10'],
      ...[...TILES, '-rav1e-params', 'low_latency=true', '-vsync', '1'],
    ],
  },
];
