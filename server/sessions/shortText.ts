import { limit } from '../limits.ts';

/**
 * What somebody else says, cut to what people read. A copy: a part of a string keeps the whole string alive, and these
 * come from requests of many kilobytes.
 */
export const shortText = (text: string, most = limit('sessionText')): string =>
  Buffer.from(text.slice(0, most)).toString();
