import { expect, it } from 'vitest';
import { chooseLanguage, languages, loadTexts } from './languages.ts';

it.each([
  [null, [], 'en'],
  [null, ['en-GB', 'de'], 'en'],
  ['en', ['de'], 'en'],
  ['tlh', ['tlh', 'en-US'], 'en'],
  ['', [''], 'en'],
])('chooses for stored %s and browser languages %s: %s', (stored, browser, code) =>
  expect(chooseLanguage(stored, browser)).toBe(code),
);

it.each(languages)('$name has texts that can be fetched', async ({ code }) => {
  const empty = Object.entries(await loadTexts(code)).filter(([, translated]) => translated === '');
  expect(
    empty.map(([text]) => text),
    `translate these in assets/locales/${code}.json`,
  ).toEqual([]);
});
