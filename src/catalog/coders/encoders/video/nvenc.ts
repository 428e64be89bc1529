import { msg } from '../../../../i18n/msg.ts';
import type { FfmpegVersion } from '../../../../media/encoding/skills.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { storedOnly } from '../../../form/choiceLists.ts';
import { defineEncoder, type Encoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { AUTOMATIC, bitrateField, profileField, rateArgs, unless } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameRateAndKeyframes.ts';

/** Older presets in the names that replaced them; newer drivers support only these. */
const PRESETS: Record<string, readonly [preset: string, tune?: string]> = {
  default: ['p4'],
  hp: ['p1'],
  hq: ['p7'],
  bd: ['p5'],
  ll: ['p4', 'll'],
  llhq: ['p7', 'll'],
  llhp: ['p1', 'll'],
  lossless: ['p4', 'lossless'],
  losslesshp: ['p1', 'lossless'],
  losslesshq: ['p7', 'lossless'],
};
const RATES: Record<string, string> = { cbr_ld_hq: 'cbr', cbr_hq: 'cbr', vbr_hq: 'vbr' };
/** The last major that has the older words with every driver that it works with. */
const LAST = 6;

const nvencFields = {
  preset: select({
    label: msg('Preset'),
    help: msg('Slower presets give better quality at the same bitrate, at the cost of speed.'),
    default: 'medium',
    options: [
      ...[
        'default',
        'slow',
        'medium',
        'fast',
        'hp',
        'hq',
        'bd',
        'll',
        'llhq',
        'llhp',
        'lossless',
        'losslesshp',
        storedOnly('losslesshq'),
      ],
      ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'],
    ],
  }),
  rc: select({
    label: msg('Rate control'),
    default: 'auto',
    options: [AUTOMATIC, 'constqp', 'vbr', 'cbr', 'cbr_ld_hq', 'cbr_hq', 'vbr_hq'],
  }),
};

/** The AV1 encoder came with 6.0 and never had the older names. */
const hasOlderWords = (id: string, { major }: FfmpegVersion) => major <= LAST && id !== 'av1_nvenc';

function nvencPreset(id: string, preset: string, ffmpeg: FfmpegVersion): string[] {
  const [name = preset, tune] = hasOlderWords(id, ffmpeg) ? [] : (PRESETS[preset] ?? []);
  return ['-preset:v', name, ...(tune === undefined ? [] : ['-tune:v', tune])];
}

function nvencRate(id: string, rc: string, ffmpeg: FfmpegVersion): string[] {
  if (rc === 'auto') return [];
  return ['-rc:v', hasOlderWords(id, ffmpeg) ? rc : (RATES[rc] ?? rc)];
}

const nvencEncoder = (kind: Pick<Encoder, 'id' | 'name' | 'codec'>): Encoder =>
  defineEncoder({
    ...kind,
    type: 'video',
    hardware: true,
    fields: {
      bitrate: bitrateField,
      ...frameFields,
      preset: nvencFields.preset,
      profile: profileField(['main']),
      rc: nvencFields.rc,
    },
    open: ['bitrate', 'fps', 'preset'],
    summary: ['bitrate', 'fps', 'preset', 'profile'],
    args: ({ bitrate, fps, gop, preset, profile, rc }, _stream, ffmpeg) => [
      ...['-codec:v', kind.id, ...nvencPreset(kind.id, preset, ffmpeg), ...rateArgs(bitrate, ''), '-r', fps],
      ...['-pix_fmt', 'yuv420p', ...constantRate(ffmpeg), ...keyframes({ fps, gop })],
      ...unless('auto', '-profile:v', profile),
      ...nvencRate(kind.id, rc, ffmpeg),
    ],
  });

/** @param ffmpeg that has no older words */
function nvencExamples({ id }: Pick<Encoder, 'id'>, ffmpeg: FfmpegVersion = { major: 7, minor: 1 }): CoderExample[] {
  const paced = [...rateArgs('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'];
  return [
    { given: {}, expect: ['-codec:v', id, '-preset:v', 'medium', ...paced, '-g', '50'] },
    {
      given: { gop: 'auto', preset: 'llhq', rc: 'cbr_hq', profile: 'main' },
      ffmpeg,
      expect: ['-codec:v', id, '-preset:v', 'p7', '-tune:v', 'll', ...paced, '-profile:v', 'main', '-rc:v', 'cbr'],
    },
  ];
}

const H264_LEVELS = [
  ...['1', '1.0', '1b', '1.0b', '1.1', '1.2', '1.3', '2', '2.0', '2.1', '2.2'],
  ...['3', '3.0', '3.1', '3.2', '4', '4.0', '4.1', '4.2', '5', '5.0', '5.1'],
];

export const h264_nvenc = defineEncoder({
  id: 'h264_nvenc',
  name: 'H.264 (NVENC)',
  type: 'video',
  codec: 'h264',
  hardware: true,
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    preset: nvencFields.preset,
    profile: profileField(['baseline', 'main', 'high', 'high444p']),
    level: select({ label: msg('Level'), default: 'auto', options: [AUTOMATIC, ...H264_LEVELS] }),
    rc: nvencFields.rc,
  },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  summary: ['bitrate', 'fps', 'preset', 'profile'],
  args: ({ bitrate, fps, gop, preset, profile, level, rc }, _stream, ffmpeg) => [
    ...['-codec:v', 'h264_nvenc', ...nvencPreset('h264_nvenc', preset, ffmpeg), ...rateArgs(bitrate, ''), '-r', fps],
    ...['-pix_fmt', 'yuv420p', ...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...unless('auto', '-profile:v', profile),
    ...unless('auto', '-level:v', level),
    ...nvencRate('h264_nvenc', rc, ffmpeg),
  ],
});

const H264_RATE = [...rateArgs('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p'];

const HEVC_NVENC = { id: 'hevc_nvenc', name: 'HEVC (NVENC)', codec: 'hevc' };

export const hevc_nvenc = nvencEncoder(HEVC_NVENC);

const AV1_NVENC = { id: 'av1_nvenc', name: 'AV1 (NVENC)', codec: 'av1' };

export const av1_nvenc = nvencEncoder(AV1_NVENC);

export const examples: Record<string, CoderExample[]> = {
  h264_nvenc: [
    {
      given: {},
      expect: ['-codec:v', 'h264_nvenc', '-preset:v', 'medium', ...H264_RATE, '-fps_mode', 'cfr', '-g', '50'],
    },
    {
      given: { gop: 'auto', preset: 'llhq', rc: 'cbr_hq', profile: 'main', level: '4.1' },
      ffmpeg: { major: 7, minor: 1 },
      expect: [
        ...['-codec:v', 'h264_nvenc', '-preset:v', 'p7', '-tune:v', 'll', ...H264_RATE, '-fps_mode', 'cfr'],
        ...['-profile:v', 'main', '-level:v', '4.1', '-rc:v', 'cbr'],
      ],
    },
  ],
  hevc_nvenc: nvencExamples(HEVC_NVENC),
  av1_nvenc: nvencExamples(AV1_NVENC, { major: 6, minor: 1 }),
};
