const MOST_CHARACTERS = 200;
/** Line breaks, half characters, and characters that change the text direction. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const TURNS = /[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Prevents a text from becoming a header or a second line. */
export function boundedLine(text: string): string {
  // Limits the time for very long text.
  const line = text
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(TURNS, '')
    .replace(BREAKS, ' ')
    .trim();
  const chars = [...line];
  return chars.length > MOST_CHARACTERS ? `${chars.slice(0, MOST_CHARACTERS - 1).join('')}…` : line;
}
