import { describe, expect, it } from 'vitest';
import { createUsageSampler, createWatchdog, readUsage } from './resourceUsage.ts';

const off = { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 0 };
const MIB = 1024 * 1024;

/** Verdict per second; rows are [silent seconds, CPU percent, MiB]. */
const verdicts = (config: Parameters<typeof createWatchdog>[0], seconds: [number, number, number][]) => {
  const watch = createWatchdog(config, 1000 * MIB);
  return seconds.map(([silent, cpuPercent, mib], second) =>
    watch(second * 1000, silent * 1000, { cpuPercent, memoryBytes: mib * MIB }),
  );
};

describe('a run is interrupted', () => {
  it.each([
    ['never, with all off', { stale_timeout_seconds: 0, limits: off }, [[99, 99, 500]], [null]],
    [
      'when frames stop',
      { stale_timeout_seconds: 4, limits: off },
      [
        [0, 0, 0],
        [3, 0, 0],
        [4, 0, 0],
      ],
      [null, null, 'stale'],
    ],
    [
      'above the cpu limit for the whole time',
      { stale_timeout_seconds: 0, limits: { ...off, cpu_usage: 0.5, waitfor_seconds: 2 } },
      [
        [0, 1, 0],
        [0, 1, 0],
        [0, 0.5, 0],
        [0, 1, 0],
        [0, 1, 0],
        [0, 1, 0],
      ],
      [null, null, null, null, null, 'cpu limit'],
    ],
    [
      'at once above the memory limit',
      { stale_timeout_seconds: 0, limits: { ...off, memory_mbytes: 100 } },
      [
        [0, 0, 100],
        [0, 0, 101],
      ],
      [null, 'memory limit'],
    ],
    [
      'above half of the memory for 5 s, without a limit',
      { stale_timeout_seconds: 0, limits: off },
      [0, 501, 500, 501, 501, 501, 501, 501, 501].map((mib) => [0, 0, mib]),
      [null, null, null, null, null, null, null, null, 'memory limit'],
    ],
    [
      'only above its own limit, even if that is larger',
      { stale_timeout_seconds: 0, limits: { ...off, memory_mbytes: 900 } },
      [0, 600, 600, 600, 600, 600, 600, 900, 901].map((mib) => [0, 0, mib]),
      [null, null, null, null, null, null, null, null, 'memory limit'],
    ],
  ] as [string, Parameters<typeof createWatchdog>[0], [number, number, number][], (string | null)[]][])(
    '%s',
    (_, config, seconds, expected) => expect(verdicts(config, seconds)).toEqual(expected),
  );
});

it('a dead process has no usage', () => {
  expect(createUsageSampler(1, () => null)()).toEqual({ cpuPercent: 0, memoryBytes: 0 });
});

it('the memory of a process is its resident size', () => {
  const [used, resident] = [readUsage(process.pid)?.memoryBytes ?? 0, process.memoryUsage().rss];
  expect(used).toBeGreaterThan(resident / 1.5);
  expect(used).toBeLessThan(resident * 1.5);
});

it('nothing is read for a dead process', () => expect(readUsage(2 ** 30)).toBeNull());
