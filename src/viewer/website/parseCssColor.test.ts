import { expect, it } from 'vitest';
import { hexOf, over, parseCssColor } from './parseCssColor.ts';
import { colorOf } from './settings.ts';

it.each([
  ['#FFF', '#ffffff', 1],
  ['#0a0b0c', '#0a0b0c', 1],
  ['#0008', '#000000', 0.53],
  ['#11223380', '#112233', 0.5],
  ['rgba(230,230,230,1)', '#e6e6e6', 1],
  ['rgba(0,0,0,.15)', '#000000', 0.15],
  ['RGB(10%, 20%, 30%)', '#1a334d', 1],
  ['rgb(1 2 3 / 50%)', '#010203', 0.5],
  ['rgb(300,-5,0)', '#ff0000', 1],
  ['hsl(120deg,100%,50%)', '#00ff00', 1],
  ['hsla(210, 50%, 40%, .5)', '#336699', 0.5],
  ['hsl(-120, 100%, 50%)', '#0000ff', 1],
  ['navy', '#000080', 1],
  ['transparent', '#000000', 0],
  ['hsl(999999999deg, 100%, 50%)', '#a600ff', 1],
  [`hsl(12${'5'.repeat(400)}deg, 50%, 0%)`, null, null],
  [`rgb(0, 0, .${'5'.repeat(400)})`, null, null],
  ['papayawhip', null, null],
  ['constructor', null, null],
])('the CSS color %s is %s with alpha %s', (text, hex, alpha) => {
  const color = colorOf(text);
  const found = color === null ? null : parseCssColor(color);
  expect(found && [hexOf(found.rgb), Math.round(found.alpha * 100) / 100]).toEqual(hex && [hex, alpha]);
});

it.each([
  ['rgba(0,0,0,.5)', '#ffffff', '#808080'],
  ['transparent', '#123456', '#123456'],
  ['#abcdef', '#000000', '#abcdef'],
])('%s over %s looks like %s', (top, ground, expected) => {
  const [over_, below] = [parseCssColor(top), parseCssColor(ground)];
  expect(over_ && below && hexOf(over(over_, below.rgb))).toBe(expected);
});
