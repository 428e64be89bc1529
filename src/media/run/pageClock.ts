/** Steps of the clock that change nothing anybody sees. */
const SET_MS = 60_000;
/** A machine that slept for longer has to log in anew. */
const LONGEST_SLEEP_MS = 86_400_000;

/** From the time of the wall clock when the program began, which browsers that have been open for long tell wrong by hours. */
const steady = () => performance.timeOrigin + performance.now();
const wallMs = () => Math.round((Date.now() - steady()) / 1000) * 1000;

let aheadMs = wallMs();

/**
 * Unix milliseconds that never go back: a clock that is set makes nothing old, and nothing younger. Only a machine that
 * slept is followed, as the steady clock of some browsers sleeps with it.
 */
export function pageNow(): number {
  const byMs = wallMs() - aheadMs;
  if (byMs > SET_MS && byMs <= LONGEST_SLEEP_MS) aheadMs += byMs;
  return Math.floor(steady() + aheadMs);
}
