import { expect, it } from 'vitest';
import { type TrialRow, toNowhere, trialArguments } from './trialRow.ts';
import { batchesOf, halvesOf } from './trialTable.ts';

const input = (address: string, ...options: string[]) => ({ address, options: ['-f', 'lavfi', ...options] });
const row = (name: string, overrides: Partial<TrialRow> = {}): TrialRow => ({
  ...{ kind: 'encoder', names: [name], setting: null, global: [], inputs: [input('a')] },
  ...{ output: toNowhere(['-c:v', name]), runs: 'shared', hardware: false, ...overrides },
});

it('a trial opens equal inputs once and maps each output to its own', () => {
  const rows = [
    row('x', { global: ['-g', '1'] }),
    row('y', { inputs: [input('b')] }),
    row('z', { global: ['-g', '1'] }),
  ];
  expect(trialArguments(rows)).toEqual({
    global: ['-g', '1'],
    inputs: [input('a'), input('b')],
    outputs: [
      { address: '-', options: ['-map', '0', '-c:v', 'x', '-f', 'null'] },
      { address: '-', options: ['-map', '1', '-c:v', 'y', '-f', 'null'] },
      { address: '-', options: ['-map', '0', '-c:v', 'z', '-f', 'null'] },
    ],
  });
});

it('a trial decodes nothing for rows that only read', () => {
  const { inputs, outputs } = trialArguments([
    row('x', { output: null }),
    row('y', { output: null, inputs: [input('b')] }),
  ]);
  expect(inputs.slice(0, 2)).toEqual([input('a'), input('b')]);
  expect(outputs).toEqual([{ address: '-', options: ['-map', '2', '-f', 'null'] }]);
});

it('a trial shares a process among rows that end by themselves', () => {
  const rows = [
    ...Array.from({ length: 13 }, (_, i) => row(`e${i}`)),
    row('alone', { runs: 'alone' }),
    row('camera', { kind: 'source', runs: 'reaching' }),
    row('filter', { kind: 'filter' }),
    row('filter2', { kind: 'filter' }),
  ];
  expect(batchesOf(rows).map(({ length }) => length)).toEqual([12, 1, 1, 1, 2]);
  expect(batchesOf(rows).flat()).toEqual(rows);
});

it('a trial splits failed rows into halves', () => {
  const rows = [row('a'), row('b'), row('c')];
  expect(halvesOf(rows)).toEqual([[rows[0], rows[1]], [rows[2]]]);
});
