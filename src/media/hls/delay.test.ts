import { expect, it } from 'vitest';
import { DELAYS, delayBy, delayOf, wholeDelay } from './delay.ts';

it.each([
  [DELAYS.safe, 'safe'],
  [{ segmentDuration: 2, listSize: 6 }, 'normal'],
  [DELAYS.fast, 'fast'],
  [{ segmentDuration: 2, listSize: 0 }, null],
  [{ segmentDuration: 6, listSize: 6 }, null],
])('the settings %j correspond to the delay %s', (settings, name) => expect(delayOf(settings)).toBe(name));

it.each([
  ['short segments', DELAYS.fast, 1, 4],
  ['rarer keyframes', DELAYS.fast, 2, 8],
  ['an unknown keyframe interval', DELAYS.normal, null, 8],
  ['long segments', DELAYS.safe, 2, 16],
  ['a shorter playlist', { segmentDuration: 2, listSize: 1 }, null, 4],
  ['an endless playlist', { segmentDuration: 2, listSize: 0 }, null, 8],
])('the delay of a player is calculated: %s', (_, settings, keyframes, seconds) =>
  expect(delayBy(settings, keyframes)).toBe(seconds),
);

it.each([
  [6.2, 6.2, 6, 6],
  [3.4, 4.4, 3, 5],
  [5, 7, 5, 7],
  [0, 0, 0, 0],
])('a delay of %d to %d s is rounded to whole seconds', (least, most, from, to) =>
  expect(wholeDelay({ least, most })).toEqual({ least: from, most: to }),
);
