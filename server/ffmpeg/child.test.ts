import { afterEach, describe, expect, it, vi } from 'vitest';
import { limit } from '../util/limits.ts';
import { createLineSplitter, KILL_AFTER_MS, spawnChild } from './child.ts';

it.each([
  [['a\nb\n'], ['a', 'b']],
  [['frame=1\rframe=2\rdone\n'], ['frame=1', 'frame=2', 'done']],
  [
    ['hal', 'f\nrest'],
    ['half', 'rest'],
  ],
  [
    ['a\r', '\n\n', 'b'],
    ['a', 'b'],
  ],
  [[''], []],
])('the output %j is split into the lines %j', (chunks, expected) => {
  const actual: string[] = [];
  const lines = createLineSplitter((line) => actual.push(line));
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  expect(actual).toEqual(expected);
});

it('a character that two chunks share stays whole', () => {
  const actual: string[] = [];
  const lines = createLineSplitter((line) => actual.push(line));
  const bytes = Buffer.from('Zürich\n');
  lines.push(bytes.subarray(0, 2));
  lines.push(bytes.subarray(2));
  expect(actual).toEqual(['Zürich']);
});

it('an overlong line is cut, and the next line follows', () => {
  const actual: string[] = [];
  const lines = createLineSplitter((line) => actual.push(line));
  for (let i = 0; i < 10; i += 1) lines.push(Buffer.alloc(50_000, 'x'));
  lines.push(Buffer.from('\nnext\n'));
  lines.push(Buffer.from(`${'y'.repeat(limit('ffmpegLine'))}\n${'z'.repeat(9_999)}`));
  lines.end();
  const cutLine = (letter: string) => `${letter.repeat(limit('ffmpegLine'))}…`;
  expect(actual).toEqual([cutLine('x'), 'next', 'y'.repeat(limit('ffmpegLine')), cutLine('z')]);
});

it('a long line in small chunks takes linear time', () => {
  const lines = createLineSplitter(() => undefined);
  const piece = Buffer.alloc(16, 'x');
  const before = process.cpuUsage();
  for (let i = 0; i < 200_000; i += 1) lines.push(piece);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});

afterEach(() => vi.useRealTimers());

const node = (script: string) => {
  const lines: string[] = [];
  return { lines, child: spawnChild(process.execPath, ['-e', script], (line) => lines.push(line)) };
};

/** Waits without a timer, because timers may be faked. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the status of an ended child', () => {
  it.each([
    ['process.exit(0)', 'finished'],
    // ffmpeg's exit code after SIGINT or SIGTERM
    ['process.exit(255)', 'finished'],
    ['process.exit(1)', 'failed'],
    ["process.kill(process.pid, 'SIGKILL')", 'killed'],
  ])('after %s is %s', async (script, end) => {
    const { child } = node(script);
    expect(await child.ended).toBe(end);
  });

  it.each([
    ['the binary does not exist', '/no/such/ffmpeg', []],
    ['an argument contains a NUL character', process.execPath, ['a\u0000b']],
    ['the arguments are too long', process.execPath, ['x'.repeat(4_000_000)]],
  ])('is failed, with the reason as a line, if %s', async (_, binary, args) => {
    const lines: string[] = [];
    const child = spawnChild(binary, args, (line) => lines.push(line));
    child.end();
    expect(await child.ended).toBe('failed');
    expect(child.pid).toBeNull();
    expect(lines).toEqual([expect.stringContaining(`${binary} could not be started`)]);
  });
});

it('a child has an empty environment and stdin, and its last lines are read', async () => {
  const { child, lines } = node(
    `console.error(JSON.stringify(process.env)); process.stderr.write('read ' + require('fs').readFileSync(0).length)`,
  );
  await child.ended;
  expect(lines).toEqual(['{}', 'read 0']);
});

it('a child gets one SIGINT however often it is asked to end', async () => {
  const { child, lines } = node(
    `process.on('SIGINT', () => { console.error('int'); setTimeout(() => process.exit(255), 20) });
     setInterval(() => {}, 1000); console.error('up')`,
  );
  await until(() => lines.includes('up'));
  child.end();
  child.end();
  expect(await child.ended).toBe('finished');
  expect(lines).toEqual(['up', 'int']);
});

it('a child is killed if it ignores SIGINT', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { child, lines } = node(
    `process.on('SIGINT', () => console.error('no')); setInterval(() => {}, 1000); console.error('up')`,
  );
  await until(() => lines.includes('up'));
  child.end();
  await until(() => lines.includes('no'));
  vi.advanceTimersByTime(KILL_AFTER_MS - 1);
  child.end();
  expect(child.pid !== null && process.kill(child.pid, 0)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(await child.ended).toBe('killed');
});

it('a child that prints too much is read at a limited rate', async () => {
  const bytes = 3 * limit('ffmpegOutput');
  let read = 0;
  const startedAt = performance.now();
  const child = spawnChild(
    process.execPath,
    [
      '-e',
      `const line = 'x'.repeat(1023) + '\\n'; for (let i = 0; i < ${bytes / 1024}; i++) require('fs').writeSync(2, line)`,
    ],
    (line) => {
      read += line.length + 1;
    },
  );
  expect(await child.ended).toBe('finished');
  expect(read).toBe(bytes);
  expect(performance.now() - startedAt).toBeGreaterThan(1_800);
});
