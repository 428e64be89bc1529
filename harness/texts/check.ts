/** Texts of a language by the English text. */
export type Texts = Readonly<Record<string, string>>;

/** `{{name}}` as it stands in a text, sorted. */
const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted().join(' ');

/** What is wrong with one language, a line for each text; empty when it is complete and nothing is left over. */
export function complaintsOf(used: readonly string[], texts: Texts): string[] {
  const known = new Set(used);
  const missing = used.filter((text) => !Object.hasOwn(texts, text)).map((text) => `missing: ${text}`);
  const wrong = Object.entries(texts).flatMap(([text, translated]) => {
    if (!known.has(text)) return [`no longer used: ${text}`];
    if (translated.trim() === '') return [`empty: ${text}`];
    if (placeholders(text) !== placeholders(translated)) return [`other placeholders: ${text} -> ${translated}`];
    return [];
  });
  return [...missing, ...wrong];
}

/** The same language with a place for each text that is used and for no other, in the order of the alphabet. */
export const fitLocale = (used: readonly string[], texts: Texts): Texts =>
  Object.fromEntries([...used].sort().map((text) => [text, texts[text] ?? '']));
