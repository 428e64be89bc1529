import { describe, expect, it } from 'vitest';
import { createReport } from './processLogReport.ts';

const limits = { maxLines: 3, maxHistory: 2 };
const addLines = (report: ReturnType<typeof createReport>, ...lines: string[]) => {
  for (const line of lines) report.line(line, 5_999);
};

describe('a process report', () => {
  it('is empty before the first start', () =>
    expect(createReport(limits, 1_000).get()).toEqual({ created_at: 1, prelude: [], log: [], history: [] }));

  it('keeps the last lines, and the prelude up to the first status line', () => {
    const report = createReport(limits, 0);
    report.begin(5_000);
    addLines(report, 'a', 'b');
    report.closePrelude();
    addLines(report, 'c', 'd');
    expect(report.get()).toEqual({
      created_at: 5,
      prelude: ['a', 'b'],
      log: [
        ['5', 'b'],
        ['5', 'c'],
        ['5', 'd'],
      ],
      history: [],
    });
    expect(report.lastLine()).toBe('d');
  });

  it('cuts a long prelude in the middle', () => {
    const report = createReport({ ...limits, maxLines: 50 }, 0);
    addLines(report, ...Array.from({ length: 262 }, (_, index) => `line ${index}`));
    const { prelude, log } = report.get();
    expect(prelude).toHaveLength(151);
    expect(prelude.slice(99, 102)).toEqual(['line 99', '... truncated 112 lines ...', 'line 212']);
    expect(log).toHaveLength(50);
    expect(log.at(-1)).toEqual(['5', 'line 261']);
  });

  it('moves a run to the history at the next start, oldest first', () => {
    const report = createReport(limits, 0);
    for (const run of [1, 2, 3, 4]) {
      report.begin(run * 1_000);
      addLines(report, `run ${run}`);
    }
    expect(report.get().history).toEqual([
      { created_at: 2, prelude: ['run 2'], log: [['5', 'run 2']] },
      { created_at: 3, prelude: ['run 3'], log: [['5', 'run 3']] },
    ]);
    expect(report.lastLine()).toBe('run 4');
  });

  it('keeps nothing if all limits are 0', () => {
    const report = createReport({ maxLines: 0, maxHistory: 0 }, 0);
    addLines(report, 'a', 'b');
    report.begin(0);
    expect(report.get()).toMatchObject({ log: [], history: [] });
  });

  it('equals its cached JSON, even after a change', () => {
    const report = createReport(limits, 0);
    for (const line of ['a', 'b']) {
      addLines(report, line);
      expect(JSON.parse(report.json())).toEqual(report.get());
    }
  });

  it('inherits the history of the process that it replaces', () => {
    const old = createReport(limits, 0);
    old.begin(1_000);
    addLines(old, 'old');
    const fresh = createReport(limits, 9_000);
    fresh.inherit(old.get());
    expect(fresh.get()).toEqual({
      created_at: 9,
      prelude: [],
      log: [],
      history: [{ created_at: 1, prelude: ['old'], log: [['5', 'old']] }],
    });
  });
});
