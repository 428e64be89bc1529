import { describe, expect, it } from 'vitest';
import { GRAPH_S, graphLineOf, graphRowsOf } from './graph.ts';

it.each([
  ['no points', [], [], [], null],
  ['only gaps', [null, null], [], [], null],
  ['a single value is no line', [5], [], [], { low: 5, high: 5 }],
  ['ends at the right and starts at zero', [11, 0], ['298,4.0 299,44.0'], [], { low: 0, high: 11 }],
  ['steady is a line below the top', [25, 25], ['298,4.0 299,4.0'], [], { low: 25, high: 25 }],
  ['nothing but zero', [0, 0], ['298,44.0 299,44.0'], [], { low: 0, high: 0 }],
  ['a late answer is no gap', [10, null, null, null, 10], ['295,4.0 299,4.0'], [], { low: 10, high: 10 }],
  [
    'a gap is bridged',
    [10, 10, null, null, null, null, 10, 10],
    ['292,4.0 293,4.0', '298,4.0 299,4.0'],
    ['293,4.0 298,4.0'],
    { low: 10, high: 10 },
  ],
  [
    'values far from each other are bridged as well',
    [10, null, null, null, null, 0, null, null, null, null, 10],
    [],
    ['289,4.0 294,44.0', '294,44.0 299,4.0'],
    { low: 0, high: 10 },
  ],
  [
    'empty before the first point and after the last',
    [null, 10, 10, null],
    ['297,4.0 298,4.0'],
    [],
    { low: 10, high: 10 },
  ],
])('the line of a graph: %s', (_, values, runs, bridges, range) =>
  expect(graphLineOf(values, 44)).toEqual({ runs, bridges, range }),
);

it('the graph shows the last five minutes', () => {
  const { runs } = graphLineOf(
    Array.from({ length: 400 }, () => 1),
    44,
  );
  expect(runs.map((run) => run.split(' ').length)).toEqual([GRAPH_S]);
});

describe('the table below the graph', () => {
  const steady = (n: number, value: number) => Array.from({ length: n }, () => value);
  const bar = `${'-'.repeat(15)}${'g'.repeat(12)}rrg`;

  it('lists the newest half minute first, with means and failed publications', () => {
    const rows = graphRowsOf([...steady(30, 4000), ...steady(30, 2000)], steady(45, 25), { source: bar, a: bar });
    expect(rows).toHaveLength(10);
    expect(rows.slice(0, 3)).toEqual([
      { ago: 30, bitrate: 2000, fps: 25, dropped: ['source', 'a'] },
      { ago: 60, bitrate: 4000, fps: 25, dropped: [] },
      { ago: 90, bitrate: null, fps: null, dropped: [] },
    ]);
    expect(rows.at(-1)).toEqual({ ago: 300, bitrate: null, fps: null, dropped: null });
  });
});
