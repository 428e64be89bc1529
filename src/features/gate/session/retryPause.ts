/** Seconds between tries: soon at first, then calm. The last one repeats. */
const PAUSES_S = [1, 2, 4, 8, 10];

/** Milliseconds until the next try, after so many that failed. */
export const pauseAfter = (tried: number): number => (PAUSES_S[tried] ?? 10) * 1000;
