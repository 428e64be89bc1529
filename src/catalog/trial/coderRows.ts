import { TEST_RATE } from '../../media/encoding/encoderTestResults.ts';
import type { Input } from '../../media/encoding/profile.ts';
import type { FfmpegVersion, Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { decoders } from '../coders/decoders.ts';
import type { Decoder, Encoder } from '../form/defineCatalogEntry.ts';
import { type TrialRow, toNowhere } from './ffmpegTrialRow.ts';
import { variantsOf } from './settingVariants.ts';

/** Several of these in one process wait for each other for ever, now and then. */
const ALONE = ['libsvtav1'];
/** Two pictures are enough of what takes seconds for each, and small ones. */
const SLOW = ['librav1e'];
const BRIEF = '0.08';
/** Enough to begin. */
const BEGUN = '0.2';

const GENERATED: Record<MediaType | 'small', string> = {
  video: `testsrc2=rate=${TEST_RATE}:size=256x144`,
  small: `testsrc2=rate=${TEST_RATE}:size=64x64`,
  audio: 'sine=sample_rate=48000,aformat=channel_layouts=stereo',
};

/** @param seconds of it, as ffmpeg reads them */
export const generatedInput = (what: keyof typeof GENERATED, seconds = BEGUN): Input => ({
  address: GENERATED[what],
  options: ['-f', 'lavfi', '-t', seconds],
});

/** An encoder by default, and with each setting that can be chosen. @param seconds that it encodes, as ffmpeg reads them */
export function encoderRows(encoder: Encoder, ffmpeg: FfmpegVersion, seconds?: string): [TrialRow, ...TrialRow[]] {
  const { id, type, hardware } = encoder;
  const slow = SLOW.includes(id);
  const input = generatedInput(slow ? 'small' : type, seconds ?? (slow ? BRIEF : BEGUN));
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
const decoderRow = (decoder: Decoder, ffmpeg: FfmpegVersion): TrialRow => {
  const [{ global, args }] = variantsOf(decoder, ffmpeg);
  const { address, options } = generatedInput(decoder.type);
  const input = { address, options: [...args, ...options] };
  const names = [decoder.id];
  return {
    kind: 'decoder',
    names,
    setting: null,
    global,
    inputs: [input],
    output: null,
    runs: 'shared',
    hardware: true,
  };
};

export const rowsOfDecoders = ({ decoders: had, ffmpeg }: Pick<Skills, 'decoders' | 'ffmpeg'>): TrialRow[] =>
  (['video', 'audio'] as const).flatMap((type) =>
    decoders[type]
      .filter(({ id }) => id !== 'default' && had[type].includes(id))
      .map((decoder) => decoderRow(decoder, ffmpeg)),
  );
