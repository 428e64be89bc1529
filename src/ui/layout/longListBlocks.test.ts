import { expect, it } from 'vitest';
import { blockAt, blocksOf } from './longListBlocks.ts';

const ids = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);
const section = (group: string, count: number) => ({ group, ids: ids(group, count) });

it.each([
  ['no rows', [], []],
  ['a part of a block', [section('', 3)], [[1, 3]]],
  [
    'whole blocks',
    [section('', 10)],
    [
      [1, 5],
      [6, 5],
    ],
  ],
  [
    'a group, which begins a block',
    [section('', 6), section('a', 7)],
    [
      [1, 5],
      [6, 1],
      [7, 5],
      [12, 2],
    ],
  ],
])('divides %s into blocks', (_, sections, expected) =>
  expect(blocksOf(sections).map(({ first, ids: of }) => [first, of.length])).toEqual(expected),
);

it.each([
  [0, -1],
  [1, 0],
  [5, 0],
  [6, 1],
  [7, 2],
  [13, 3],
])('finds the block of position %i', (position, index) =>
  expect(blockAt(blocksOf([section('', 6), section('a', 7)]), position)).toBe(index),
);
