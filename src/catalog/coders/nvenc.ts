import { msg } from '../../i18n/msg.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { defineEncoder, type Encoder } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { AUTOMATIC, bitrateField, profileField, rate, storedOnly, unless } from './commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from './frameRateAndKeyframes.ts';

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

export const nvencFields = {
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

export function nvencPreset(id: string, preset: string, ffmpeg: FfmpegVersion): string[] {
  const [name = preset, tune] = hasOlderWords(id, ffmpeg) ? [] : (PRESETS[preset] ?? []);
  return ['-preset:v', name, ...(tune === undefined ? [] : ['-tune:v', tune])];
}

export function nvencRate(id: string, rc: string, ffmpeg: FfmpegVersion): string[] {
  if (rc === 'auto') return [];
  return ['-rc:v', hasOlderWords(id, ffmpeg) ? rc : (RATES[rc] ?? rc)];
}

/** One that is not of H.264. */
export const nvencEncoder = (kind: Pick<Encoder, 'id' | 'name' | 'codec'>): Encoder =>
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
      ...['-codec:v', kind.id, ...nvencPreset(kind.id, preset, ffmpeg), ...rate(bitrate, ''), '-r', fps],
      ...['-pix_fmt', 'yuv420p', ...constantRate(ffmpeg), ...keyframes({ fps, gop })],
      ...unless('auto', '-profile:v', profile),
      ...nvencRate(kind.id, rc, ffmpeg),
    ],
  });

/** @param ffmpeg that has no older words */
export function nvencExamples(
  { id }: Pick<Encoder, 'id'>,
  ffmpeg: FfmpegVersion = { major: 7, minor: 1 },
): CoderExample[] {
  const paced = [...rate('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'];
  return [
    { given: {}, expect: ['-codec:v', id, '-preset:v', 'medium', ...paced, '-g', '50'] },
    {
      given: { gop: 'auto', preset: 'llhq', rc: 'cbr_hq', profile: 'main' },
      ffmpeg,
      expect: ['-codec:v', id, '-preset:v', 'p7', '-tune:v', 'll', ...paced, '-profile:v', 'main', '-rc:v', 'cbr'],
    },
  ];
}
