import { expect, it } from 'vitest';
import type { Progress } from './progress.ts';
import { type Runs, timed } from './runs.ts';

const order = 'start';
const waits = (seconds: number): Progress => ({ status: 'connecting', order, seconds });
const sends = (seconds: number, sent: number): Progress => ({
  ...{ status: 'connected', order, seconds, uptimeSeconds: seconds, fps: 25, bitrateKbit: null, speed: 1, q: -1 },
  ...{ frames: sent * 25, drop: 0, dup: 0, counts: { frames: sent * 25, sizeKb: 0, seconds: sent } },
});
const ended: Progress = { status: 'disconnected', order, seconds: 1, retryIn: 5 };

type Look = [at: number, source: Progress | null, egress: Progress];

it.each<[string, Look[], number | null, number | null]>([
  ['nobody saw it begin', [[100, sends(60, 58), sends(50, 48)]], 60, 50],
  [
    'it waited for a sender for long',
    [
      [100, waits(100), waits(100)],
      [101, waits(101), waits(101)],
      [102, sends(102, 1), sends(102, 1)],
      [112, sends(112, 11), sends(112, 11)],
    ],
    11,
    11,
  ],
  ['what it comes from is younger', [[100, sends(12, 11), sends(99, 90)]], 12, 12],
  [
    'the next run waits for nothing',
    [
      [100, waits(100), waits(100)],
      [102, sends(102, 1), sends(102, 1)],
      [103, ended, ended],
      [120, sends(12, 11), sends(11, 10)],
    ],
    12,
    11,
  ],
  [
    'the next run, of which the last was not seen to end',
    [
      [100, waits(100), waits(100)],
      [102, sends(102, 1), sends(102, 1)],
      [120, sends(12, 11), sends(11, 10)],
    ],
    12,
    11,
  ],
  [
    'a figure that is missing once',
    [
      [100, sends(60, 58), sends(50, 48)],
      [101, waits(61), waits(51)],
      [102, sends(62, 60), sends(52, 50)],
    ],
    62,
    52,
  ],
  ['the source is away', [[100, ended, sends(50, 48)]], null, 50],
  ['there is none', [[100, null, sends(50, 48)]], null, 50],
])('%s', (_, looks, source, egress) => {
  let runs: Runs = {};
  let found: Progress[] = [];
  for (const [at, progress, sent] of looks) {
    const seen = timed(runs, { seenAt: at * 1000, progress, egresses: { one: sent } });
    runs = seen.runs;
    found = [seen.told.progress ?? ended, seen.told.egresses.one ?? ended];
  }
  const uptime = (one: Progress | undefined) => (one?.status === 'connected' ? one.uptimeSeconds : null);
  expect(found.map(uptime)).toEqual([source, egress]);
});
