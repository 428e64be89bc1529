import { expect, it } from 'vitest';
import { contrastOf, rgbOf, shownRatio } from './contrast.ts';

// The first four values are the W3C's, the others follow from its formula.
it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#37c871', '#37c871', 1],
  ['#37C871', '#101416', 8.52],
  ['#0000ff', '#000000', 2.44],
])('the contrast of %s and %s is %d', (color, other, expected) =>
  expect(contrastOf(rgbOf(color), rgbOf(other))).toBeCloseTo(expected, 2),
);

it.each([
  [2.99, 'en', '2.9'],
  [2.99, 'de', '2,9'],
  [1, 'en', '1.0'],
])('a contrast of %d in %s is shown as %s', (ratio, language, shown) =>
  expect(shownRatio(ratio, language)).toBe(shown),
);
