import { expect, it } from 'vitest';
import { renderNotFoundPage } from './notFoundPage.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';
const request = { path: '/gone.html', accept: BROWSER, languages: 'en-GB' };

it.each([
  ['a program', { accept: '*/*' }],
  ['a client without an Accept header', { accept: undefined }],
  ['a request for another file', { path: '/memfs/a.m3u8' }],
])('no page is rendered for %s', (_, overrides) => expect(renderNotFoundPage({ ...request, ...overrides })).toBeNull());

it.each([
  ['a deleted channel', {}, 'This page does not exist'],
  ['a German browser', { languages: 'de-DE,de;q=0.9' }, 'Diese Seite gibt es nicht'],
  ['a browser whose second language is translated', { languages: 'nl, fr-CH;q=0.9, en;q=0.8' }, 'Cette page'],
  ['a browser without a translated language', { languages: 'constructor, xx' }, 'This page does not exist'],
  ['a server without a website and without an interface', { path: '/index.html' }, 'Nothing is published here yet'],
])('the page has the expected title for %s', (_, overrides, title) => {
  const page = renderNotFoundPage({ ...request, ...overrides }) ?? '';
  expect(page).toContain(`<h1>${title}`);
  expect(page).not.toContain('<script');
});
