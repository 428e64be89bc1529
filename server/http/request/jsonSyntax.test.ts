import { expect, it } from 'vitest';
import { findShapeFault } from './jsonSyntax.ts';

it.each([
  ['[[[]]]', 3, 9, null],
  ['[[[]]]', 2, 9, { deepAt: 2 }],
  ['[[],[],[],{"a":[]}]', 3, 99, null],
  ['"[[[[[["', 2, 9, null],
  [String.raw`["\"[[[[", "\\", [`, 2, 9, null],
  ['{"a":{"b":{', 2, 9, { deepAt: 10 }],
  ['', 0, 0, null],
  ['[1,2,3]', 2, 3, 'tooMany'],
  ['[1,2,3]', 2, 4, null],
  ['[",,,,,,,,,"]', 9, 3, null],
  ['{"a":1,"b":[2,3]}', 9, 4, 'tooMany'],
])('%s with at most %d levels and %d values: %j', (text, levels, values, expected) =>
  expect(findShapeFault(text, { levels, values })).toEqual(expected),
);
