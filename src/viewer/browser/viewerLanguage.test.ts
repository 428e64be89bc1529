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
  const tongue = viewerLanguageOf(translations, wanted);
  expect(tongue.language).toBe(language);
  expect(tongue.say('Play')).toBe(play);
  expect(tongue.say('Unknown')).toBe('Unknown');
});
