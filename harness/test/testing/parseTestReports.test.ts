import { describe, expect, it } from 'vitest';
import {
  afterSecondTry,
  countStep,
  failedTestsOf,
  readers,
  resultOf,
  summary,
  unsteadyOf,
  withLeaks,
} from './parseTestReports.ts';
import { secondTriesOf } from './testRunPlans.ts';

const none = { passed: 0, failed: 0 };

const STACK = `\n    at f (file:///x/node_modules/vitest/run.js:1:2)\n    at ${process.cwd()}/src/key.test.ts:7:3`;
const unitReport = {
  numPassedTests: 12,
  numFailedTests: 1,
  success: false,
  testResults: [
    {
      assertionResults: [
        { status: 'passed', fullName: 'a key is masked' },
        {
          ...{ status: 'failed', fullName: 'a key is joined', ancestorTitles: ['a key'], title: 'is joined (twice)' },
          failureMessages: [`\u001b[31mAssertionError\u001b[39m: expected 3\n  to be 4${STACK}`, 'another'],
        },
      ],
      ...{ name: '/a/key.test.ts', status: 'failed' },
    },
    { name: '/a/broken.test.ts', status: 'failed', message: 'SyntaxError' },
    { name: '/a/well.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'all is well' }] },
  ],
};
const spec = (title: string, line: number, ok: boolean) => ({
  ...{ title, file: 'ingest.spec.ts', line, ok },
  tests: [{ results: [{ errors: ok ? [] : [{ message: 'Error: not seen\n  ' }] }] }],
});
const journeyReport = {
  stats: { expected: 9, unexpected: 1, flaky: 2, skipped: 0 },
  suites: [
    {
      specs: [spec('first use', 14, false), spec('restart', 80, true)],
      suites: [{ specs: [spec('at 360 px', 30, false)] }],
    },
  ],
};

describe('test reports', () => {
  it.each([
    [
      'vitest' as const,
      unitReport,
      { passed: 12, failed: 1, failures: ['a key is joined: AssertionError: expected 3 to be 4 (src/key.test.ts:7)'] },
    ],
    [
      'playwright' as const,
      journeyReport,
      // a journey that only passed on retry counts as failed
      {
        passed: 9,
        failed: 3,
        failures: ['ingest.spec.ts:14 first use: Error: not seen', 'ingest.spec.ts:30 at 360 px: Error: not seen'],
      },
    ],
    ['audit' as const, { passed: 0, failures: ['a'] }, { passed: 0, failed: 1, failures: ['a'] }],
    ['audit' as const, { passed: 0, failures: [], note: 'b' }, { passed: 0, failed: 0, failures: [], note: 'b' }],
  ])('of %s are counted', (kind, report, count) => expect(readers[kind](report)).toEqual(count));

  it('in an unknown format are rejected', () => expect(() => readers.vitest({ tests: 3 })).toThrow());
});

it.each([
  { ok: true, count: { passed: 3, failed: 0 }, expected: { passed: 3, failed: 0 } },
  { ok: false, count: { passed: 3, failed: 2 }, expected: { passed: 3, failed: 2 } },
  { ok: false, count: { passed: 3, failed: 0 }, expected: { passed: 3, failed: 1 } },
  { ok: false, count: none, expected: { passed: 0, failed: 1 } },
])('a step with ok $ok and $count counts as $expected', ({ ok, count, expected }) =>
  expect(countStep(ok, count)).toEqual(expected),
);

describe('a second try', () => {
  const unit = { name: 'unit', run: ['vitest', 'run'], report: 'vitest' as const };
  const journeys = { name: 'journeys', run: ['playwright'], report: 'playwright' as const };
  const nothing = { files: [], titles: [], unloaded: [] };
  const title = '^(?:a (?:> )?key (?:> )?is (?:> )?joined (?:> )?\\(twice\\))$';
  it.each([
    [
      'that failed or did not load',
      unit,
      failedTestsOf('vitest', unitReport),
      [
        ['vitest', 'run', '/a/key.test.ts', '--maxWorkers=1', '-t', title, '--hideSkippedTests'],
        ['vitest', 'run', '/a/broken.test.ts', '--maxWorkers=1'],
      ],
    ],
    [
      'of a step that runs one test at a time',
      { ...unit, run: ['vitest', 'run', '--maxWorkers=1'] },
      { ...nothing, unloaded: ['/a/broken.test.ts'] },
      [['vitest', 'run', '/a/broken.test.ts', '--maxWorkers=1']],
    ],
    ['none if all tests pass', unit, nothing, []],
    [
      'as whole files if many failed',
      unit,
      { ...nothing, files: ['/a/key.test.ts'], titles: Array.from({ length: 101 }, (_, at) => `t ${at}`) },
      [['vitest', 'run', '/a/key.test.ts', '--maxWorkers=1']],
    ],
    [
      'of failed journeys',
      journeys,
      failedTestsOf('playwright', journeyReport),
      [['playwright', '--last-failed', '--workers', '1']],
    ],
    ['none of a step without tests', { name: 'lint', run: ['biome'] }, nothing, []],
  ])('repeats the tests %s', (_, step, failed, runs) => expect(secondTriesOf(step, failed)).toEqual(runs));

  const first = { passed: 9, failed: 2, failures: ['a', 'b'] };
  it.each([
    [
      { passed: 2, failed: 0 },
      { passed: 11, failed: 0, failures: [], alone: ['a', 'b'] },
    ],
    [
      { passed: 1, failed: 1, failures: ['b'] },
      { passed: 10, failed: 1, failures: ['b'], alone: ['a', 'b'] },
    ],
    [none, { passed: 9, failed: 2, failures: [], alone: ['a', 'b'] }],
  ])('changes the count to %o', (second, count) => {
    expect(afterSecondTry(first, second)).toEqual(count);
  });

  it('is reported in the summary', () => {
    const count = afterSecondTry(first, { passed: 2, failed: 0 });
    const results = [{ name: 'unit', seconds: 1, ok: true, count }];
    expect(summary(results)).toContain('\n     run again alone: a\n');
    expect(unsteadyOf(results)).toEqual([
      { step: 'unit', title: 'a' },
      { step: 'unit', title: 'b' },
    ]);
  });
});

it.each([
  [[], true, { passed: 2, failed: 0 }],
  [['process 7 (ffmpeg)'], false, { passed: 2, failed: 1, failures: ['left behind: process 7 (ffmpeg)'] }],
])('a step with the leftovers %j passes: %s', (leaks, ok, count) =>
  expect(withLeaks({ name: 'unit', seconds: 1, ok: true, count: { passed: 2, failed: 0 } }, leaks)).toMatchObject({
    ok,
    count,
  }),
);

const down = { ...none, note: 'not known' };
it.each([
  { ok: true, asked: false, count: down, expected: { ok: true, count: none, note: 'not known' } },
  { ok: true, asked: true, count: down, expected: { ok: false, count: { passed: 0, failed: 1 }, note: 'not known' } },
  { ok: false, asked: false, count: none, expected: { ok: false, count: { passed: 0, failed: 1 } } },
  { ok: true, asked: false, count: { passed: 2, failed: 1 }, expected: { ok: false, count: { passed: 2, failed: 1 } } },
  { ok: true, asked: true, count: { passed: 2, failed: 0 }, expected: { ok: true, count: { passed: 2, failed: 0 } } },
])('the result of a step with ok $ok and $count, requested: $asked', ({ ok, asked, count, expected }) =>
  expect(resultOf({ name: 'audit', seconds: 1, ok, asked }, count)).toEqual({ name: 'audit', seconds: 1, ...expected }),
);

it('the summary ends with the total on a line of its own', () => {
  const text = summary([
    { name: 'types', seconds: 4.21, ok: true, count: none },
    { name: 'unit', seconds: 12, ok: false, count: { passed: 40, failed: 2, failures: ['a key', 'a form'] } },
    { name: 'journeys', seconds: 90.04, ok: true, count: { passed: 9, failed: 0 } },
  ]);
  expect(text).toBe(
    '\nok   types         4.2 s\nFAIL unit         12.0 s  40 passed, 2 failed\n     a key\n     a form\nok   journeys     90.0 s  9 passed, 0 failed\n49 passed, 2 failed\n',
  );
});

it('the summary lists tests that were not run, with the reason', () => {
  const note = 'not run: no engine (`make containers` brings one)';
  expect(
    summary([
      { name: 'unit', seconds: 12, ok: true, count: { passed: 40, failed: 0 } },
      { name: 'images', seconds: 0.1, ok: true, count: none, note },
      { name: 'containers', seconds: 0, ok: false, count: { passed: 0, failed: 1 }, note: 'could not be built:\nE: x' },
    ]),
  ).toBe(
    `\nok   unit         12.0 s  40 passed, 0 failed\nnone images        0.1 s  ${note}\nFAIL containers    0.0 s  0 passed, 1 failed  could not be built:\n40 passed, 1 failed\n`,
  );
});
