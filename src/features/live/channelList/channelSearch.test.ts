import { expect, it } from 'vitest';
import { matchingChannels, pageSize, within } from './channelSearch.ts';

const channels = ['Studio A', 'Studio B', 'Old Church, Überlingen'].map((name, i) => ({
  id: String(i),
  name,
  available: true,
  egresses: {},
}));

it.each([
  ['', ['Studio A', 'Studio B', 'Old Church, Überlingen']],
  ['studio', ['Studio A', 'Studio B']],
  ['b stud', ['Studio B']],
  [' ÜBER ', ['Old Church, Überlingen']],
  ['studio c', []],
])('searching "%s" finds %j', (typed, names) =>
  expect(matchingChannels(channels, typed).map(({ name }) => name)).toEqual(names),
);

it.each([
  [360, 1],
  [599, 1],
  [600, 2],
  [899, 2],
  [900, 3],
  [1199, 3],
  [1200, 4],
  [1535, 4],
  [2560, 4],
])('a window of %s px fits %s thumbnails', (width, size) => expect(pageSize(width)).toBe(size));

it.each([
  // start, channels, page size, first shown
  [0, 10, 4, 0],
  [6, 10, 4, 6],
  [7, 10, 4, 6],
  [-1, 10, 4, 0],
  [2, 3, 4, 0],
  [0, 0, 4, 0],
])('from %s of %s channels by %s, the page starts at %s', (start, count, size, first) =>
  expect(within(start, count, size)).toBe(first),
);
