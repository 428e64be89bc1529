import { describe, expect, it } from 'vitest';
import { ProcessConfig } from '../api/answers/process.ts';
import { failingAfter, type Sight } from './failing.ts';
import type { Progress } from './progress.ts';
import { learned } from './reading.ts';

const start = { order: 'start', seconds: 2 } as const;
const sight: Sight = { role: 'target', channel: 'c', seenAt: 100_000, waiting: false };
const message = 'Conversion failed!';
const failed: Progress = { status: 'error', ...start, message, retryIn: 5 };
const connecting: Progress = { status: 'connecting', ...start };
const first = failingAfter(null, failed, sight);

const report = (log: string[], history: string[][] = []) => {
  const run = (lines: string[]) => ({
    created_at: 98,
    prelude: [],
    log: lines.map((line, i) => [String(98 + i), line]),
  });
  return { ...run(log), history: history.map(run) };
};

describe('a failure', () => {
  it('is known by its time and its line', () =>
    expect(first).toEqual({ cause: 'unknown', evidence: message, line: message, at: 98_000, words: null }));
  it('is the same object while it lasts, and over the next try', () => {
    expect(failingAfter(first, { ...failed, seconds: 3 }, { ...sight, seenAt: 101_400 })).toBe(first);
    expect(failingAfter(first, connecting, sight)).toBe(first);
  });
  it('is another one when it fails again', () =>
    expect(failingAfter(first, failed, { ...sight, seenAt: 120_000 })).toMatchObject({ at: 118_000, words: null }));
  it('is over once it is live, or stopped', () => {
    expect(failingAfter(first, { ...failed, order: 'stop' }, sight)).toBeNull();
    expect(failingAfter(first, { status: 'disconnected', order: 'stop', seconds: 1, retryIn: null }, sight)).toBeNull();
  });
  it('is nobody’s fault while the channel sends nothing, and needs no log', () =>
    expect(failingAfter(null, failed, { ...sight, waiting: true })).toMatchObject({
      cause: 'channel-not-running',
    }));
  it('may be an end without a word', () =>
    expect(failingAfter(null, { status: 'disconnected', ...start, retryIn: 5 }, sight)).toMatchObject({
      cause: 'ended',
      line: '',
      words: null,
    }));
});

describe('its log', () => {
  const refused = ['Input #0, hls', '[rtmp @ 0x5] Server error: Stream key is not valid', message];
  const known = first ?? expect.unreachable();
  it.each([
    ['of the run', report(refused), 'key-refused'],
    ['of the run before, as the next one has begun', report(['Input #0, hls'], [['x'], refused]), 'key-refused'],
    ['of no run that ended so', report(['Input #0, hls'], [['x', 'Connection refused']]), 'unknown'],
    ['that is empty', report([]), 'unknown'],
    ['that there is none of', null, 'unknown'],
  ])('%s', (_, log, cause) =>
    expect(learned(known, { report: log }, sight)).toMatchObject({ cause, line: message, words: expect.anything() }),
  );

  it('tells a refusal right after the start from a lost connection by the time', () => {
    const lines = (n: number) => [...Array(n).fill('x'), 'av_interleaved_write_frame(): Broken pipe', message];
    expect(learned(known, { report: report(lines(2)) }, sight).cause).toBe('closed-after-start');
    expect(learned(known, { report: report(lines(30)) }, sight).cause).toBe('connection-lost');
  });

  it.each([
    [0, 0, 'stale'],
    [50, 0, 'limit'],
    [0, 200, 'limit'],
  ])('says that it may have been a limit where there is one: %d %%, %d MB', (cpu_usage, memory_mbytes, cause) => {
    const line = 'Exiting normally, received signal 2.';
    const config = ProcessConfig.parse({ id: 'x', limits: { cpu_usage, memory_mbytes } });
    const ended = { ...known, line };
    expect(learned(ended, { report: report(['Input #0, hls', line]), config }, sight).cause).toBe(cause);
    expect(learned(known, { report: report(refused), config }, sight).cause).toBe('key-refused');
  });
});
