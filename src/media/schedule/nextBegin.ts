/** A file of the disk, beside the other files of a channel for viewers: when it begins next by its schedule. */
export const nextBeginPath = (channel: string): string => `channels/${channel}/next.json`;

/** `at`: milliseconds since 1970; null: nothing is announced any more. */
export const formatNextBegin = (at: number | null): string =>
  `${JSON.stringify({ startsAt: at === null ? '' : new Date(at).toISOString() })}\n`;

/** The file has one line: what is longer is another page, which a server sends in place of a missing file. */
const MOST_CHARACTERS = 200;

/** The beginning in the file, as `new Date` reads it; '': none. */
export function parseNextBegin(text: string): string {
  if (text.length > MOST_CHARACTERS) return '';
  try {
    const { startsAt }: { startsAt?: unknown } = Object(JSON.parse(text));
    return typeof startsAt === 'string' && !Number.isNaN(Date.parse(startsAt)) ? startsAt : '';
  } catch {
    return '';
  }
}
