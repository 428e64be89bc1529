// @vitest-environment jsdom
import i18next from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { setLanguage, startI18n } from './index.ts';

const KEY = '@@restreamer-ui@@language';
const start = () => startI18n({ page: document, browser: ['en-GB'], storage: localStorage });

beforeEach(() => localStorage.clear());

it('shows a text that is its own key, with dots, colons and values', async () => {
  await start();
  expect(i18next.t('Error: {{cause}}. Trying again in {{n}} s.', { cause: '<refused>', n: 4 })).toBe(
    'Error: <refused>. Trying again in 4 s.',
  );
  expect(document.documentElement.lang).toBe('en');
});

it('shows English where a language has an empty place', async () => {
  await start();
  i18next.addResourceBundle('xx', 'translation', { Save: '', Close: 'Sluiten' });
  await i18next.changeLanguage('xx');
  expect([i18next.t('Save'), i18next.t('Close')]).toEqual(['Save', 'Sluiten']);
});

it('does not store what nobody chose', async () => {
  await start();
  expect(localStorage.getItem(KEY)).toBeNull();
});

it('follows and stores a choice', async () => {
  await start();
  document.documentElement.lang = '';
  await setLanguage('en', localStorage);
  expect(localStorage.getItem(KEY)).toBe('en');
  expect(document.documentElement.lang).toBe('en');
});
