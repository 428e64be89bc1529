import * as z from 'zod';

export interface Count {
  passed: number;
  failed: number;
  /** Their titles: the end of a log is often all that is kept of it. */
  failures?: readonly string[];
  /** Why it is not known how many there are: what had to be asked did not answer. */
  note?: string;
}

const Vitest = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })).default([]) }),
  ),
});
const Spec = z.object({ ok: z.boolean(), title: z.string(), file: z.string(), line: z.number() });
const Suite = z.object({
  specs: z.array(Spec).default([]),
  get suites() {
    return z.array(Suite).default([]);
  },
});
const Playwright = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
});

const Audit = z.object({ passed: z.number(), failures: z.array(z.string()), note: z.string().optional() });

const specsOf = (suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] => [
  ...suite.specs,
  ...suite.suites.flatMap(specsOf),
];

export const readers = {
  vitest: (report: unknown): Count => {
    const { numPassedTests, numFailedTests, testResults } = Vitest.parse(report);
    const failures = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName);
    return { passed: numPassedTests, failed: numFailedTests, failures };
  },
  playwright: (report: unknown): Count => {
    const { stats, suites } = Playwright.parse(report);
    const failures = suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, line, title }) => `${file}:${line} ${title}`);
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
  },
  /** harness/supply/audit.ts */
  audit: (report: unknown): Count => {
    const { passed, failures, note } = Audit.parse(report);
    return { passed, failed: failures.length, failures, ...(note === undefined ? {} : { note }) };
  },
};

export interface Result {
  name: string;
  seconds: number;
  ok: boolean;
  count: Count;
  /** Why nothing was counted. */
  note?: string;
}

/** A step that failed without a failed test of its own (types, lint, a file that does not load) counts as one failure. */
export const counted = (ok: boolean, count: Count): Count => ({
  ...count,
  failed: ok ? count.failed : Math.max(count.failed, 1),
});

/** `asked`: somebody wants to know just this, so that no answer is a failure; among other steps it is said, and fine. */
export function resultOf(step: { name: string; seconds: number; ok: boolean; asked: boolean }, counts: Count): Result {
  const { name, seconds, ok, asked } = step;
  const { note, ...count } = counted(ok, counts);
  if (note === undefined || !ok) return { name, seconds, ok: ok && count.failed === 0, count };
  return { name, seconds, ok: !asked, count: { passed: 0, failed: asked ? 1 : 0 }, note };
}

/** The table of the steps with what failed in them; its last line is the sum, alone. */
export function summary(results: readonly Result[]): string {
  const rows = results.map(
    ({ name, seconds, ok, count, note }) =>
      `${ok ? (note === undefined ? 'ok  ' : 'none') : 'FAIL'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s` +
      (count.passed + count.failed > 0 ? `  ${count.passed} passed, ${count.failed} failed` : '') +
      (note === undefined ? '' : `  ${note.split('\n')[0]}`) +
      (count.failures ?? []).map((title) => `\n     ${title}`).join(''),
  );
  const sum = (part: 'passed' | 'failed') => results.reduce((total, { count }) => total + count[part], 0);
  return `\n${rows.join('\n')}\n${sum('passed')} passed, ${sum('failed')} failed\n`;
}
