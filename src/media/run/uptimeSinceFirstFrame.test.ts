import { expect, it } from 'vitest';
import type { Progress } from './progress.ts';
import { type Runs, withTrueUptime } from './uptimeSinceFirstFrame.ts';

const order = 'start';
const waits = (seconds: number): Progress => ({ status: 'connecting', order, seconds });
const sends = (seconds: number, sent: number): Extract<Progress, { status: 'connected' }> => ({
  ...{ status: 'connected', order, seconds, uptimeSeconds: seconds, fps: 25, bitrateKbit: null, speed: 1, q: -1 },
  ...{ frames: sent * 25, drop: 0, dup: 0, counts: { frames: sent * 25, sizeKb: 0, seconds: sent } },
});
const ended: Progress = { status: 'disconnected', order, seconds: 1, retryIn: 5 };

type Look = [at: number, source: Progress | null, egress: Progress];

it.each<[string, Look[], number | null, number | null]>([
  ['its start was not seen', [[100, sends(60, 58), sends(50, 48)]], 60, 50],
  [
    'it waited for an encoder for a long time',
    [
      [100, waits(100), waits(100)],
      [101, waits(101), waits(101)],
      [102, sends(102, 1), sends(102, 1)],
      [112, sends(112, 11), sends(112, 11)],
    ],
    11,
    11,
  ],
  ['its source started later', [[100, sends(12, 11), sends(99, 90)]], 12, 12],
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
    'the next run after an end that was not seen',
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
  [
    'it kept its connection while the source restarted',
    [
      [100, sends(60, 58), sends(50, 48)],
      [103, ended, sends(53, 50)],
      [105, waits(1), sends(55, 50)],
      [116, sends(12, 11), sends(66, 61)],
    ],
    11,
    66,
  ],
  [
    'the source restarted, and it reconnected',
    [
      [100, sends(60, 58), sends(50, 48)],
      [103, ended, ended],
      [116, sends(12, 11), sends(11, 10)],
    ],
    12,
    11,
  ],
  ['the source is disconnected', [[100, ended, sends(50, 48)]], null, 50],
  ['there is no process', [[100, null, sends(50, 48)]], null, 50],
])('the uptime counts from the first frame: %s', (_, looks, source, egress) => {
  let runs: Runs = {};
  let found: Progress[] = [];
  for (const [at, progress, sent] of looks) {
    const result = withTrueUptime(runs, { seenAt: at * 1000, progress, egresses: { one: sent } });
    runs = result.runs;
    found = [result.told.progress ?? ended, result.told.egresses.one ?? ended];
  }
  const uptime = (progress: Progress | undefined) => (progress?.status === 'connected' ? progress.uptimeSeconds : null);
  expect(found.map(uptime)).toEqual([source, egress]);
});

const uncounted = (seconds: number, sent: number): Progress => ({ ...sends(seconds, sent), fps: null, frames: 0 });

it.each<[string, [at: number, source: Progress][], Progress['status'], number | null]>([
  [
    'other lines follow the figures',
    [
      [100, uncounted(60, 58)],
      [101, waits(61)],
      [104, waits(64)],
    ],
    'connected',
    64,
  ],
  [
    'no figures arrived for a long time',
    [
      [100, uncounted(60, 58)],
      [105, waits(65)],
      [112, waits(72)],
    ],
    'connecting',
    null,
  ],
  [
    'it restarted',
    [
      [100, uncounted(60, 58)],
      [104, waits(2)],
    ],
    'connecting',
    null,
  ],
  [
    'the core usually reports figures, but has none now',
    [
      [100, sends(60, 58)],
      [101, waits(61)],
    ],
    'connecting',
    null,
  ],
])('figures are taken from the last log line: %s', (_, looks, status, uptime) => {
  let runs: Runs = {};
  let shown: Progress | null = null;
  for (const [at, progress] of looks) {
    const after = withTrueUptime(runs, { seenAt: at * 1000, progress, egresses: { sent: progress } });
    runs = after.runs;
    shown = after.told.progress;
    expect(after.told.egresses.sent?.status).toBe(shown?.status);
  }
  expect(shown).toMatchObject({ status, ...(uptime === null ? {} : { uptimeSeconds: uptime }) });
});
