const SET_MS = 60_000;
/** After a longer sleep, the login has expired anyway. */
const LONGEST_SLEEP_MS = 86_400_000;

/** `timeOrigin` is off by hours in browsers that have been open for long. */
const steady = () => performance.timeOrigin + performance.now();
const wallMs = () => Math.round((Date.now() - steady()) / 1000) * 1000;

let aheadMs = wallMs();

/** Milliseconds since 1970. Steps of the wall clock are ignored, except for the time that the machine slept. */
export function pageNow(): number {
  const byMs = wallMs() - aheadMs;
  if (byMs > SET_MS && byMs <= LONGEST_SLEEP_MS) aheadMs += byMs;
  return Math.floor(steady() + aheadMs);
}
