import { expect, it } from 'vitest';
import { figuresOf, tableOf } from './performanceBudgetTable.ts';

const notes = (row: string, ...values: number[]) => values.map((value) => ({ row, value }));

it.each([
  ['target reached', notes('bytes until the login, gzip', 145), '145.0 kB', 'passed'],
  ['in limit', notes('bytes until the login, gzip', 146, 150, 148), '148.0 kB (146.0 to 150.0)', 'passed, aim missed'],
  ['over limit', notes('API requests, visible, 50 publications', 2.01), '2.01 /s', 'FAILED'],
  ['a slow multiview', notes('main thread, visible, multiview of 12', 4.1), '4.10 s/min', 'FAILED'],
  ['restless styles', notes('style recalculations, visible, 50 publications', 16), '16 /min', 'FAILED'],
  ['a multiview of changes', notes('style recalculations, visible, multiview of 12', 99), '99 /min', ''],
  ['one outlier', notes('API requests, hidden, 0 publications', 0, 0, 5), '0.00 /s (0.00 to 5.00)', 'passed'],
  ['not measured', notes('DOM elements, 50 publications', Number.NaN), 'NaN', 'FAILED'],
  ['a single attempt', notes('hosts outside', 1), '1', 'FAILED'],
  ['no limit', notes('DOM elements, 0 publications', 5000), '5000', ''],
])('a row is judged: %s', (_, report, measured, verdict) =>
  expect(figuresOf(report)).toMatchObject([{ measured, verdict }]),
);

it('an unknown row is an error', () =>
  expect(() => figuresOf(notes('phase of the moon', 1))).toThrow('Nothing is known about "phase of the moon"'));

it('the table has aligned columns', () =>
  expect(tableOf(figuresOf(notes('bytes until the login, raw', 700)))).toBe(
    [
      '| what                       | measured | bar             | verdict |',
      '| -------------------------- | -------- | --------------- | ------- |',
      '| bytes until the login, raw | 700.0 kB | <= 450, aim 430 | FAILED  |',
      '',
    ].join('\n'),
  ));
