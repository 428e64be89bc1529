const MINUTE_S = 60;
const HOUR_S = 3600;
/** Seconds between two tries: a line that fails is often back soon, a server by the next morning. */
const WAITS_S = [0, 5, 30, 2 * MINUTE_S, 10 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 8 * HOUR_S];
const LONGEST_WAIT_S = 8 * HOUR_S;
/** One that is away, or whose line is cut, may be back at any time, and is told then. */
const LONGEST_AWAY_S = 10 * MINUTE_S;
const GIVE_UP_S = 24 * HOUR_S;
/** So that receivers which failed together do not come back together. */
const JITTER = 0.2;

interface Tries {
  /** So many have failed. */
  count: number;
  /** Milliseconds since 1970: when the first was due. */
  firstAt: number;
  now: number;
  /** The least wait that the receiver asks for. */
  afterSeconds: number | null;
  /** 0 to 1. */
  random: number;
  /** Nobody was reached. */
  isAway?: boolean;
}

/** When the next try is due, in milliseconds since 1970. null: it was the last. A clock that is set ahead ends no tries. */
export function nextTry({ count, firstAt, now, afterSeconds, random, isAway = false }: Tries): number | null {
  const end = firstAt + GIVE_UP_S * 1000;
  const usual = WAITS_S[count] ?? LONGEST_WAIT_S;
  const wait = (isAway ? Math.min(usual, LONGEST_AWAY_S) : usual) * (1 + JITTER * (2 * random - 1));
  // Of the last wait nothing is too long: one more try at the end.
  const isEarly = count < WAITS_S.length;
  const due = isEarly ? now + wait * 1000 : Math.min(now + wait * 1000, end);
  const least = now + (afterSeconds ?? 0) * 1000;
  const next = Math.max(due, least);
  if (isEarly) return next - now > GIVE_UP_S * 1000 ? null : next;
  return now >= end || next > end ? null : next;
}
