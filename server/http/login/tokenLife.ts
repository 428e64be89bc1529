import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { elapsedMs } from '../../util/elapsedMs.ts';

const RUN = randomUUID();

export function claimLife(seconds: number): JWTPayload {
  const iat = Math.floor(Date.now() / 1000);
  return { iat, exp: iat + seconds, exi: seconds, run: RUN, run_exp: Math.ceil(elapsedMs() / 1000) + seconds };
}

/** Tokens of this run expire by the monotonic clock: a machine without a battery jumps from 1970 to today. */
export function hasEnded({ run, run_exp, exp = Number.POSITIVE_INFINITY }: JWTPayload): boolean {
  if (run === RUN && typeof run_exp === 'number') return elapsedMs() / 1000 >= run_exp;
  return Date.now() / 1000 >= exp;
}

/** Keeps the library from judging the expiry. */
export const BEFORE_ANY_END = { currentDate: new Date(0) };
