/** Of a channel that is asked for once a second: what is older is not told as what is. */
const OLD_AFTER_MS = 5000;
/** Of a channel that is asked for every three to six seconds. */
const OLD_IN_PASSING_MS = 12_000;

/** Nothing came for so long, and no answer is on its way any more: what was so last is not shown as what is. */
export const AGED_AFTER_MS = 10_000;
/** How long one look at a channel stands for in its timeline: until the next one is due, with some delay. */
export const LOOK_HOLDS_MS = { watched: OLD_AFTER_MS, inPassing: 8000 } as const;

/** `at` is when the core said so, both in ms. */
export const isOld = (at: number, now: number): boolean => now - at > OLD_AFTER_MS;
export const isOldInPassing = (at: number, now: number): boolean => now - at >= OLD_IN_PASSING_MS;

/** Seconds since the core said so, once that is too long ago to count as now. */
export const statusAge = (at: number | null, now: number): number | null =>
  at === null || !isOld(at, now) ? null : Math.floor((now - at) / 1000);
