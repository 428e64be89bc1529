import { expect, it } from 'vitest';
import { limit } from '../limits.ts';
import { createLineSplitter } from './lineSplitter.ts';

it.each([
  [['a\nb\n'], ['a', 'b']],
  // a status line ends with CR only, also in the middle of a chunk
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
])('%j are the lines %j', (chunks, expected) => {
  const seen: string[] = [];
  const lines = createLineSplitter((line) => seen.push(line));
  for (const chunk of chunks) lines.push(Buffer.from(chunk));
  lines.end();
  expect(seen).toEqual(expected);
});

it('keeps signs whole that are cut in two', () => {
  const seen: string[] = [];
  const lines = createLineSplitter((line) => seen.push(line));
  const bytes = Buffer.from('Zürich\n');
  lines.push(bytes.subarray(0, 2));
  lines.push(bytes.subarray(2));
  expect(seen).toEqual(['Zürich']);
});

it('cuts a line that is too long, and goes on with the next', () => {
  const seen: string[] = [];
  const lines = createLineSplitter((line) => seen.push(line));
  for (let i = 0; i < 10; i += 1) lines.push(Buffer.alloc(50_000, 'x'));
  lines.push(Buffer.from('\nnext\n'));
  lines.push(Buffer.from(`${'y'.repeat(limit('ffmpegLine'))}\n${'z'.repeat(9_999)}`));
  lines.end();
  const cut = (letter: string) => `${letter.repeat(limit('ffmpegLine'))}…`;
  expect(seen).toEqual([cut('x'), 'next', 'y'.repeat(limit('ffmpegLine')), cut('z')]);
});

it('takes a long line in small pieces without reading it again with each', () => {
  const lines = createLineSplitter(() => undefined);
  const piece = Buffer.alloc(16, 'x');
  const before = process.cpuUsage();
  for (let i = 0; i < 200_000; i += 1) lines.push(piece);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});
