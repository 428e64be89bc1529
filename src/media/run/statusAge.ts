/** For a channel that is polled every second. */
const OLD_AFTER_MS = 5000;
/** For a channel that is polled every three to six seconds. */
const OLD_IN_PASSING_MS = 12_000;

export const AGED_AFTER_MS = 10_000;
/** How long one poll counts in the timeline. */
export const LOOK_HOLDS_MS = { watched: OLD_AFTER_MS, inPassing: 8000 } as const;

export const isOld = (at: number, now: number): boolean => now - at > OLD_AFTER_MS;
export const isOldInPassing = (at: number, now: number): boolean => now - at >= OLD_IN_PASSING_MS;

/** Seconds, or null for a recent status. */
export const statusAge = (at: number | null, now: number): number | null =>
  at === null || !isOld(at, now) ? null : Math.floor((now - at) / 1000);
