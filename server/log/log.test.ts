import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../util/limits.ts';
import { createLog, type LogRing } from './index.ts';

function open(level: string, maxLines = 1000) {
  const printed: string[] = [];
  const log = createLog((line) => printed.push(line));
  log.configure({ level, maxLines });
  return { log, printed };
}

it('the log contains lines and raw entries', () => {
  const { log, printed } = open('info');
  log.write('info', 'Core', 'Read config file', { path: '/db/config.json', version: 3 });
  const [line] = log.lines();
  expect(line).toMatch(
    /^ts=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ level=INFO component="Core" msg="Read config file" path="\/db\/config.json" version=3$/,
  );
  expect(printed).toEqual([line]);
  expect(log.entries()).toMatchObject([{ component: 'Core', message: 'Read config file', version: 3 }]);
  expect(log.entries()[0]).not.toHaveProperty('level');
});

it.each([
  ['silent', []],
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['debug', ['error', 'warn', 'debug']],
  ['loud', ['error', 'warn']],
])('level %s keeps %j', (level, expected) => {
  const { log } = open(level);
  for (const level of ['error', 'warn', 'debug'] as const) log.write(level, 'x', level);
  expect(log.entries().map(({ message }) => message)).toEqual(expected);
});

it('the oldest lines are dropped', () => {
  const { log } = open('info', 3);
  for (let n = 1; n <= 20; n += 1) log.write('info', 'x', String(n));
  expect(log.entries().map(({ message }) => message)).toEqual(['18', '19', '20']);
});

describe('a client that causes endless lines', () => {
  const seconds = 200;
  const line = (log: LogRing, address: string, n: number) =>
    log.write('info', 'RTMP', `Publishing ${n % 9}`, { channel: '/live/x', remote: `${address}:${5000 + n}` });

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['a single address', () => '203.0.113.9'],
    ['an IPv6 network', (n: number) => `[2001:db8:1:2::${n.toString(16)}]`],
    ['a thousand addresses', (n: number) => `198.18.${(n >> 8) & 255}.${n & 255}`],
  ])("displaces neither the core's lines nor those about others: %s", (_, addressOf) => {
    const { log } = open('info');
    log.write('info', 'Core', 'Started');
    log.write('warn', 'Process', 'Failed', { id: 'cam' });
    log.write('warn', 'RTMP', 'Refused', { channel: '/live/other', remote: '192.0.2.7:5000' });
    log.write('warn', 'RTMP', 'Refused', { channel: '/live/other', remote: '192.0.2.7:5001' });
    for (let second = 0; second < seconds; second += 1) {
      for (let n = 0; n < 60; n += 1) line(log, addressOf(second * 60 + n), n);
      vi.advanceTimersByTime(1_000);
    }
    const entries = log.entries();
    const hasMessage = (message: string) => entries.some((entry) => entry.message === message);
    expect([hasMessage('Started'), hasMessage('Failed'), entries.length]).toEqual([true, true, 1000]);
    if (!addressOf(1).startsWith('198.')) expect(hasMessage('Refused')).toBe(true);
    const times = entries.map(({ ts }) => String(ts));
    expect(times).toEqual(times.toSorted());
    const left = entries.filter(({ component }) => component === 'Log').length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(500);
  });
});

it('the number of lines is limited regardless of the config', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  log.configure({ level: 'debug', maxLines: 1e9 });
  const count = limit('logLines') + 500;
  for (let n = 1; n <= count; n += 1) log.write('debug', 'x', String(n));
  const messages = log.entries().map(({ message }) => message);
  expect([messages.length, messages[0], messages.at(-1)]).toEqual([limit('logLines'), '501', String(count)]);
});

it('the bytes are limited, but the last line always stays', () => {
  const { log } = open('debug', 1e9);
  const text = '"'.repeat(limit('logText'));
  for (let n = 1; n <= 1000; n += 1) log.write('debug', 'x', text, { n });
  const lines = log.lines();
  const bytes = Buffer.byteLength(lines.join(''));
  expect(bytes).toBeLessThanOrEqual(limit('logBytes'));
  expect(bytes).toBeGreaterThan(limit('logBytes') * 0.9);
  expect(lines.at(-1)).toContain(' n=1000');
  const small = createLog(() => {}, { lines: 10, bytes: 10 });
  small.write('info', 'x', 'one');
  small.write('info', 'x', 'two');
  expect(small.entries()).toMatchObject([{ message: 'two' }]);
});

it("long texts are truncated: those of strangers early, the core's own later", () => {
  const { log } = open('info');
  const long = 'x'.repeat(100_000);
  log.write('warn', 'HTTP', long, { path: long, user_agent: long, channel: { name: long }, error: long, status: 404 });
  const [entry = {}] = log.entries();
  const length = (name: string) => String(entry[name]).length;
  for (const name of ['path', 'user_agent', 'channel']) expect(length(name), name).toBe(limit('logField'));
  for (const name of ['message', 'error']) expect(length(name), name).toBe(limit('logText'));
  expect(String(entry.path)).toMatch(/^x+…$/);
  expect(entry.status).toBe(404);
});

it.each([
  ['\u001b[31mred', '\\u001b[31mred'],
  ['\u009b31m', '\\u009b31m'],
  ['a\u202eb', 'a\\u202eb'],
  ['a\u2028b', 'a\\u2028b'],
  ['\0\x7f', '\\u0000\\u007f'],
  ['ä 漢 🎬\tb\n', 'ä 漢 🎬\tb\n'],
])('%j is logged as %j', (text, shown) => {
  const { log } = open('info');
  log.write('warn', 'HTTP', '', { path: text });
  expect(log.entries()[0]?.path).toBe(shown);
});

it('invisible characters count by the length of their escapes', () => {
  const { log } = open('info');
  log.write('warn', 'HTTP', '', { path: '\0'.repeat(1000) });
  expect(String(log.entries()[0]?.path)).toHaveLength(limit('logField'));
});

it('a line feed in a message does not start a new line', () => {
  const { log } = open('info');
  log.write('info', 'x', 'a\nb "c"', { d: 'e\nf', g: undefined, h: null, i: [1] });
  expect(log.lines()[0]).toContain('msg="a\\nb \\"c\\"" d="e\\nf" g="" h=null i="[1]"');
});
