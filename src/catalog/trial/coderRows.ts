import { TEST_RATE } from '../../media/encoding/encoderTestResults.ts';
import type { Input } from '../../media/encoding/profile.ts';
import type { FfmpegVersion, Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { decoders } from '../coders/decoders.ts';
import { codingArguments, testStream } from '../coders/encoderTestArguments.ts';
import type { Decoder, Encoder } from '../form/defineCatalogEntry.ts';
import { type SettingVariant, settingsToTry, withSetting } from './settingVariants.ts';
import { type TrialRow, toNowhere } from './trialRow.ts';

/** Several of these in one process wait for each other for ever, now and then. */
const ALONE = ['libsvtav1'];
/** Two small pictures are enough of an encoder that takes seconds for each. */
const SLOW = ['librav1e'];
const BRIEF = '0.08';

const GENERATED: Record<MediaType | 'small', string> = {
  video: `testsrc2=rate=${TEST_RATE}:size=256x144`,
  small: `testsrc2=rate=${TEST_RATE}:size=64x64`,
  audio: 'sine=sample_rate=48000,aformat=channel_layouts=stereo',
};

/** @param seconds as ffmpeg reads them; by default enough to begin */
export const generatedInput = (what: keyof typeof GENERATED, seconds = '0.2'): Input => ({
  address: GENERATED[what],
  options: ['-f', 'lavfi', '-t', seconds],
});

interface CoderVariant {
  /** null: all as by default. */
  setting: SettingVariant | null;
  global: string[];
  args: string[];
}

/** By default, and then with each setting that can be chosen. */
export function variantsOf(coder: Encoder | Decoder, ffmpeg: FfmpegVersion): [CoderVariant, ...CoderVariant[]] {
  const stream = testStream(coder.type);
  const made = (setting: SettingVariant | null): CoderVariant => ({
    setting,
    ...codingArguments(coder, setting ? withSetting({}, coder.fields, setting) : {}, stream, ffmpeg),
  });
  // Any number will do there.
  const others = settingsToTry(coder.fields).filter(({ key }) => key !== 'bitrate' || coder.type !== 'video');
  const byDefault = made(null);
  // What comes to the same words is refused by default, or not at all.
  const words = ({ args, global }: CoderVariant) => [...global, ...args].join('\n');
  const isOther = (variant: CoderVariant) => words(variant) !== words(byDefault);
  return [byDefault, ...others.map(made).filter(isOther)];
}

/** An encoder by default, and with each setting that can be chosen. @param seconds that it encodes, as ffmpeg reads them */
export function encoderRows(encoder: Encoder, ffmpeg: FfmpegVersion, seconds?: string): [TrialRow, ...TrialRow[]] {
  const { id, type, hardware } = encoder;
  const slow = SLOW.includes(id);
  const input = generatedInput(slow ? 'small' : type, seconds ?? (slow ? BRIEF : undefined));
  const [byDefault, ...others] = variantsOf(encoder, ffmpeg).map(
    ({ setting, global, args }): TrialRow => ({
      ...{ kind: 'encoder', names: [id], setting, global, inputs: [input], output: toNowhere(args), hardware },
      // A value that it does not know ffmpeg refuses before it looks for the device.
      runs: hardware ? 'reaching' : ALONE.includes(id) ? 'alone' : 'shared',
    }),
  );
  if (!byDefault) throw new Error(`${id} has no default`);
  return [byDefault, ...others];
}

/** Before it opens anything ffmpeg looks whether it knows a decoder and its options. Nothing is decoded. */
function decoderRow(decoder: Decoder, ffmpeg: FfmpegVersion): TrialRow {
  const [{ global, args }] = variantsOf(decoder, ffmpeg);
  const { address, options } = generatedInput(decoder.type);
  return {
    ...{ kind: 'decoder', names: [decoder.id], setting: null, global, output: null, runs: 'shared', hardware: true },
    inputs: [{ address, options: [...args, ...options] }],
  };
}

export const decoderRows = ({ decoders: had, ffmpeg }: Pick<Skills, 'decoders' | 'ffmpeg'>): TrialRow[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    decoders[type]
      .filter(({ id }) => id !== 'default' && had[type].includes(id))
      .map((decoder) => decoderRow(decoder, ffmpeg)),
  );
