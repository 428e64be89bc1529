import type { Say } from './stream/playerStreamTypes.ts';

/** Translations by language, inserted by the build from assets/locales. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The viewer's first language with translations; English otherwise. */
export function languageOf(available: readonly string[], preferred: readonly string[]): string {
  const codes = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return codes.find((code) => code === 'en' || available.includes(code)) ?? 'en';
}

/** The viewer's locale for that language, with a region: "en-GB", not "en". */
export const localeOf = (language: string, preferred: readonly string[]): string =>
  preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;

export function viewerLanguageOf(
  translations: Translations,
  preferred: readonly string[],
): { language: string; say: Say } {
  const language = languageOf(Object.keys(translations), preferred);
  return { language, say: (text) => translations[language]?.[text] ?? text };
}
