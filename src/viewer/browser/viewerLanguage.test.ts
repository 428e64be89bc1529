import { expect, it } from 'vitest';
import { viewerLanguageOf } from './viewerLanguage.ts';

const translations = { de: { Play: 'Abspielen' } };

it.each([
  [['de-AT', 'en'], 'de', 'Abspielen'],
  [['fr', 'de'], 'de', 'Abspielen'],
  [['en-GB', 'de'], 'en', 'Play'],
  [['fr'], 'en', 'Play'],
  [[], 'en', 'Play'],
])('%j reads %s', (wanted, language, play) => {
  const chosen = viewerLanguageOf(translations, wanted);
  expect(chosen.language).toBe(language);
  expect(chosen.say('Play')).toBe(play);
  expect(chosen.say('Unknown')).toBe('Unknown');
});
