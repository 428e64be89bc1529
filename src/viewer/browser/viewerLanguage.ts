import type { Say } from './stream.ts';

/** By language: what the build took from assets/locales for the texts of this script. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The first of the viewer's languages that there are texts in; English texts are the keys. */
export function viewerLanguageOf(
  translations: Translations,
  wanted: readonly string[],
): { language: string; say: Say } {
  const known = ['en', ...Object.keys(translations)];
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const language = codes.find((code) => known.includes(code)) ?? 'en';
  return { language, say: (text) => translations[language]?.[text] ?? text };
}
