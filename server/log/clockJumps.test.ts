import { expect, it, onTestFinished, vi } from 'vitest';
import { watchClockJumps } from './clockJumps.ts';

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2026, 10, 28);

function setUp(now = TODAY) {
  vi.useFakeTimers({ now });
  const write = vi.fn();
  const jumps = watchClockJumps({ write });
  onTestFinished(() => {
    jumps.stop();
    vi.useRealTimers();
  });
  return { jumps, write };
}

it.each([
  [30 * DAY_MS, 2_592_000],
  [-3 * DAY_MS, -259_200],
  [61_000, 61],
])('a jump by %d ms is logged once and reported until the next', (shiftMs, seconds) => {
  const { jumps, write } = setUp();
  vi.advanceTimersByTime(5_000);
  expect(jumps.last()).toBeNull();
  const before = Date.now();
  vi.setSystemTime(before + shiftMs);
  vi.advanceTimersByTime(60_000);
  expect(write).toHaveBeenCalledExactlyOnceWith(
    'warn',
    'Core',
    'The clock has jumped: no file is removed by its age for some hours',
    { by_seconds: seconds, before: new Date(before + 1_000).toISOString() },
  );
  expect(jumps.last()).toEqual({ at: new Date(before + shiftMs + 1_000).toISOString(), by_seconds: seconds });
  vi.setSystemTime(Date.now() - shiftMs);
  vi.advanceTimersByTime(1_000);
  expect(jumps.last()?.by_seconds).toBe(-seconds);
});

it('small corrections by a time service are ignored', () => {
  const { jumps, write } = setUp();
  for (let step = 0; step < 100; step += 1) {
    vi.advanceTimersByTime(1_000);
    vi.setSystemTime(Date.now() + 900);
  }
  expect(write).not.toHaveBeenCalled();
  expect(jumps.last()).toBeNull();
});

it('setting the clock after a start in 1970 is ignored', () => {
  const { jumps, write } = setUp(20_000);
  vi.setSystemTime(TODAY);
  vi.advanceTimersByTime(60_000);
  expect(write.mock.calls.map(([level, , message]) => [level, message])).toEqual([['info', 'The clock was set']]);
  expect(jumps.last()).toBeNull();
});
