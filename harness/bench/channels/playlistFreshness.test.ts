import { expect, it } from 'vitest';
import { type ChannelsStep, mostFresh, staleIn } from './stalePlaylists.ts';

const step = (channels: number, ages: ChannelsStep['ages']): ChannelsStep => ({
  ...{ channels, ages, cpuPercent: null, memoryMib: null },
});

it('missing playlists and those older than three segments are stale', () =>
  expect(staleIn(step(5, [0, 6, 6.1, null]), 2)).toBe(2));

it.each([
  [[], 0],
  [[step(1, [1]), step(5, [1, 2]), step(10, [1, 9])], 5],
  [[step(1, [9])], 0],
])('mostFresh returns the largest number of channels without a stale playlist', (steps, most) =>
  expect(mostFresh(steps, 2)).toBe(most),
);
