import { describe, expect, it } from 'vitest';
import { nextTry } from './nextTry.ts';

const HOUR_MS = 3_600_000;
const waitOf = (overrides: Partial<Parameters<typeof nextTry>[0]>) => {
  const now = overrides.now ?? 0;
  const next = nextTry({ count: 1, firstAt: 0, now, afterSeconds: null, random: 0.5, ...overrides });
  return next === null ? null : (next - now) / 1000;
};

describe('the next try of a delivery', () => {
  it.each([
    [0, 0],
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 7200],
    [7, 28_800],
    [8, 28_800],
    [1000, 28_800],
  ])('after %i failures is due in %i s', (count, seconds) => expect(waitOf({ count })).toBe(seconds));

  it.each([
    [0, 24],
    [0.25, 27],
    [1, 36],
  ])('has a jitter of a fifth (%d)', (random, seconds) => expect(waitOf({ count: 2, random })).toBeCloseTo(seconds));

  it.each([
    [90, 90],
    [3, 5],
    [0, 5],
    [3600, 3600],
  ])('waits at least the %i s that the receiver requests', (afterSeconds, seconds) =>
    expect(waitOf({ afterSeconds })).toBe(seconds),
  );

  it.each([
    ['is the last one at the end of a day', { count: 9, now: 20 * HOUR_MS }, 4 * 3600],
    ['is null after a day', { count: 10, now: 24 * HOUR_MS }, null],
    [
      'is null if the receiver requests a wait beyond the day',
      { count: 9, now: 23.5 * HOUR_MS, afterSeconds: 3600 },
      null,
    ],
    ['is null if the receiver requests more than a day', { now: 0, afterSeconds: 90_000 }, null],
    ['is not delayed if the clock was set ahead', { count: 1, now: 1000 * HOUR_MS }, 5],
    ['is not delayed if the clock was set back', { count: 1, now: -1000 * HOUR_MS }, 5],
  ])('%s', (_, overrides, seconds) => expect(waitOf(overrides)).toBe(seconds));

  it('is due ten times in a day', () => {
    let [count, now] = [0, 0];
    for (;;) {
      const next = nextTry({ count, firstAt: 0, now, afterSeconds: null, random: 0.5 });
      if (next === null) break;
      [count, now] = [count + 1, next];
    }
    expect([count, now]).toEqual([10, 24 * HOUR_MS]);
  });
});
