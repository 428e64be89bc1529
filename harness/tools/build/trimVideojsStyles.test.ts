import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutStyles } from './trimVideojsStyles.ts';

const normalize = (sheet: string) => sheet.replace(/ *\{ */g, '{').trim();

it.each([
  ['.vjs-menu { a: b; }', ''],
  ['.vjs-poster { a: b; }', '.vjs-poster { a: b; }'],
  ['.vjs-menu, .vjs-poster { a: b; }', ' .vjs-poster { a: b; }'],
  ['.vjs-poster:is(.x, .y), .vjs-menu li { a: b; }', '.vjs-poster:is(.x, .y){ a: b; }'],
  ['.vjs-x:not(.vjs-menu) { a: b; }', '.vjs-x:not(.vjs-menu) { a: b; }'],
  ['@media print { .vjs-menu { a: b; } .vjs-live { a: b; } }', '@media print { .vjs-live { a: b; } }'],
  ['/* .vjs-poster { */ .vjs-menu { a: b; }', ''],
  // The icons of what is left out may stand in a template.
  ['.vjs-icon-chapters::before { a: b; }', '.vjs-icon-chapters::before { a: b; }'],
])('%s', (sheet, left) => expect(normalize(withoutStyles(sheet))).toBe(normalize(left)));

it('leaves a quarter of the sheet of video.js out, and what a stream shows in', () => {
  const css = readFileSync('node_modules/video.js/dist/video-js.css', 'utf8');
  const left = withoutStyles(css);
  expect(left.length).toBeLessThan(0.75 * css.length);
  expect(left.split('{').length).toBe(left.split('}').length);
  for (const part of ['play-control', 'big-play-button', 'volume-panel', 'seek-to-live-control', 'live-control'])
    expect(left).toContain(`.vjs-${part}`);
  for (const part of ['progress-control', 'text-track-cue', 'picture-in-picture-control', 'fullscreen-control'])
    expect(left).toContain(`.vjs-${part}`);
});
