import { msg } from '../../../../i18n/msg.ts';
import type { FfmpegVersion } from '../../../../media/encoding/skills.ts';
import type { CoderExample } from '../../../form/argumentExampleTypes.ts';
import { storedOnly } from '../../../form/choiceLists.ts';
import { defineEncoder, type Encoder } from '../../../form/defineCatalogEntry.ts';
import { select } from '../../../form/fields.ts';
import { AUTOMATIC, bitrateField, profileField, rateArgs, unless } from '../../commonVideoFields.ts';
import { constantRate, frameFields, keyframes } from '../../frameTiming.ts';

/** Old preset names and their replacements; newer drivers only support the latter. */
const PRESETS = new Map<string, readonly [preset: string, tune?: string]>(
  Object.entries({
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
  }),
);
const RATES = new Map<string, string>(Object.entries({ cbr_ld_hq: 'cbr', cbr_hq: 'cbr', vbr_hq: 'vbr' }));
/** Last major version of ffmpeg that accepts the old names with every driver. */
const LAST = 6;

const nvencFields = {
  preset: select({
    label: msg('Preset'),
    help: msg('Slower presets give better quality at the same bitrate, at the cost of speed.'),
    default: 'medium',
    options: [
      ...['default', 'slow', 'medium', 'fast', 'hp', 'hq', 'bd', 'll', 'llhq', 'llhp', 'lossless', 'losslesshp'],
      storedOnly('losslesshq'),
      ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'],
    ],
  }),
  rc: select({
    label: msg('Rate control'),
    default: 'auto',
    options: [AUTOMATIC, 'constqp', 'vbr', 'cbr', 'cbr_ld_hq', 'cbr_hq', 'vbr_hq'],
  }),
};

/** The AV1 encoder (ffmpeg 6.0) never had the old names. */
const hasOlderWords = (id: string, { major }: FfmpegVersion) => major <= LAST && id !== 'av1_nvenc';

function nvencPreset(id: string, preset: string, ffmpeg: FfmpegVersion): string[] {
  const [name = preset, tune] = hasOlderWords(id, ffmpeg) ? [] : (PRESETS.get(preset) ?? []);
  return ['-preset:v', name, ...(tune === undefined ? [] : ['-tune:v', tune])];
}

function nvencRate(id: string, rc: string, ffmpeg: FfmpegVersion): string[] {
  if (rc === 'auto') return [];
  return ['-rc:v', hasOlderWords(id, ffmpeg) ? rc : (RATES.get(rc) ?? rc)];
}

const nvencShared = { type: 'video', hardware: true, summary: ['bitrate', 'fps', 'preset', 'profile'] } as const;

type NvencSettings = Record<'bitrate' | 'fps' | 'gop' | 'preset' | 'profile' | 'rc', string>;

function nvencArgs(id: string, settings: NvencSettings, ffmpeg: FfmpegVersion, level: readonly string[] = []) {
  const { bitrate, fps, gop, preset, profile, rc } = settings;
  return [
    ...['-codec:v', id, ...nvencPreset(id, preset, ffmpeg), ...rateArgs(bitrate, ''), '-r', fps],
    ...['-pix_fmt', 'yuv420p', ...constantRate(ffmpeg), ...keyframes({ fps, gop })],
    ...[...unless('auto', '-profile:v', profile), ...level, ...nvencRate(id, rc, ffmpeg)],
  ];
}

const nvencEncoder = (kind: Pick<Encoder, 'id' | 'name' | 'codec'>): Encoder =>
  defineEncoder({
    ...kind,
    ...nvencShared,
    fields: {
      bitrate: bitrateField,
      ...frameFields,
      preset: nvencFields.preset,
      profile: profileField(['main']),
      rc: nvencFields.rc,
    },
    open: ['bitrate', 'fps', 'preset'],
    args: (settings, _stream, ffmpeg) => nvencArgs(kind.id, settings, ffmpeg),
  });

function nvencExamples(
  { id }: Pick<Encoder, 'id'>,
  ffmpeg: FfmpegVersion = { major: 7, minor: 1 },
  extra = { given: {}, expect: [] as readonly string[] },
): CoderExample[] {
  const paced = [...rateArgs('4096', ''), '-r', '25', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'];
  const low = ['-codec:v', id, '-preset:v', 'p7', '-tune:v', 'll', ...paced, '-profile:v', 'main'];
  return [
    { given: {}, expect: ['-codec:v', id, '-preset:v', 'medium', ...paced, '-g', '50'] },
    {
      given: { gop: 'auto', preset: 'llhq', rc: 'cbr_hq', profile: 'main', ...extra.given },
      ffmpeg,
      expect: [...low, ...extra.expect, '-rc:v', 'cbr'],
    },
  ];
}

const H264_LEVELS = [
  ...['1', '1.0', '1b', '1.0b', '1.1', '1.2', '1.3', '2', '2.0', '2.1', '2.2'],
  ...['3', '3.0', '3.1', '3.2', '4', '4.0', '4.1', '4.2', '5', '5.0', '5.1'],
];

export const h264_nvenc = defineEncoder({
  ...nvencShared,
  id: 'h264_nvenc',
  name: 'H.264 (NVENC)',
  codec: 'h264',
  fields: {
    bitrate: bitrateField,
    ...frameFields,
    preset: nvencFields.preset,
    profile: profileField(['baseline', 'main', 'high', 'high444p']),
    level: select({ label: msg('Level'), default: 'auto', options: [AUTOMATIC, ...H264_LEVELS] }),
    rc: nvencFields.rc,
  },
  open: ['bitrate', 'fps', 'gop', 'preset'],
  args: ({ level, ...settings }, _stream, ffmpeg) =>
    nvencArgs('h264_nvenc', settings, ffmpeg, unless('auto', '-level:v', level)),
});

export const hevc_nvenc = nvencEncoder({ id: 'hevc_nvenc', name: 'HEVC (NVENC)', codec: 'hevc' });
export const av1_nvenc = nvencEncoder({ id: 'av1_nvenc', name: 'AV1 (NVENC)', codec: 'av1' });

export const examples: Record<string, CoderExample[]> = {
  h264_nvenc: nvencExamples(h264_nvenc, undefined, { given: { level: '4.1' }, expect: ['-level:v', '4.1'] }),
  hevc_nvenc: nvencExamples(hevc_nvenc),
  av1_nvenc: nvencExamples(av1_nvenc, { major: 6, minor: 1 }),
};
