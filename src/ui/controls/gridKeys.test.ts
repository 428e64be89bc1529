import { expect, it } from 'vitest';
import { gridStep, stepAmong } from './gridKeys.ts';

/*
 * 0 1 2 3
 * 4 5 6 7
 * 8 9
 */
it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, null],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, null],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 5, 9],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, null],
  ['ArrowUp', 9, 5],
  ['ArrowUp', 2, null],
  ['Home', 6, 0],
  ['End', 1, 9],
  ['a', 1, null],
])('%s moves from %s to %s in a grid', (key, from, to) => expect(gridStep(key, from, 10, 4)).toBe(to));

/*
 * 0 1 2
 * 3
 *
 * 4 5
 */
const placed = [0, 0, 0, 1, 3, 3].map((row, n) => ({
  getBoundingClientRect: () => ({ top: row * 40, left: (n < 3 ? n : n === 3 ? 0 : n - 4) * 100 }),
}));
it.each([
  ['ArrowDown', 2, 3],
  ['ArrowDown', 3, 4],
  ['ArrowDown', 5, null],
  ['ArrowUp', 5, 3],
  ['ArrowUp', 3, 0],
  ['ArrowUp', 1, -1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 5, null],
  ['ArrowLeft', 0, 0],
  ['Home', 4, 0],
  ['End', 0, 5],
  ['x', 0, null],
])('%s moves across headings from %s to %s', (key, from, to) => expect(stepAmong(key, from, placed)).toBe(to));
