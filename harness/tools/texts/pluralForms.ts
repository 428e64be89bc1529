export interface SourceText {
  text: string;
  /** The English singular, '' if it is missing; undefined for a text without a count. */
  one?: string;
}

export const formsOf = (code: string): readonly string[] =>
  new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted();

/** The keys of a text in a language, one per plural form, each with its English. */
export const placesOf = ({ text, one }: SourceText, code: string): readonly [place: string, english: string][] =>
  one === undefined
    ? [[text, text]]
    : formsOf(code).map((form) => [`${text}_${form}`, form === 'one' && one !== '' ? one : text]);

export const englishComplaints = (used: readonly SourceText[]): string[] =>
  used.filter(({ one }) => one === '').map(({ text }) => `en: no form for one (defaultValue_one): ${text}`);
