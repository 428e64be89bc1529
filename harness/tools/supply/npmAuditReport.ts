import * as z from 'zod';

const Advisory = z.object({ title: z.string(), url: z.string(), severity: z.string(), range: z.string() });
const Judged = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.string(), via: z.array(z.union([z.string(), Advisory])) }),
  ),
  metadata: z.object({ dependencies: z.object({ total: z.number().min(1) }) }),
});
const Refused = z.object({ message: z.string().min(1) });

export type Verdict =
  | { kind: 'clean'; packages: number }
  | { kind: 'found'; packages: number; advisories: readonly string[] }
  /** A missing response must not count as no advisories. */
  | { kind: 'unanswered'; reason: string };

export function verdictOf(output: string): Verdict {
  const answer = parse(output);
  const judged = Judged.safeParse(answer);
  if (!judged.success) {
    const reason = Refused.safeParse(answer).data?.message ?? output;
    return { kind: 'unanswered', reason: reason.trim().split('\n')[0] || 'npm audit wrote nothing' };
  }
  const { vulnerabilities, metadata } = judged.data;
  const packages = metadata.dependencies.total;
  // A string is an affected package, whose advisory is listed elsewhere.
  const advisories = Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via.flatMap((advisory) =>
      typeof advisory === 'string'
        ? []
        : [`${name} ${advisory.range}: ${advisory.title} (${advisory.severity}) ${advisory.url}`],
    ),
  );
  if (Object.keys(vulnerabilities).length === 0) return { kind: 'clean', packages };
  return { kind: 'found', packages, advisories: advisories.length > 0 ? advisories : Object.keys(vulnerabilities) };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** Input of the test summary: readers in harness/test/testing/parseTestReports.ts. */
export interface AuditReport {
  passed: number;
  failures: string[];
  note?: string;
}

export function reportOf(delivered: Verdict, all: Verdict): AuditReport {
  for (const verdict of [delivered, all]) {
    if (verdict.kind === 'unanswered')
      return { passed: 0, failures: [], note: `not known: the registry does not answer (${verdict.reason})` };
  }
  const advisoriesOf = (verdict: Verdict) => (verdict.kind === 'found' ? verdict.advisories : []);
  const developmentOnly = advisoriesOf(all).filter((line) => !advisoriesOf(delivered).includes(line));
  const failures = [
    ...advisoriesOf(delivered).map((line) => `delivered: ${line}`),
    ...developmentOnly.map((line) => `run by us: ${line}`),
  ];
  return { passed: failures.length === 0 && all.kind === 'clean' ? all.packages : 0, failures };
}
