import { expect, it } from 'vitest';
import { chooseLanguage, languages, loadTexts } from './languages.ts';

it.each([
  [null, [], 'en'],
  [null, ['en-GB', 'de'], 'en'],
  ['en', ['de'], 'en'],
  // written by another product, or by hand
  ['tlh', ['tlh', 'en-US'], 'en'],
  ['', [''], 'en'],
])('stored %s and browser %s give %s', (stored, browser, code) => expect(chooseLanguage(stored, browser)).toBe(code));

it.each(languages)('$name has texts that can be fetched', async ({ code }) => {
  const empty = Object.entries(await loadTexts(code)).filter(([, translated]) => translated === '');
  expect(
    empty.map(([text]) => text),
    `translate these in assets/locales/${code}.json`,
  ).toEqual([]);
});
