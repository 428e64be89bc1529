import { limit } from '../limits.ts';

/**
 * A text from outside, cut to a readable length. It is a copy: a slice of a string keeps the whole string in memory,
 * and these come from requests of many kilobytes.
 */
export const shortText = (text: string, most = limit('sessionText')): string =>
  Buffer.from(text.slice(0, most)).toString();
