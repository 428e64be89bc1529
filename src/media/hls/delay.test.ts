import { expect, it } from 'vitest';
import { DELAYS, delayBy, delayOf, wholeDelay } from './delay.ts';

it.each([
  [DELAYS.safe, 'safe'],
  [{ segmentDuration: 2, listSize: 6 }, 'normal'],
  [DELAYS.fast, 'fast'],
  [{ segmentDuration: 2, listSize: 0 }, null],
  [{ segmentDuration: 6, listSize: 6 }, null],
])('the settings %j correspond to the delay %s', (cut, name) => expect(delayOf(cut)).toBe(name));

it.each([
  ['of short segments', DELAYS.fast, 1, 4],
  ['with rarer keyframes', DELAYS.fast, 2, 8],
  ['with an unknown keyframe interval', DELAYS.normal, null, 8],
  ['of long segments', DELAYS.safe, 2, 16],
  ['of a list that is shorter', { segmentDuration: 2, listSize: 1 }, null, 4],
  ['of an endless list', { segmentDuration: 2, listSize: 0 }, null, 8],
])('the delay of a player is calculated: %s', (_, cut, keyframes, seconds) =>
  expect(delayBy(cut, keyframes)).toBe(seconds),
);

it.each([
  [6.2, 6.2, 6, 6],
  [3.4, 4.4, 3, 5],
  [5, 7, 5, 7],
  [0, 0, 0, 0],
])('a delay of %d to %d s is rounded to whole seconds', (least, most, from, to) =>
  expect(wholeDelay({ least, most })).toEqual({ least: from, most: to }),
);
