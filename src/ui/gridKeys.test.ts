import { expect, it } from 'vitest';
import { gridStep } from './gridKeys.ts';

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
])('%s leads from %s to %s', (key, from, to) => expect(gridStep(key, from, 10, 4)).toBe(to));
