import * as z from 'zod';

/**
 * The orders for one name, remembered across restarts, so that no authority is flooded. Times are unix times in ms.
 */
export const Attempt = z.object({
  /** Of the last hour. */
  startedMs: z.array(z.number()),
  /** In a row. */
  failures: z.number(),
  notBeforeMs: z.number(),
  /** The authority has named the time itself. */
  isToldByAuthority: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
const FIRST_WAIT_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** No authority is believed to demand more: a wrong header must not end renewals. */
const LONGEST_DEMAND_MS = 7 * DAY_MS;
/** Let's Encrypt refuses after five failed validations of a name in an hour. */
const MOST_IN_AN_HOUR = 4;

const NEVER_TRIED: Attempt = { startedMs: [], failures: 0, notBeforeMs: 0, isToldByAuthority: false };

/** 30 days before the end; a certificate that is valid for less than 90 days in all: when a third of its time is left. */
export const renewalTimeMs = ({ startsAtMs, endsAtMs }: { startsAtMs: number; endsAtMs: number }): number =>
  endsAtMs - Math.min(RENEW_BEFORE_MS, (endsAtMs - startsAtMs) / 3);

/** When the next order may be placed. @param dueMs when the certificate should be renewed; 0 if there is none */
export function nextTryMs(dueMs: number, attempt: Attempt = NEVER_TRIED): number {
  const oldest = attempt.startedMs.at(-MOST_IN_AN_HOUR);
  return Math.max(dueMs, attempt.notBeforeMs, oldest === undefined ? 0 : oldest + HOUR_MS);
}

/** Noted before an order is placed, as a failure: an end in the middle of it counts like one. */
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

/** A certificate that is lost right after it came is not ordered again at once: there are few a week. */
export const endAttempt = (attempt: Attempt = NEVER_TRIED, nowMs: number): Attempt => ({
  ...attempt,
  failures: 0,
  notBeforeMs: nowMs + HOUR_MS,
  isToldByAuthority: false,
});

/** Somebody has saved settings, so the cause may be gone. What the authority demands stays, and so does the hourly limit. */
export const forgiveAttempt = (attempt: Attempt): Attempt =>
  attempt.isToldByAuthority ? attempt : { ...attempt, notBeforeMs: 0 };

/** The clock was set by so much since: all waits last as long as before. */
export const moveAttempt = (attempt: Attempt, byMs: number): Attempt => ({
  ...attempt,
  startedMs: attempt.startedMs.map((at) => at + byMs),
  notBeforeMs: attempt.notBeforeMs === 0 ? 0 : attempt.notBeforeMs + byMs,
});

/** The clock was set back while the core was off: nothing waits for a time that may be years away. */
export function forgetFuture(attempt: Attempt, nowMs: number): Attempt {
  if (!attempt.startedMs.some((at) => at > nowMs)) return attempt;
  return { ...attempt, startedMs: [nowMs], notBeforeMs: Math.min(attempt.notBeforeMs, nowMs + FIRST_WAIT_MS) };
}
