import { limit } from '../../limits.ts';

export interface WaitRule {
  /** Wrong logins of an address after which the next ones still do not wait. */
  readonly free: number;
  /** The longest time between two comparisons of one address. */
  readonly longestPauseMs: number;
  /** The longest time that one login stands in line. */
  readonly longestWaitMs: number;
  /** Wrong logins are forgotten after so long without another one. */
  readonly forgetMs: number;
}

export const waitRule = (): WaitRule => ({
  free: limit('freeLogins'),
  longestPauseMs: limit('loginPause'),
  longestWaitMs: limit('loginWait'),
  forgetMs: 10 * 60_000,
});

/** How long after its last wrong login the next one of an address is compared: a millisecond for each so far. */
export const pauseAfter = (failures: number, { free, longestPauseMs }: WaitRule): number =>
  failures < free ? 0 : Math.min(failures, longestPauseMs);

/** May one more stand in line behind `waiting` others, all of which may be wrong? */
export function mayWait(failures: number, waiting: number, rule: WaitRule): boolean {
  let total = 0;
  for (let ahead = 0; ahead <= waiting && total <= rule.longestWaitMs; ahead += 1) {
    total += pauseAfter(failures + ahead, rule);
  }
  return total <= rule.longestWaitMs;
}
