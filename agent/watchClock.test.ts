import { expect, it, onTestFinished, vi } from 'vitest';
import { watchClock } from './watchClock.ts';

const HOUR_MS = 3_600_000;

it.each<[what: string, stepsMs: readonly number[], told: readonly number[]]>([
  ['is steady', [0, 0, 0], []],
  ['is moved by a time service', [900, -1900, 2000], []],
  ['was set ahead', [0, 2_500, 0], [3]],
  ['was set back by days', [-72 * HOUR_MS, 0], [-72 * 3600]],
  ['was set ahead by a month', [720 * HOUR_MS, 0], [720 * 3600]],
  ['was set twice', [10_000, -10_000], [10, -10]],
])('a clock that %s is reported with the size of its step', (_, stepsMs, expected) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let wall = 0;
  let steady = 0;
  const report = vi.fn();
  const end = watchClock({ tell: report, now: () => wall, steady: () => steady });
  for (const step of stepsMs) {
    wall += 1000 + step;
    steady += 1000;
    vi.advanceTimersByTime(1000);
  }
  expect(report.mock.calls.map(([seconds]) => seconds)).toEqual(expected);
  end();
  wall += HOUR_MS;
  vi.advanceTimersByTime(10_000);
  expect(report).toHaveBeenCalledTimes(expected.length);
});
