import { expect, it } from 'vitest';
import { lowContrastOf, shownRatio } from './legible.ts';

it.each([
  ['#ffffff', null],
  ['#37c871', null],
  ['#ff0000', null],
  ['#0000ff', '2.2'],
  ['#101416', '1.0'],
  ['000', '1.1'],
  ['blue', null],
])('%s', (color, shown) => {
  const ratio = lowContrastOf(color);
  expect(ratio === null ? null : shownRatio(ratio, 'en')).toBe(shown);
});

it.each([
  [2.99, 'en', '2.9'],
  [2.99, 'de', '2,9'],
  [1, 'en', '1.0'],
])('%d in %s: %s', (ratio, language, shown) => expect(shownRatio(ratio, language)).toBe(shown));
