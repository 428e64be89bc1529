import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutStyles } from './trimVideojsStyles.ts';

const tight = (sheet: string) => sheet.replace(/ *\{ */g, '{').trim();

it.each([
  ['.vjs-menu { a: b; }', ''],
  ['.vjs-poster { a: b; }', '.vjs-poster { a: b; }'],
  ['.vjs-menu, .vjs-poster { a: b; }', ' .vjs-poster { a: b; }'],
  ['.vjs-poster:is(.x, .y), .vjs-menu li { a: b; }', '.vjs-poster:is(.x, .y){ a: b; }'],
  ['.vjs-x:not(.vjs-menu) { a: b; }', '.vjs-x:not(.vjs-menu) { a: b; }'],
  ['@media print { .vjs-menu { a: b; } .vjs-live { a: b; } }', '@media print { .vjs-live { a: b; } }'],
  ['/* .vjs-poster { */ .vjs-menu { a: b; }', ''],
  // Templates can use the icons of removed components.
  ['.vjs-icon-chapters::before { a: b; }', '.vjs-icon-chapters::before { a: b; }'],
])('the style sheet %s is trimmed', (sheet, left) => expect(tight(withoutStyles(sheet))).toBe(tight(left)));

it('a quarter of the video.js style sheet is removed, but nothing that a stream shows', () => {
  const whole = readFileSync('node_modules/video.js/dist/video-js.css', 'utf8');
  const left = withoutStyles(whole);
  expect(left.length).toBeLessThan(0.75 * whole.length);
  expect(left.split('{').length).toBe(left.split('}').length);
  for (const part of ['play-control', 'big-play-button', 'volume-panel', 'seek-to-live-control', 'live-control'])
    expect(left).toContain(`.vjs-${part}`);
  for (const part of ['progress-control', 'text-track-cue', 'picture-in-picture-control', 'fullscreen-control'])
    expect(left).toContain(`.vjs-${part}`);
});
