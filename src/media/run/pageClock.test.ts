import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 28);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

const open = async () => {
  const { pageNow } = await import('./pageClock.ts');
  return (jumpMs: number) => {
    vi.setSystemTime(Date.now() + jumpMs);
    const shown = pageNow() - NOW;
    vi.advanceTimersByTime(5000);
    return [shown, pageNow() - NOW - shown];
  };
};

it.each([30 * DAY_MS, -3 * DAY_MS, -1000, 30_000])(
  'the clock of a page ignores a step of the wall clock by %d ms',
  async (jumpMs) => {
    const after = await open();
    expect(after(jumpMs)).toEqual([0, 5000]);
    expect(after(-jumpMs)).toEqual([5000, 5000]);
  },
);

it('the clock of a page catches up after the machine slept, and never goes back', async () => {
  const after = await open();
  expect(after(DAY_MS / 3)).toEqual([DAY_MS / 3, 5000]);
  expect(after(-DAY_MS / 3)).toEqual([DAY_MS / 3 + 5000, 5000]);
});

it('the clock of a page that was opened in 1970 continues when the time is set', async () => {
  vi.setSystemTime(20_000);
  const { pageNow } = await import('./pageClock.ts');
  expect(pageNow()).toBe(20_000);
  vi.setSystemTime(NOW);
  vi.advanceTimersByTime(1000);
  expect(pageNow()).toBe(21_000);
});
