/** A longer timer rings at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
