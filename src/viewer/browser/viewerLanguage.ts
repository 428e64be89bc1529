import type { Say } from './stream/playerStreamTypes.ts';

/** Translations by language, inserted by the build from assets/locales. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The viewer's first language with translations; English otherwise. */
export function languageOf(known: readonly string[], wanted: readonly string[]): string {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return codes.find((code) => code === 'en' || known.includes(code)) ?? 'en';
}

/** The viewer's locale for that language, with a region: "en-GB", not "en". */
export const localeOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;

export function viewerLanguageOf(
  translations: Translations,
  wanted: readonly string[],
): { language: string; say: Say } {
  const language = languageOf(Object.keys(translations), wanted);
  return { language, say: (text) => translations[language]?.[text] ?? text };
}
