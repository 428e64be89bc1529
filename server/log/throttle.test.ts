import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limit } from '../util/limits.ts';
import { createLog } from './index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(level = 'info') {
  const printed: string[] = [];
  const log = createLog((line) => printed.push(line));
  log.configure({ level, maxLines: 5000 });
  const refuse = (status: number, times = 1) => {
    for (let n = 0; n < times; n += 1) log.write('warn', 'HTTP', '', { path: `/${n}`, status });
  };
  const lines = (pattern: RegExp) => printed.filter((line) => pattern.test(line)).length;
  return { log, printed, refuse, lines };
}

it('similar lines are limited, and a line counts the suppressed ones', () => {
  const { refuse, printed, lines } = open();
  refuse(404, 5000);
  expect(lines(/status=404/)).toBe(limit('logAlike'));
  vi.advanceTimersByTime(1000);
  expect(printed.at(-1)).toContain(
    `level=WARN component="Log" msg="Lines left out: too many in one second" lines=${5000 - limit('logAlike')} of="`,
  );
  expect(printed.at(-1)).toContain(`of="${5000 - limit('logAlike')} HTTP 404"`);
  refuse(404);
  expect(lines(/status=404/)).toBe(limit('logAlike') + 1);
  const before = printed.length;
  vi.advanceTimersByTime(10_000);
  expect(printed.length).toBe(before);
});

it('all strangers share one limit, but hide no line of another kind', () => {
  const { log, refuse, printed, lines } = open();
  for (let status = 400; status < 420; status += 1) refuse(status, 100);
  for (let n = 0; n < 100; n += 1) log.write('warn', 'RTMP', 'Refused', { channel: String(n) });
  expect(printed.length).toBeLessThanOrEqual(limit('logStrangers') + 21);
  expect(printed.length).toBeGreaterThanOrEqual(limit('logStrangers'));
  expect(lines(/component="RTMP"/)).toBe(1);
  refuse(431);
  expect(lines(/status=431/)).toBe(1);
  log.write('error', 'Process', 'Could not be saved');
  expect(printed.at(-1)).toContain('component="Process"');
});

it('a message that strangers make up cannot exhaust the limit', () => {
  const { log, printed } = open();
  for (let n = 0; n < 10_000; n += 1) log.write('warn', 'RTMP', `${n} is odd`);
  expect(printed.length).toBeLessThan(200);
});

it("the core's own lines have a limit of their own", () => {
  const { log, refuse, lines } = open();
  refuse(404, 5000);
  for (let n = 0; n < 5000; n += 1) log.write('error', 'Cleanup', 'failed');
  expect(lines(/component="Cleanup"/)).toBe(limit('logStrangers'));
});

it('every granted request is logged at debug level', () => {
  const { log, lines } = open('debug');
  for (let n = 0; n < 500; n += 1) log.write('debug', 'HTTP', '', { status: 200 });
  expect(lines(/status=200/)).toBe(500);
});

it('suppressed lines of a disabled level are not counted', () => {
  const { refuse, printed } = open('error');
  refuse(404, 5000);
  vi.advanceTimersByTime(1000);
  expect(printed).toEqual([]);
});
