import { expect, it } from 'vitest';
import { ProcessReport, ProcessState } from '../../api/answers/process.ts';
import { analyzeRun } from './diagnoseFailure.ts';

const run = (lines: string[]) => ({ created_at: 98, prelude: [], log: lines.map((line, i) => [String(98 + i), line]) });
const refused = [
  "Input #0, hls, from 'http://localhost/x.m3u8':",
  '[rtmp @ 0x5] Server error: Stream key is not valid',
  'rtmp://live.example.org/app/s3cret: Operation not permitted',
];
const target = { role: 'target', channel: 'c' } as const;
const process = (exec: string, lines: string[], before: string[][] = []) => ({
  id: 'p',
  state: ProcessState.parse({ order: 'start', exec, command: ['-i', 'x', 'rtmp://live.example.org/app/s3cret'] }),
  report: ProcessReport.parse({ ...run(lines), history: before.map(run) }),
});

it('the analysis of a run marks the decisive line, with a remedy and without secrets', () => {
  const { run: found } = analyzeRun(process('failed', refused), target);
  expect(found).toMatchObject({ line: 1, failure: { cause: 'key-refused', at: 100_000, words: { field: 'key' } } });
  expect(JSON.stringify(found)).not.toContain('s3cret');
});

it('the analysis covers the previous run when the next one has started', () => {
  const { run: now, before } = analyzeRun(process('running', [refused[0] ?? ''], [refused]), target);
  expect(now).toMatchObject({ failure: null, line: -1 });
  expect(before).toMatchObject({ line: 1, failure: { cause: 'key-refused' } });
});

it('the analysis counts problems of a running process as warnings', () => {
  const lines = [
    "Output #0, flv, to 'x'",
    '[flv @ 0x5] Non-monotonous DTS in output',
    '    Last message repeated 4 times',
  ];
  expect(analyzeRun(process('running', lines), target).run).toMatchObject({
    failure: null,
    warnings: [{ title: 'The timestamps of the source jump.', count: 5 }],
  });
});

it('the analysis is empty without a report', () =>
  expect(analyzeRun({ id: 'p', state: null, report: null }, target)).toEqual({ run: null, before: null }));

it("the analysis uses the core's log for what ffmpeg cannot know, separately for each run", () => {
  const interrupted = ["Output #0, flv, to 'x'", 'Exiting normally, received signal 2.'];
  const ended = process('finished', interrupted, [interrupted]);
  const at = (seconds: number, message: string) =>
    `ts=${new Date(seconds * 1000).toISOString()} level=INFO component="Process" ${message} id="p"`;
  const report = {
    ...ended.report,
    created_at: 300,
    history: ended.report.history.map((entry) => ({ ...entry, created_at: 200 })),
  };
  const log = [
    at(240, 'msg="Stopping because limits are exceeded"'),
    at(330, 'msg="Stale timeout after 10s (10.00)."'),
  ];
  const causesWith = (lines: string[]) => {
    const { run: now, before } = analyzeRun({ ...ended, report }, target, lines);
    return [before, now].map((failing) => [failing?.failure?.cause, failing?.forCore]);
  };
  expect(causesWith([])).toEqual([
    [undefined, true],
    ['stale', true],
  ]);
  expect(causesWith(log)).toEqual([
    ['limit-memory', false],
    ['stale', true],
  ]);
});
