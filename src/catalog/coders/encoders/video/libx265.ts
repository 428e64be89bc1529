import { msg } from '../../../../i18n/msg.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { storedOnly } from '../../../form/choiceLists.ts';
import { defineEncoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { optionIfSet } from '../../../form/fieldValues.ts';
import { bitrateField, profileField, rateArgs, x264PresetField } from '../../commonVideoFields.ts';
import { evenKeyframes, frameFields, frameModeField, paceFrames } from '../../frameTiming.ts';

/** Other interfaces also offer H.264 profiles and tunes, which x265 rejects. */
const PROFILES = ['main'];
const TUNES = ['animation', 'fastdecode', 'grain', 'zerolatency'];
const ifAllowed = (allowed: readonly string[], value: string) => (allowed.includes(value) ? value : '');

export const libx265 = defineEncoder({
  id: 'libx265',
  name: 'HEVC (libx265)',
  type: 'video',
  codec: 'hevc',
  hardware: false,
  fields: {
    preset: x264PresetField,
    bitrate: bitrateField,
    ...frameFields,
    fps_mode: frameModeField('auto'),
    profile: profileField([...PROFILES, storedOnly('baseline'), storedOnly('high')]),
    tune: select({
      label: msg('Tune'),
      default: 'zerolatency',
      options: [{ value: 'none', label: msg('None') }, ...TUNES, storedOnly('film'), storedOnly('stillimage')],
    }),
  },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ preset, bitrate, fps, fps_mode, gop, profile, tune }, _stream, ffmpeg) => {
    const pace = paceFrames({ fps, fps_mode }, ffmpeg);
    return [
      ...['-codec:v', 'libx265', '-preset:v', preset, ...rateArgs(bitrate), ...pace.rate],
      ...['-pix_fmt', 'yuv420p', ...pace.mode, ...evenKeyframes({ fps, gop })],
      ...optionIfSet('-profile:v', ifAllowed(PROFILES, profile)),
      ...optionIfSet('-tune:v', ifAllowed(TUNES, tune)),
    ];
  },
});

export const examples: CoderExample[] = [
  {
    given: {},
    expect: [
      ...['-codec:v', 'libx265', '-preset:v', 'ultrafast', ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'yuv420p'],
      ...['-fps_mode', 'cfr', '-g', '50', '-keyint_min', '50', '-tune:v', 'zerolatency'],
    ],
  },
  {
    given: { profile: 'high', tune: 'film', gop: 'auto' },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      ...['-codec:v', 'libx265', '-preset:v', 'ultrafast', ...rateArgs('4096'), '-r', '25', '-pix_fmt', 'yuv420p'],
      ...['-vsync', '1'],
    ],
  },
  {
    given: { profile: 'main', tune: 'none', fps_mode: 'passthrough' },
    ffmpeg: { major: 6, minor: 1 },
    expect: [
      ...['-codec:v', 'libx265', '-preset:v', 'ultrafast', ...rateArgs('4096'), '-pix_fmt', 'yuv420p'],
      ...['-fps_mode', 'passthrough', '-g', '50', '-keyint_min', '50', '-profile:v', 'main'],
    ],
  },
];
