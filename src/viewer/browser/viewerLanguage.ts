import type { Say } from './stream/playerStreamTypes.ts';

/** By language: what the build took from assets/locales for the texts of this script. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The first of the viewer's languages that there are texts in, beside English. */
export function languageOf(known: readonly string[], wanted: readonly string[]): string {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return codes.find((code) => code === 'en' || known.includes(code)) ?? 'en';
}

/** How the viewer writes dates and figures in that language, which it does not tell by itself: "en-GB", not "en". */
export const localeOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;

/** That language, and what is said in it; English texts are the keys. */
export function viewerLanguageOf(
  translations: Translations,
  wanted: readonly string[],
): { language: string; say: Say } {
  const language = languageOf(Object.keys(translations), wanted);
  return { language, say: (text) => translations[language]?.[text] ?? text };
}
