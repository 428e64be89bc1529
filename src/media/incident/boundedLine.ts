const MOST_CHARACTERS = 200;
/** Breaks of a line; halves of a letter, and letters that turn what follows. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const TURNS = /[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text that people wrote, as one line of a message: never a header, a second line, or a page. */
export function boundedLine(text: string): string {
  // An attacker's megabytes are not looked through.
  const line = text
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(TURNS, '')
    .replace(BREAKS, ' ')
    .trim();
  const letters = [...line];
  return letters.length > MOST_CHARACTERS ? `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line;
}
