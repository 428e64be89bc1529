import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageNow } from './pageClock.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 28);

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const after = (jumpMs: number) => {
  vi.setSystemTime(Date.now() + jumpMs);
  const shown = pageNow() - NOW;
  vi.advanceTimersByTime(5000);
  return [shown, pageNow() - NOW - shown];
};

it.each([30 * DAY_MS, -3 * DAY_MS, -1000, 30_000])('a page knows no jump of the clock by %d ms', (jumpMs) =>
  expect(after(jumpMs)).toEqual([0, 5000]),
);

it('follows a machine that slept, and comes back where the clock had only been wrong', () => {
  expect(after(DAY_MS / 3)).toEqual([DAY_MS / 3, 5000]);
  expect(after(-DAY_MS / 3)).toEqual([5000, 5000]);
});
