import type { Decoder, Encoder } from '../../src/catalog/define.ts';
import type { Field } from '../../src/catalog/fields.ts';
import { testStream } from '../../src/media/process/encoderTest.ts';
import type { FfmpegVersion } from '../../src/media/skills.ts';

export interface Variant {
  /** The setting that is another than by default; '': none. */
  name: string;
  /** Of the whole process. */
  global: string[];
  args: string[];
}

// With smaller pictures libsvtav1 of 5.1 waits for ever.
const HEIGHT = 144;

/** Values to choose from; not those that are only kept where somebody has stored them. */
const valuesOf = (field: Field): string[] =>
  field.kind === 'select' || field.kind === 'selectOrCustom'
    ? field.options.flatMap((option) =>
        typeof option === 'string' ? option : option.storedOnly || option.none ? [] : option.value,
      )
    : [];

/** By default, and then with each setting that can be chosen. */
export function variantsOf(coder: Encoder | Decoder, ffmpeg: FfmpegVersion): [Variant, ...Variant[]] {
  const stream = testStream(coder.type, HEIGHT);
  const made = (name: string, settings: Record<string, string>): Variant => {
    const global = coder.global(settings).flat();
    return { name, global, args: coder.args(settings, stream, ffmpeg).slice(global.length) };
  };
  const all = Object.entries(coder.fields).flatMap(([key, field]) =>
    // Any number will do there.
    (key === 'bitrate' && coder.type === 'video' ? [] : valuesOf(field))
      .filter((value) => !('default' in field) || value !== field.default)
      .map((value) => made(`${key}=${value}`, { [key]: value })),
  );
  return [made('', {}), ...all];
}
