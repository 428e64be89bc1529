import { expect, it } from 'vitest';
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

it('does not collect a line without end', () => {
  const seen: string[] = [];
  const lines = createLineSplitter((line) => seen.push(line));
  for (let i = 0; i < 10; i += 1) lines.push(Buffer.alloc(50_000, 'x'));
  lines.end();
  expect(seen.join('')).toHaveLength(500_000);
  expect(Math.max(...seen.map(({ length }) => length))).toBeLessThanOrEqual(120_000);
});
