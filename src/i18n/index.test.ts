// @vitest-environment jsdom
import i18next from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { setLanguage, startI18n, translateNow } from './index.ts';

const KEY = '@@restreamer-ui@@language';
const start = () => startI18n({ page: document, browser: ['en-GB'], storage: localStorage });

beforeEach(() => localStorage.clear());

it('the translation of a text without one is the text itself, including dots, colons and values', async () => {
  await start();
  expect(i18next.t('Error: {{cause}}. Reconnecting in {{n}} s', { cause: '<refused>', n: 4 })).toBe(
    'Error: <refused>. Reconnecting in 4 s',
  );
  expect(document.documentElement.lang).toBe('en');
});

it('an empty translation falls back to English', async () => {
  await start();
  i18next.addResourceBundle('xx', 'translation', { Save: '', Close: 'Sluiten' });
  await i18next.changeLanguage('xx');
  expect([i18next.t('Save'), i18next.t('Close'), translateNow('Close')]).toEqual(['Save', 'Sluiten', 'Sluiten']);
});

const publications = (count: number) =>
  i18next.t('{{count}} publications', { count, defaultValue_one: '{{count}} publication' });

it('uses English plurals without a file', async () => {
  await start();
  expect([0, 1, 2].map(publications)).toEqual(['0 publications', '1 publication', '2 publications']);
});

it('uses the plurals of the language, and English for missing texts', async () => {
  await start();
  i18next.addResourceBundle('ru', 'translation', {
    '{{count}} publications_one': '{{count}} публикация',
    '{{count}} publications_few': '{{count}} публикации',
    '{{count}} publications_many': '{{count}} публикаций',
    '{{count}} publications_other': '{{count}} публикации',
  });
  await i18next.changeLanguage('ru');
  expect([1, 3, 5, 21].map(publications)).toEqual(['1 публикация', '3 публикации', '5 публикаций', '21 публикация']);
  await i18next.changeLanguage('sv');
  expect([1, 2].map(publications)).toEqual(['1 publication', '2 publications']);
});

it('distinguishes texts that are equal in English', async () => {
  await start();
  i18next.addResourceBundle('yy', 'translation', { Application: 'app', Application_program: 'program' });
  const both = () => [i18next.t('Application'), i18next.t('Application', { context: 'program' })];
  expect(both()).toEqual(['Application', 'Application']);
  await i18next.changeLanguage('yy');
  expect(both()).toEqual(['app', 'program']);
});

it('does not store an automatically chosen language', async () => {
  await start();
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('switches to a chosen language and stores it', async () => {
  await start();
  document.documentElement.lang = '';
  await setLanguage('en', localStorage);
  expect(localStorage.getItem(KEY)).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});
