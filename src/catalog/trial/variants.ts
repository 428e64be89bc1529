import { testStream } from '../../media/process/encoderTest.ts';
import type { FfmpegVersion } from '../../media/skills.ts';
import type { Decoder, Encoder } from '../define.ts';
import type { Field, Fields } from '../fields.ts';

/** The setting that is another than by default, and its value. */
export interface TriedSetting {
  key: string;
  value: string;
}

export interface Variant {
  /** null: all as by default. */
  setting: TriedSetting | null;
  /** Of the whole process. */
  global: string[];
  args: string[];
}

// With smaller pictures libsvtav1 of 5.1 waits for ever.
const HEIGHT = 144;

/** Values to choose from; not those that are only kept where somebody has stored them. */
const valuesOf = (field: Field): string[] =>
  field.kind === 'select' || field.kind === 'selectOrCustom'
    ? field.options.flatMap(({ value, storedOnly, none }) => (storedOnly || none ? [] : value))
    : [];

/** Every setting that can be chosen from a list and is not the default. */
export const settingsToTry = (fields: Fields): TriedSetting[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    valuesOf(field)
      .filter((value) => !('default' in field) || value !== field.default)
      .map((value) => ({ key, value })),
  );

/** By default, and then with each setting that can be chosen. */
export function variantsOf(coder: Encoder | Decoder, ffmpeg: FfmpegVersion): [Variant, ...Variant[]] {
  const stream = testStream(coder.type, HEIGHT);
  const made = (setting: TriedSetting | null): Variant => {
    const settings = setting ? { [setting.key]: setting.value } : {};
    const global = coder.global(settings).flat();
    return { setting, global, args: coder.args(settings, stream, ffmpeg).slice(global.length) };
  };
  // Any number will do there.
  const others = settingsToTry(coder.fields).filter(({ key }) => key !== 'bitrate' || coder.type !== 'video');
  return [made(null), ...others.map(made)];
}
