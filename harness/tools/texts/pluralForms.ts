/** An English text of the source, without the suffix of a form. */
export interface SourceText {
  text: string;
  /** The English singular of a counted text, '' where it is missing; undefined where no count rules the text. */
  one?: string;
}

export const formsOf = (code: string): readonly string[] =>
  new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted();

/** The places of a text in the file of a language, each with the English that stands there: a counted text has one for each form. */
export const placesOf = ({ text, one }: SourceText, code: string): readonly [place: string, english: string][] =>
  one === undefined
    ? [[text, text]]
    : formsOf(code).map((form) => [`${text}_${form}`, form === 'one' && one !== '' ? one : text]);

/** English texts are the keys, which say `other`; the form for one stands beside them in the source. */
export const englishComplaints = (used: readonly SourceText[]): string[] =>
  used.filter(({ one }) => one === '').map(({ text }) => `en: no form for one (defaultValue_one): ${text}`);
