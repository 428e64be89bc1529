import { expect, it } from 'vitest';
import { renderNotFoundPage } from './notFoundPage.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const asked = { path: '/gone.html', accept: BROWSER, languages: 'en-GB' };

it.each([
  ['a program', { accept: '*/*' }],
  ['a program that says nothing', { accept: undefined }],
  ['who asks for something else than a page', { path: '/memfs/a.m3u8' }],
])('%s gets none', (_, changed) => expect(renderNotFoundPage({ ...asked, ...changed })).toBeNull());

it.each([
  ['a channel that is gone', {}, 'This page does not exist'],
  ['the same in German', { languages: 'de-DE,de;q=0.9' }, 'Diese Seite gibt es nicht'],
  ['the first language that it has words in', { languages: 'nl, fr-CH;q=0.9, en;q=0.8' }, 'Cette page'],
  ['English for who reads none of them', { languages: 'constructor, xx' }, 'This page does not exist'],
  ['a server without a website and without an interface', { path: '/index.html' }, 'Nothing is published here yet'],
])('%s', (_, changed, title) => {
  const page = renderNotFoundPage({ ...asked, ...changed }) ?? '';
  expect(page).toContain(`<h1>${title}`);
  expect(page).not.toContain('<script');
});
