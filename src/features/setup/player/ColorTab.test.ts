import { expect, it } from 'vitest';
import { shownRatio } from '../../../viewer/contrast.ts';
import { lowContrastOf } from './ColorTab.tsx';

it.each([
  ['#ffffff', null],
  ['#37c871', null],
  ['#ff0000', null],
  ['#0000ff', '2.2'],
  ['#101416', '1.0'],
  ['000', '1.1'],
  ['blue', null],
])('the color tab checks the contrast of the color %s', (color, shown) => {
  const ratio = lowContrastOf(color);
  expect(ratio === null ? null : shownRatio(ratio, 'en')).toBe(shown);
});
