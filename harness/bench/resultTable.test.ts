import { expect, it } from 'vitest';
import type { Goal } from './loadRequests.ts';
import { linesOf, median, type Result, tableOf } from './resultTable.ts';

it.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 3], 2.5],
  [[], Number.NaN],
])('the median of %j', (values, middle) => expect(median(values)).toBe(middle));

const results: Result[] = [
  { row: 'list', core: 'a', round: 1, unit: 'requests/s', value: 80, p50: 2, errors: 0, cpuMicros: 25 },
  { row: 'list', core: 'b', round: 1, unit: 'requests/s', value: 100, p50: 1, errors: 1 },
  { row: 'list', core: 'b', round: 2, unit: 'requests/s', value: 300, p50: 3, errors: 1 },
  { row: 'start', core: 'a', round: 1, unit: 'ms', value: 500 },
  { row: 'start', core: 'b', round: 1, unit: 'ms', value: 1000 },
  { row: 'restart', core: 'a', round: 1, unit: 'ms', value: 500 },
];
const goals = new Map<string, Goal>([
  ['list', { kind: 'at least', ratio: 0.5 }],
  ['start', { kind: 'at most', ratio: 1 }],
  ['restart', { kind: 'at most', ratio: 1 }],
]);

it('medians are compared, goals judged and errors counted', () =>
  expect(linesOf(results, ['a', 'b'], goals)).toEqual([
    {
      row: 'list',
      verdict: 'missed',
      cells: [
        '80.0 requests/s, 2.00 ms, 25.0 µs CPU',
        '200 requests/s (100 to 300), 2.00 ms',
        '0.40',
        '>= 0.5 missed',
        '2',
      ],
    },
    { row: 'start', verdict: 'kept', cells: ['500 ms', '1000 ms', '0.50', '<= 1 kept', '0'] },
    { row: 'restart', verdict: 'no goal', cells: ['500 ms', '–', '', '<= 1', '0'] },
  ]));

it('a single core has no ratio', () =>
  expect(linesOf(results, ['a'], goals)[0]).toMatchObject({
    verdict: 'no goal',
    cells: ['80.0 requests/s, 2.00 ms, 25.0 µs CPU', '', '>= 0.5', '2'],
  }));

it('the table has aligned columns', () =>
  expect(
    tableOf([{ row: 'start', verdict: 'kept', cells: ['5 ms', '10 ms', '0.50', '<= 1 kept', '0'] }], ['a', 'b']),
  ).toBe(
    [
      '| what  | a    | b     | a / b | goal      | errors |',
      '| ----- | ---- | ----- | ----- | --------- | ------ |',
      '| start | 5 ms | 10 ms | 0.50  | <= 1 kept | 0      |',
      '',
    ].join('\n'),
  ));
