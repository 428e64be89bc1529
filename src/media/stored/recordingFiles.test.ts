import { describe, expect, it } from 'vitest';
import { beyondSize, forecastOf, isNearlyFull, type Recording, type Retention, tokenIn } from './recordingFiles.ts';

const MB = 1_000_000;
const file = (seconds: number, bytes = seconds * MB): Recording => ({
  ...{ path: '/x', name: 'x', bytes, begun: 1000, written: 1000 + seconds },
});
const policy = (more: Partial<Retention>): Retention => ({ seconds: 3600, days: 0, files: 0, gigabytes: 0, ...more });

describe('the forecast of the disk space', () => {
  it.each([
    ['nothing is recorded yet', [], policy({}), 100 * MB, null],
    ['the recording has just started', [file(4)], policy({}), 100 * MB, null],
    ['no data arrives', [file(60, 0)], policy({}), 100 * MB, null],
    ['all files are kept', [file(60)], policy({}), 100 * MB, { kind: 'full', seconds: 100 }],
    ['a day exceeds the free space', [file(60)], policy({ days: 1 }), 100 * MB, { kind: 'full', seconds: 100 }],
    ['a day fits', [file(60)], policy({ days: 1 }), 100_000 * MB, { kind: 'fits', bytes: 86_400 * MB }],
    ['two files fit', [file(60)], policy({ files: 2, seconds: 20 }), 100 * MB, { kind: 'fits', bytes: 60 * MB }],
    [
      'the tighter rule',
      [file(10)],
      policy({ days: 1, files: 3, seconds: 20 }),
      90 * MB,
      { kind: 'fits', bytes: 60 * MB },
    ],
    [
      'existing files count',
      [file(3600), file(3600)],
      policy({ files: 3 }),
      4000 * MB,
      { kind: 'fits', bytes: 10_800 * MB },
    ],
    ['the disk is full', [file(60)], policy({}), 0, { kind: 'full', seconds: 0 }],
    [
      'the newest files show the bitrate',
      [...Array(5).fill(file(10)), file(10, 900 * MB)],
      policy({}),
      100 * MB,
      { kind: 'full', seconds: 100 },
    ],
  ] as const)('is computed if %s', (_, list, rules, free, expected) => {
    expect(forecastOf(list, rules, free)).toEqual(expected);
  });
});

it.each([
  ['no limit', 0, []],
  ['more than is available', 1, []],
  ['two of three', 0.25, [2]],
  ['less than the file being written', 0.01, [1, 2]],
])('recordings beyond a size limit: %s', (_, gigabytes, expected) => {
  const list = [1, 2, 3].map(() => file(100));
  expect(beyondSize(list, { gigabytes }).map((recording) => list.indexOf(recording))).toEqual(expected);
});

it.each([
  ['unknown sizes', 0, null, false],
  ['enough space', 50_000 * MB, 100_000 * MB, false],
  ['less than a gigabyte is left', 99_500 * MB, 100_000 * MB, true],
  ['a small disk with a fiftieth left', 985 * MB, 1000 * MB, true],
  ['a small disk with more', 900 * MB, 1000 * MB, false],
])('a disk counts as nearly full or not: %s', (_, used, limit, full) =>
  expect(isNearlyFull({ used, limit })).toBe(full),
);

it.each([
  ['{diskfs}/recording_0123abcd_%s_show.mp4', '0123abcd'],
  ['/recording_0123abcd_1795210604_show.mp4', '0123abcd'],
  ['rtmp://example/live', null],
])('the file or address %s has the recording token %s', (address, token) => expect(tokenIn(address)).toBe(token));
