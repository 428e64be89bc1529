type Translate = (text: string, values: Readonly<Record<string, string>>) => string;

/** Translates an English text and fills in `{{0}}` and so on. */
export const phraseText = ({ text, values }: { text: string; values: readonly string[] }, t: Translate): string =>
  t(text, Object.fromEntries(values.map((value, i) => [String(i), value])));
