import { expect, it } from 'vitest';
import { statusAge } from './statusAge.ts';

it.each([
  [null, null],
  [100_000, null],
  [95_000, null],
  [94_999, 5],
  [94_000, 6],
  [40_000, 60],
])('a status of time %s is %s s old at 100 s', (seenAt, age) => expect(statusAge(seenAt, 100_000)).toBe(age));
