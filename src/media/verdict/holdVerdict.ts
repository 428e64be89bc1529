import type { Verdict } from './verdict.ts';

/** A verdict on the screen. */
export interface ShownVerdict {
  verdict: Verdict;
  /** Since when this one is shown (ms). */
  since: number;
}

/** Nobody reads, or presses a button, faster. */
const HOLD_MS = 5000;

/** `calm` and `busy` are not better than a problem: they are what somebody does about it. */
const RANKS: Readonly<Record<Verdict['severity'], number>> = { live: 0, calm: 0, busy: 0, warning: 1, error: 2 };

/** The next answer of the core ends them. */
const SILENCES: readonly Verdict['kind'][] = ['core-silent', 'old'];

const isSame = (a: Verdict, b: Verdict) => a.kind === b.kind && a.fault === b.fault && a.ids.join() === b.ids.join();

/**
 * The verdict to show next: a problem stays for at least five seconds, unless it gets worse or the operator acts on it.
 * Otherwise the sentence and its buttons would move under the pointer while two problems alternate.
 */
export function shownAfter(before: ShownVerdict | null, next: Verdict, now: number): ShownVerdict {
  if (!before) return { verdict: next, since: now };
  if (isSame(before.verdict, next)) return { verdict: next, since: before.since };
  const { kind, severity } = before.verdict;
  const isBetter = next.severity === 'live' || next.severity === 'warning' || next.severity === 'error';
  const holds = RANKS[severity] > 0 && !SILENCES.includes(kind) && isBetter && RANKS[next.severity] <= RANKS[severity];
  return holds && now - before.since < HOLD_MS ? before : { verdict: next, since: now };
}
