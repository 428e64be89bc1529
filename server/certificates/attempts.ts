import * as z from 'zod';

/** Orders for one name, stored across restarts so as not to flood the authority. Times are Unix times in ms. */
export const Attempt = z.object({
  startedMs: z.array(z.number()),
  /** Consecutive failures. */
  failures: z.number(),
  notBeforeMs: z.number(),
  /** Whether `notBeforeMs` comes from the authority. */
  isToldByAuthority: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
const FIRST_WAIT_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** Upper bound for `Retry-After`: a wrong header must not end renewals. */
const LONGEST_DEMAND_MS = 7 * DAY_MS;
/** Let's Encrypt allows five failed validations of a name per hour. */
const MAX_IN_AN_HOUR = 4;

const NEVER_TRIED: Attempt = { startedMs: [], failures: 0, notBeforeMs: 0, isToldByAuthority: false };

/** Returns 30 days before the expiry, or when a third of a lifetime below 90 days is left. */
export const renewalTimeMs = ({ startsAtMs, endsAtMs }: { startsAtMs: number; endsAtMs: number }): number =>
  endsAtMs - Math.min(RENEW_BEFORE_MS, (endsAtMs - startsAtMs) / 3);

/** @param dueMs time of the renewal; 0 without a certificate */
export function nextTryMs(dueMs: number, attempt: Attempt = NEVER_TRIED): number {
  const oldest = attempt.startedMs.at(-MAX_IN_AN_HOUR);
  return Math.max(dueMs, attempt.notBeforeMs, oldest === undefined ? 0 : oldest + HOUR_MS);
}

/** Stored as a failure before the order is placed, so that a crash in between counts as one. */
export function beginAttempt(nowMs: number, attempt: Attempt = NEVER_TRIED): Attempt {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt.failures, LONGEST_WAIT_MS);
  return {
    startedMs: [...attempt.startedMs.filter((at) => at > nowMs - HOUR_MS), nowMs],
    failures: attempt.failures + 1,
    notBeforeMs: nowMs + wait,
    isToldByAuthority: false,
  };
}

export const delayAttempt = (attempt: Attempt = NEVER_TRIED, nowMs: number, retryAfterMs: number | null): Attempt =>
  retryAfterMs === null
    ? attempt
    : {
        ...attempt,
        notBeforeMs: Math.max(attempt.notBeforeMs, nowMs + Math.min(retryAfterMs, LONGEST_DEMAND_MS)),
        isToldByAuthority: true,
      };

/** A certificate that is lost right after it arrived must not be reordered at once: the weekly quota is small. */
export const endAttempt = (attempt: Attempt = NEVER_TRIED, nowMs: number): Attempt => ({
  ...attempt,
  failures: 0,
  notBeforeMs: nowMs + HOUR_MS,
  isToldByAuthority: false,
});

/** Saved settings may have removed the cause. The authority's own demand and the hourly limit still apply. */
export const forgiveAttempt = (attempt: Attempt): Attempt =>
  attempt.isToldByAuthority ? attempt : { ...attempt, notBeforeMs: 0 };

/** Shifts all times with the clock, so that waits keep their length. */
export const moveAttempt = (attempt: Attempt, shiftMs: number): Attempt => ({
  ...attempt,
  startedMs: attempt.startedMs.map((at) => at + shiftMs),
  notBeforeMs: attempt.notBeforeMs === 0 ? 0 : attempt.notBeforeMs + shiftMs,
});

export function forgetFuture(attempt: Attempt, nowMs: number): Attempt {
  if (!attempt.startedMs.some((at) => at > nowMs)) return attempt;
  return { ...attempt, startedMs: [nowMs], notBeforeMs: Math.min(attempt.notBeforeMs, nowMs + FIRST_WAIT_MS) };
}
