import { expect, it } from 'vitest';
import { renderNotFoundPage } from './notFoundPage.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const asked = { path: '/gone.html', accept: BROWSER, languages: 'en-GB', ui: '/ui/' };

it.each([
  ['a program', { accept: '*/*' }],
  ['a program that says nothing', { accept: undefined }],
  ['who asks for something else than a page', { path: '/memfs/a.m3u8' }],
])('%s gets none', (_, changed) => expect(renderNotFoundPage({ ...asked, ...changed })).toBeNull());

it.each([
  ['a channel that is gone', {}, 'This page does not exist', false],
  ['the same in German', { languages: 'de-DE,de;q=0.9' }, 'Diese Seite gibt es nicht', false],
  ['the first language that it has words in', { languages: 'nl, fr-CH;q=0.9, en;q=0.8' }, 'Cette page', false],
  ['English for who reads none of them', { languages: 'constructor, xx' }, 'This page does not exist', false],
  ['a server without a website leads to its interface', { path: '/index.html' }, 'Nothing is published here yet', true],
  ['or says what it is, where it has none', { path: '/index.html', ui: null }, 'Nothing is published here yet', false],
])('%s', (_, changed, title, leads) => {
  const page = renderNotFoundPage({ ...asked, ...changed }) ?? '';
  expect(page).toContain(`<h1>${title}`);
  expect(page.includes('href="/ui/"')).toBe(leads);
  expect(page).not.toContain('<script');
});
