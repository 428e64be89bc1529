import { TEST_RATE } from '../../media/encoding/encoderTestResults.ts';
import type { Input } from '../../media/encoding/profile.ts';
import type { FfmpegVersion, Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { decoders } from '../coders/decoders.ts';
import { codingArguments, testStream } from '../coders/encoderTestArguments.ts';
import type { Decoder, Encoder } from '../form/defineCatalogEntry.ts';
import { type SettingVariant, settingsToTry, withSetting } from './settingVariants.ts';
import { type TrialRow, toNowhere } from './trialRow.ts';

/** Several of these in one process occasionally deadlock. */
const ALONE = ['libsvtav1'];
/** Encoders that take seconds per frame, so two small frames must do. */
const SLOW = ['librav1e'];
const BRIEF = '0.08';

const GENERATED: Record<MediaType | 'small', string> = {
  video: `testsrc2=rate=${TEST_RATE}:size=256x144`,
  small: `testsrc2=rate=${TEST_RATE}:size=64x64`,
  audio: 'sine=sample_rate=48000,aformat=channel_layouts=stereo',
};

export const generatedInput = (kind: keyof typeof GENERATED, seconds = '0.2'): Input => ({
  address: GENERATED[kind],
  options: ['-f', 'lavfi', '-t', seconds],
});

interface CoderVariant {
  setting: SettingVariant | null;
  global: string[];
  args: string[];
}

/** Defaults, then each setting that can be chosen. */
export function variantsOf(coder: Encoder | Decoder, ffmpeg: FfmpegVersion): [CoderVariant, ...CoderVariant[]] {
  const stream = testStream(coder.type);
  const variantOf = (setting: SettingVariant | null): CoderVariant => ({
    setting,
    ...codingArguments(coder, setting ? withSetting({}, coder.fields, setting) : {}, stream, ffmpeg),
  });
  const others = settingsToTry(coder.fields).filter(({ key }) => key !== 'bitrate' || coder.type !== 'video');
  const plain = variantOf(null);
  // Skips settings that produce the same arguments as the defaults.
  const words = ({ args, global }: CoderVariant) => [...global, ...args].join('\n');
  const isOther = (variant: CoderVariant) => words(variant) !== words(plain);
  return [plain, ...others.map(variantOf).filter(isOther)];
}

export function encoderRows(encoder: Encoder, ffmpeg: FfmpegVersion, seconds?: string): [TrialRow, ...TrialRow[]] {
  const { id, type, hardware } = encoder;
  const slow = SLOW.includes(id);
  const input = generatedInput(slow ? 'small' : type, seconds ?? (slow ? BRIEF : undefined));
  const [plain, ...others] = variantsOf(encoder, ffmpeg).map(
    ({ setting, global, args }): TrialRow => ({
      ...{ kind: 'encoder', names: [id], setting, global, inputs: [input], output: toNowhere(args), hardware },
      // ffmpeg rejects unknown values before it opens the device.
      runs: hardware ? 'reaching' : ALONE.includes(id) ? 'alone' : 'shared',
    }),
  );
  if (!plain) throw new Error(`${id} has no default`);
  return [plain, ...others];
}

/** ffmpeg checks decoder and options before it opens anything, so nothing is decoded. */
function decoderRow(decoder: Decoder, ffmpeg: FfmpegVersion): TrialRow {
  const [{ global, args }] = variantsOf(decoder, ffmpeg);
  const { address, options } = generatedInput(decoder.type);
  return {
    ...{ kind: 'decoder', names: [decoder.id], setting: null, global, output: null, runs: 'shared', hardware: true },
    inputs: [{ address, options: [...args, ...options] }],
  };
}

export const decoderRows = ({ decoders: available, ffmpeg }: Pick<Skills, 'decoders' | 'ffmpeg'>): TrialRow[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    decoders[type]
      .filter(({ id }) => id !== 'default' && available[type].includes(id))
      .map((decoder) => decoderRow(decoder, ffmpeg)),
  );
