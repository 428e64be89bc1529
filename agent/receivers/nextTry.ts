const MINUTE_S = 60;
const HOUR_S = 3600;
/** Back-off in seconds: short for a broken connection, long for a server that needs repair. */
const WAITS_S = [0, 5, 30, 2 * MINUTE_S, 10 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 8 * HOUR_S];
const LONGEST_WAIT_S = 8 * HOUR_S;
/** Limit for unreachable receivers, which may be back at any time. */
const LONGEST_AWAY_S = 10 * MINUTE_S;
const GIVE_UP_S = 24 * HOUR_S;
/** Spreads the retries of receivers that failed together. */
const JITTER = 0.2;

interface Tries {
  count: number;
  /** Due time of the first try, in milliseconds since 1970. */
  firstAt: number;
  now: number;
  afterSeconds: number | null;
  random: number;
  isAway?: boolean;
}

/** Milliseconds since 1970; null after the last try. A clock set ahead ends no tries. */
export function nextTry({ count, firstAt, now, afterSeconds, random, isAway = false }: Tries): number | null {
  const end = firstAt + GIVE_UP_S * 1000;
  const usual = WAITS_S[count] ?? LONGEST_WAIT_S;
  const wait = (isAway ? Math.min(usual, LONGEST_AWAY_S) : usual) * (1 + JITTER * (2 * random - 1));
  // The last wait is shortened, so that one more try happens at the end.
  const isEarly = count < WAITS_S.length;
  const due = isEarly ? now + wait * 1000 : Math.min(now + wait * 1000, end);
  const earliest = now + (afterSeconds ?? 0) * 1000;
  const next = Math.max(due, earliest);
  if (isEarly) return next - now > GIVE_UP_S * 1000 ? null : next;
  return now >= end || next > end ? null : next;
}
