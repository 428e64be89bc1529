import type { Sentence } from './verdictTypes.ts';

export interface SentenceLanguage {
  translate: (text: string, values?: Readonly<Record<string, number | string>>) => string;
  number: (value: number, decimals: number) => string;
  /** Formats a moment (ms since 1970). */
  clock: (at: number) => string;
  span: (seconds: number) => string;
}

export function sentenceText({ text, values }: Sentence, { translate, number, clock, span }: SentenceLanguage): string {
  const inWords = (value: Sentence['values'][string]) => {
    if (typeof value !== 'object') return value;
    if ('tenths' in value) return number(value.tenths, Number.isInteger(value.tenths) ? 0 : 1);
    if ('text' in value) return translate(value.text);
    return 'at' in value ? clock(value.at) : span(value.seconds);
  };
  return translate(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(value)])));
}
