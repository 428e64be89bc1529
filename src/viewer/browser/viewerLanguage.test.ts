import { expect, it } from 'vitest';
import { localeOf, viewerLanguageOf } from './viewerLanguage.ts';

const translations = { de: { Play: 'Abspielen' } };

it.each([
  [['de-AT', 'en'], 'de', 'Abspielen'],
  [['fr', 'de'], 'de', 'Abspielen'],
  [['en-GB', 'de'], 'en', 'Play'],
  [['fr'], 'en', 'Play'],
  [[], 'en', 'Play'],
])('a viewer with the languages %j reads %s', (preferred, language, play) => {
  const chosen = viewerLanguageOf(translations, preferred);
  expect(chosen.language).toBe(language);
  expect(chosen.say('Play')).toBe(play);
  expect(chosen.say('Unknown')).toBe('Unknown');
});

it.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['pl', 'en-AU'], 'en-AU'],
  ['en', ['pl'], 'en'],
  ['de', ['DE-ch'], 'DE-ch'],
])('dates in %s for a viewer with %j use the locale %s', (language, preferred, locale) =>
  expect(localeOf(language, preferred)).toBe(locale),
);
