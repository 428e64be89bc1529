import { expect, it } from 'vitest';
import { nextToRead, type ReadableHold } from './nextToRead.ts';

const hold = (channel: string, readAt: number | null, more: Partial<ReadableHold> = {}): ReadableHold => ({
  ...{ channel, readAt, isWatched: false, isUrgent: false },
  ...more,
});
const NOW = 100_000;

it.each<[string, readonly ReadableHold[], string | null]>([
  ['nothing is read', [], null],
  ['one that was not read yet', [hold('a', 99_000), hold('b', null)], 'b'],
  ['the watched one after two seconds', [hold('a', 98_000, { isWatched: true })], 'a'],
  ['no calm one after two seconds', [hold('a', 98_000)], null],
  ['an urgent one before a calm one', [hold('a', 90_000), hold('b', 94_000, { isUrgent: true })], 'b'],
  ['a calm one that has waited for long', [hold('a', 60_000), hold('b', 98_000, { isWatched: true })], 'a'],
])('of the standby images on the screen the next is read: %s', (_, holds, next) =>
  expect(nextToRead(holds, NOW)).toBe(next),
);

it('of many channels each has its turn, a round reads one', () => {
  const holds = Array.from({ length: 20 }, (_, i) => hold(`c${i}`, null, { isUrgent: i < 3 }));
  const count: Record<string, number> = {};
  for (let now = NOW; now < NOW + 120_000; now += 2000) {
    const next = nextToRead(holds, now);
    const read = holds.find(({ channel }) => channel === next);
    if (!read) continue;
    read.readAt = now;
    count[read.channel] = (count[read.channel] ?? 0) + 1;
  }
  expect(Object.keys(count)).toHaveLength(20);
  expect(Math.min(count.c0 ?? 0, count.c1 ?? 0, count.c2 ?? 0)).toBeGreaterThan(count.c9 ?? 0);
});
