import { describe, expect, it } from 'vitest';
import { counted, readers, resultOf, summary } from './results.ts';

const none = { passed: 0, failed: 0 };

const unitReport = {
  numPassedTests: 12,
  numFailedTests: 1,
  success: false,
  testResults: [
    {
      assertionResults: [
        { status: 'passed', fullName: 'a key is masked' },
        { status: 'failed', fullName: 'a key is joined' },
      ],
    },
    // a file that does not load
    { status: 'failed', message: 'SyntaxError' },
  ],
};
const spec = (title: string, line: number, ok: boolean) => ({ title, file: 'ingest.spec.ts', line, ok });
const journeyReport = {
  stats: { expected: 9, unexpected: 1, flaky: 2, skipped: 0 },
  suites: [
    {
      specs: [spec('first use', 14, false), spec('restart', 80, true)],
      suites: [{ specs: [spec('at 360 px', 30, false)] }],
    },
  ],
};

describe('reports', () => {
  it.each([
    ['vitest' as const, unitReport, { passed: 12, failed: 1, failures: ['a key is joined'] }],
    [
      'playwright' as const,
      journeyReport,
      // a journey that passed only at the second try has not passed
      { passed: 9, failed: 3, failures: ['ingest.spec.ts:14 first use', 'ingest.spec.ts:30 at 360 px'] },
    ],
    ['audit' as const, { passed: 0, failures: ['a'] }, { passed: 0, failed: 1, failures: ['a'] }],
    ['audit' as const, { passed: 0, failures: [], note: 'b' }, { passed: 0, failed: 0, failures: [], note: 'b' }],
  ])('of %s', (kind, report, count) => expect(readers[kind](report)).toEqual(count));

  it('that are something else are refused', () => expect(() => readers.vitest({ tests: 3 })).toThrow());
});

it.each([
  { ok: true, count: { passed: 3, failed: 0 }, expected: { passed: 3, failed: 0 } },
  { ok: false, count: { passed: 3, failed: 2 }, expected: { passed: 3, failed: 2 } },
  { ok: false, count: { passed: 3, failed: 0 }, expected: { passed: 3, failed: 1 } },
  { ok: false, count: none, expected: { passed: 0, failed: 1 } },
])('ok $ok with $count counts as $expected', ({ ok, count, expected }) => expect(counted(ok, count)).toEqual(expected));

const away = { ...none, note: 'not known' };
it.each([
  { ok: true, asked: false, count: away, expected: { ok: true, count: none, note: 'not known' } },
  { ok: true, asked: true, count: away, expected: { ok: false, count: { passed: 0, failed: 1 }, note: 'not known' } },
  { ok: false, asked: false, count: none, expected: { ok: false, count: { passed: 0, failed: 1 } } },
  { ok: true, asked: false, count: { passed: 2, failed: 1 }, expected: { ok: false, count: { passed: 2, failed: 1 } } },
  { ok: true, asked: true, count: { passed: 2, failed: 0 }, expected: { ok: true, count: { passed: 2, failed: 0 } } },
])('a step that ended with ok $ok and $count, asked for: $asked', ({ ok, asked, count, expected }) =>
  expect(resultOf({ name: 'audit', seconds: 1, ok, asked }, count)).toEqual({ name: 'audit', seconds: 1, ...expected }),
);

it('closes the summary with the sum alone on its line', () => {
  const text = summary([
    { name: 'types', seconds: 4.21, ok: true, count: none },
    { name: 'unit', seconds: 12, ok: false, count: { passed: 40, failed: 2, failures: ['a key', 'a form'] } },
    { name: 'journeys', seconds: 90.04, ok: true, count: { passed: 9, failed: 0 } },
  ]);
  expect(text).toBe(
    '\nok   types         4.2 s\nFAIL unit         12.0 s  40 passed, 2 failed\n     a key\n     a form\nok   journeys     90.0 s  9 passed, 0 failed\n49 passed, 2 failed\n',
  );
});

it('says what was not run, and why', () => {
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
