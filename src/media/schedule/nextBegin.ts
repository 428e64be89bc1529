/** A file on the disk with the next scheduled start, for viewers. */
export const nextBeginPath = (channel: string): string => `channels/${channel}/next.json`;

/** `at`: ms since 1970; null for no announcement. */
export const formatNextBegin = (at: number | null): string =>
  `${JSON.stringify({ startsAt: at === null ? '' : new Date(at).toISOString() })}\n`;

/** Longer texts are error pages that a server sends for a missing file. */
const MOST_CHARACTERS = 200;

/** A date for `new Date`, or ''. */
export function parseNextBegin(text: string): string {
  if (text.length > MOST_CHARACTERS) return '';
  try {
    const { startsAt }: { startsAt?: unknown } = Object(JSON.parse(text));
    return typeof startsAt === 'string' && !Number.isNaN(Date.parse(startsAt)) ? startsAt : '';
  } catch {
    return '';
  }
}
