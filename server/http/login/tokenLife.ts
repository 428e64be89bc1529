import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { elapsedMs } from '../../util/elapsedMs.ts';

/** This process. In another one the steady clock begins anew. */
const RUN = randomUUID();

/** The claims about the time of a token that is issued now. */
export function claimLife(seconds: number): JWTPayload {
  const iat = Math.floor(Date.now() / 1000);
  return { iat, exp: iat + seconds, exi: seconds, run: RUN, run_exp: Math.ceil(elapsedMs() / 1000) + seconds };
}

/**
 * Whether a token has ended. One of this run ends by the steady clock: a machine without a battery sets the other one from
 * 1970 to today. One of another run, or of another core, ends by its `exp`.
 */
export function hasEnded({ run, run_exp, exp = Number.POSITIVE_INFINITY }: JWTPayload): boolean {
  if (run === RUN && typeof run_exp === 'number') return elapsedMs() / 1000 >= run_exp;
  return Date.now() / 1000 >= exp;
}

/** The library shall not judge the end. */
export const BEFORE_ANY_END = { currentDate: new Date(0) };
