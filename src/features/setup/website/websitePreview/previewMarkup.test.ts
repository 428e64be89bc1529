import { describe, expect, it } from 'vitest';
import { changedStyles, previewMarkup } from './previewMarkup.ts';

const places = {
  root: 'https://core.test/sub',
  viewer: 'https://core.test/sub/ui/viewer/',
  files: ['player/videojs/dist/video.min.js', 'playersite/player.js', 'playersite/website.css'],
};
const BASE = '<base href="https://core.test/sub/" target="_blank">';

it.each([
  ['<html><head lang="x"><title>', `<html><head lang="x">${BASE}<title>`],
  ['<h1>', `${BASE}<h1>`],
  ['<header>', `${BASE}<header>`],
  ['<head><base href="/other/">', `<head>${BASE}<base href="/other/">`],
  ['<script src="playersite/player.js?v=1">', `${BASE}<script src="${places.viewer}playersite/player.js?v=1">`],
  ["<link href='/playersite/website.css'>", `${BASE}<link href='${places.viewer}playersite/website.css'>`],
  ['<script src="playersite/playerXjs">', `${BASE}<script src="playersite/playerXjs">`],
  ['<script src="https://a.test/playersite/player.js">', `${BASE}<script src="https://a.test/playersite/player.js">`],
  ['<img src="playersite/bg.png">', `${BASE}<img src="playersite/bg.png">`],
  // The player loads further files from the core, so its library must be the same.
  ['<script src="player/videojs/dist/video.min.js">', `${BASE}<script src="player/videojs/dist/video.min.js">`],
  ['<style>a{}</style>', `${BASE}<style data-preview-style="0">a{}</style>`],
  ['<STYLE id="x">a{}</style ><style>b', `${BASE}<style data-preview-style="0" id="x">a{}</style ><style>b`],
  ['<styles><style>b{}</style>', `${BASE}<styles><style data-preview-style="0">b{}</style>`],
])('the website preview rewrites %s', (page, shown) => expect(previewMarkup(page, places)).toBe(shown));

it('the website preview changes no address without files of its own', () =>
  expect(previewMarkup('<script src="playersite/player.js">', { ...places, files: [] })).toBe(
    `${BASE}<script src="playersite/player.js">`,
  ));

it.each(['<style>', '<style ', '<head ', '<styles>', '</style>', '"playersite/'])(
  'the website preview handles many repetitions of %s in linear time',
  (piece) => {
    const page = piece.repeat(Math.floor(512_000 / piece.length));
    const start = process.cpuUsage();
    previewMarkup(page, places);
    changedStyles(page, `${page}x`);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
  },
);

describe('changedStyles', () => {
  const page = (color: string, title = 'A') =>
    `<head><style media="x">a{color:${color}}</style><title>${title}</title><style>b{}</style></head>`;
  it.each([
    [page('red'), page('blue'), ['a{color:blue}', 'b{}']],
    [page('red'), page('red'), ['a{color:red}', 'b{}']],
    [page('red'), page('red', 'B'), null],
    ['<p>', '<style></style><p>', null],
    ['<style media="a"></style>', '<style media="b"></style>', null],
  ])('compares the pages %s and %s: %j', (shown, next, styles) => expect(changedStyles(shown, next)).toEqual(styles));
});
