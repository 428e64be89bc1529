/** A longer timer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
