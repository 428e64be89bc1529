import { messageOf } from '../../../server/util/errorMessage.ts';
import { UserError } from '../launch/userError.ts';
import { formsOf, placesOf, type SourceText } from './pluralForms.ts';

/** Texts of a language by the English text, with the form or the context behind it. */
export type Texts = Readonly<Record<string, string>>;

const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted().join(' ');

/** Whether the text without a form is counted: another language has the place, this one does not. */
const strayForm = (used: readonly SourceText[], key: string) =>
  used.some(({ text, one }) => one !== undefined && key.startsWith(`${text}_`));

/** A count behind a colon rules no word: "Channels found: 1." */
const AFTER_COLON = /: \{\{count\}\}\.?$/;

/** Counted texts whose form for one equals another form, a line for each. */
function alikeForms(used: readonly SourceText[], code: string, texts: Texts): string[] {
  const others = formsOf(code).filter((form) => form !== 'one');
  return used.flatMap(({ text, one }) => {
    const singular = one === undefined ? undefined : texts[`${text}_one`];
    if (!singular || AFTER_COLON.test(singular)) return [];
    return others
      .filter((form) => texts[`${text}_${form}`] === singular)
      .map((form) => `one as ${form}: ${text} -> ${singular}`);
  });
}

/** Texts by their places. Throws a line for what is no list of texts, or has a place twice, of which one would be lost. */
export function parseLocale(file: string, content: string): Texts {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new UserError(`${file} is no JSON, correct it there: ${messageOf(error)}`);
  }
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(Object(value))) {
    if (typeof text !== 'string') throw new UserError(`${file}: write a text in quotation marks for "${key}"`);
    texts[key] = text;
  }
  const places = content.split('\n').flatMap((line) => /^\s*("(?:[^"\\]|\\.)*")\s*:/.exec(line)?.[1] ?? []);
  const twice = places.filter((key, i) => places.indexOf(key) !== i);
  if (twice.length > 0) throw new UserError(`${file}: keep one of the lines for ${twice.join(', ')}`);
  return texts;
}

export function complaintsOf(used: readonly SourceText[], code: string, texts: Texts): string[] {
  const english = new Map(used.flatMap((text) => placesOf(text, code)));
  const missing = [...english.keys()].filter((key) => !Object.hasOwn(texts, key)).map((key) => `missing: ${key}`);
  const wrong = Object.entries(texts).flatMap(([key, translated]) => {
    const text = english.get(key);
    if (text === undefined) return [strayForm(used, key) ? `not a form of ${code}: ${key}` : `no longer used: ${key}`];
    if (translated.trim() === '') return [`empty: ${key}`];
    const expected = placeholders(text);
    if (expected !== placeholders(translated))
      return [`other placeholders, ${expected ? `keep ${expected}` : 'remove them'}: ${key} -> ${translated}`];
    return [];
  });
  return [...missing, ...wrong, ...alikeForms(used, code, texts)];
}

export const fitLocale = (used: readonly SourceText[], code: string, texts: Texts): Texts =>
  Object.fromEntries(
    used
      .flatMap((text) => placesOf(text, code).map(([key]) => key))
      .toSorted()
      .map((key) => [key, texts[key] ?? '']),
  );

/** Whether a complaint is one that an incomplete language may have. */
export const isUntranslated = (complaint: string) => /^(missing|empty): /.test(complaint);

/** Translations that are gone, `text -> translation`: a changed text is often a changed translation. */
export const droppedTexts = (before: Texts, after: Texts): string[] =>
  Object.entries(before)
    .filter(([key, translated]) => translated !== '' && !Object.hasOwn(after, key))
    .map(([key, translated]) => `${key} -> ${translated}`);
