import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

export interface Count {
  passed: number;
  failed: number;
  /** Titles with the start of the error, because often only the end of a log remains. */
  failures?: readonly string[];
  /** Failed in parallel, but passed alone. */
  alone?: readonly string[];
  /** Why the number is unknown: a service did not respond. */
  note?: string;
}

const Assertion = z.object({
  status: z.string(),
  fullName: z.string(),
  title: z.string().default(''),
  ancestorTitles: z.array(z.string()).default([]),
  failureMessages: z.array(z.string()).default([]),
});
const Vitest = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      status: z.string().default(''),
      assertionResults: z.array(Assertion).default([]),
    }),
  ),
});
const Tried = z.object({ errors: z.array(z.object({ message: z.string().default('') })).default([]) });
const Spec = z.object({
  ok: z.boolean(),
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ results: z.array(Tried) })).default([]),
});
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

const REASON_LENGTH = 300;
/** The start of an error and its first stack frame in the project, on one line. */
const reasonOf = (message: string | undefined) => {
  const [reason = '', ...frames] = stripVTControlCharacters(message ?? '').split(/\n\s+at /);
  const line = reason.replace(/\s+/g, ' ').trim().slice(0, REASON_LENGTH);
  const frame = frames.find((line) => !/node_modules|node:/.test(line));
  const [, location] = /(?:^|[\s(])(?:file:\/\/)?(\/[^()]+:\d+):\d+\)?$/.exec(frame?.trim() ?? '') ?? [];
  return `${line && `: ${line}`}${location ? ` (${path.relative('', location)})` : ''}`;
};

export interface FailedTests {
  readonly files: readonly string[];
  /** Vitest: names of describes and the test, joined for its `-t` option. */
  readonly titles: readonly string[];
  readonly unloaded: readonly string[];
}

const isFailed = ({ status }: { status: string }) => status === 'failed';

export function failedTestsOf(kind: keyof typeof readers, report: unknown): FailedTests {
  if (kind !== 'vitest') return { files: [], titles: readers[kind](report).failures ?? [], unloaded: [] };
  const failed = Vitest.parse(report).testResults.filter(isFailed);
  const tested = failed.filter(({ assertionResults }) => assertionResults.some(isFailed));
  return {
    files: tested.map(({ name }) => name),
    titles: tested.flatMap(({ assertionResults }) =>
      assertionResults.filter(isFailed).map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' ')),
    ),
    unloaded: failed.filter((file) => !tested.includes(file)).map(({ name }) => name),
  };
}

export const readers = {
  vitest: (report: unknown): Count => {
    const { numPassedTests, numFailedTests, testResults } = Vitest.parse(report);
    const failures = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => fullName + reasonOf(failureMessages[0]));
    return { passed: numPassedTests, failed: numFailedTests, failures };
  },
  playwright: (report: unknown): Count => {
    const { stats, suites } = Playwright.parse(report);
    const failures = suites
      .flatMap(specsOf)
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const messages = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
        return `${file}:${line} ${title}${reasonOf(messages[0]?.message)}`;
      });
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures };
  },
  /** written by harness/tools/supply/audit.ts */
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
  note?: string;
}

/** A step that fails without a failed test (types, lint, a file that does not load) counts as one failure. */
export const countStep = (ok: boolean, count: Count): Count => ({
  ...count,
  failed: ok ? count.failed : Math.max(count.failed, 1),
});

/** `asked`: the step was requested by name, so that a missing response is a failure. Otherwise it is only noted. */
export function resultOf(step: { name: string; seconds: number; ok: boolean; asked: boolean }, counts: Count): Result {
  const { name, seconds, ok, asked } = step;
  const { note, ...count } = countStep(ok, counts);
  if (note === undefined || !ok) return { name, seconds, ok: ok && count.failed === 0, count };
  return { name, seconds, ok: !asked, count: { passed: 0, failed: asked ? 1 : 0 }, note };
}

export function afterSecondTry(first: Count, second: Count): Count {
  // A retry that ran fewer tests proves nothing about the others.
  const failed = Math.max(second.failed, first.failed - second.passed);
  return {
    ...{ passed: first.passed + first.failed - failed, failed },
    ...{ failures: second.failures ?? [], alone: first.failures ?? [] },
  };
}

export function sumOf(counts: readonly Count[]): Count {
  const sum = (part: 'passed' | 'failed') => counts.reduce((total, count) => total + count[part], 0);
  return { passed: sum('passed'), failed: sum('failed'), failures: counts.flatMap(({ failures = [] }) => failures) };
}

/** Everything that was repeated, whatever the result: a nightly run reports it first. */
export const unsteadyOf = (results: readonly Result[]): { step: string; title: string }[] =>
  results.flatMap(({ name, count }) => (count.alone ?? []).map((title) => ({ step: name, title })));

export function withLeaks(result: Result, leaks: readonly string[]): Result {
  if (leaks.length === 0) return result;
  const { failed, failures = [] } = result.count;
  return {
    ...result,
    ok: false,
    count: {
      ...result.count,
      failed: failed + 1,
      failures: [...failures, ...leaks.map((leak) => `left behind: ${leak}`)],
    },
  };
}

/** The table of steps and failures. The last line is the total. */
export function summary(results: readonly Result[]): string {
  const rows = results.map(
    ({ name, seconds, ok, count, note }) =>
      `${ok ? (note === undefined ? 'ok  ' : 'none') : 'FAIL'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s` +
      (count.passed + count.failed > 0 ? `  ${count.passed} passed, ${count.failed} failed` : '') +
      (note === undefined ? '' : `  ${note.split('\n')[0]}`) +
      (count.failures ?? []).map((title) => `\n     ${title}`).join('') +
      (count.alone ?? []).map((title) => `\n     run again alone: ${title}`).join(''),
  );
  const sum = (part: 'passed' | 'failed') => results.reduce((total, { count }) => total + count[part], 0);
  return `\n${rows.join('\n')}\n${sum('passed')} passed, ${sum('failed')} failed\n`;
}
