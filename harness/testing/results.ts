import * as z from 'zod';

export interface Count {
  passed: number;
  failed: number;
}

const Vitest = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const Playwright = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

export const readers = {
  vitest: (report: unknown): Count => {
    const { numPassedTests, numFailedTests } = Vitest.parse(report);
    return { passed: numPassedTests, failed: numFailedTests };
  },
  playwright: (report: unknown): Count => {
    const { expected, unexpected, flaky } = Playwright.parse(report).stats;
    return { passed: expected, failed: unexpected + flaky };
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
export const counted = (ok: boolean, { passed, failed }: Count): Count => ({
  passed,
  failed: ok ? failed : Math.max(failed, 1),
});

/** The table of the steps; its last line is the sum, alone. */
export function summary(results: readonly Result[]): string {
  const rows = results.map(
    ({ name, seconds, ok, count, note }) =>
      `${ok ? (note === undefined ? 'ok  ' : 'none') : 'FAIL'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s` +
      (count.passed + count.failed > 0 ? `  ${count.passed} passed, ${count.failed} failed` : '') +
      (note === undefined ? '' : `  ${note.split('\n')[0]}`),
  );
  const sum = (part: keyof Count) => results.reduce((total, { count }) => total + count[part], 0);
  return `\n${rows.join('\n')}\n${sum('passed')} passed, ${sum('failed')} failed\n`;
}
