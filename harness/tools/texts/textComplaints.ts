import { messageOf } from '../../../server/util/errorMessage.ts';
import { UserError } from '../launch/userError.ts';
import { formsOf, placesOf, type SourceText } from './pluralForms.ts';

export type Texts = Readonly<Record<string, string>>;

const placeholders = (text: string) => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted().join(' ');

/** Whether a key has a plural form that this language does not use. */
const strayForm = (used: readonly SourceText[], key: string) =>
  used.some(({ text, one }) => one !== undefined && key.startsWith(`${text}_`));

/** A count after a colon does not change a word: "Channels found: 1." */
const AFTER_COLON = /: \{\{count\}\}\.?$/;

function alikeForms(used: readonly SourceText[], code: string, texts: Texts): string[] {
  const others = formsOf(code).filter((form) => form !== 'one');
  return used.flatMap(({ text, one }) => {
    const ofOne = one === undefined ? undefined : texts[`${text}_one`];
    if (!ofOne || AFTER_COLON.test(ofOne)) return [];
    return others
      .filter((form) => texts[`${text}_${form}`] === ofOne)
      .map((form) => `one as ${form}: ${text} -> ${ofOne}`);
  });
}

/** Throws a message if the file is not a list of texts, or has duplicate keys, of which one would be lost. */
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
  const repeated = places.filter((key, i) => places.indexOf(key) !== i);
  if (repeated.length > 0) throw new UserError(`${file}: keep one of the lines for ${repeated.join(', ')}`);
  return texts;
}

export function complaintsOf(used: readonly SourceText[], code: string, texts: Texts): string[] {
  const english = new Map(used.flatMap((text) => placesOf(text, code)));
  const missing = [...english.keys()].filter((key) => !Object.hasOwn(texts, key)).map((key) => `missing: ${key}`);
  const wrong = Object.entries(texts).flatMap(([key, translated]) => {
    const text = english.get(key);
    if (text === undefined) return [strayForm(used, key) ? `not a form of ${code}: ${key}` : `no longer used: ${key}`];
    if (translated.trim() === '') return [`empty: ${key}`];
    const required = placeholders(text);
    if (required !== placeholders(translated))
      return [`other placeholders, ${required ? `keep ${required}` : 'remove them'}: ${key} -> ${translated}`];
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

export const isUntranslated = (complaint: string) => /^(missing|empty): /.test(complaint);

/** Removed translations as `text -> translation`, because a changed text often reuses one. */
export const droppedTexts = (before: Texts, after: Texts): string[] =>
  Object.entries(before)
    .filter(([key, translated]) => translated !== '' && !Object.hasOwn(after, key))
    .map(([key, translated]) => `${key} -> ${translated}`);
