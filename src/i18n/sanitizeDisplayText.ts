/** Characters of a name that are read aloud and stand in a sentence. */
const NAME = 200;
/** Of a value in a sentence: reasons are longer than names. */
const VALUE = 500;
/** Marks upon one letter: more than any language needs, and less than it takes to cover the lines around. */
const PILED = /(\p{M}{4})\p{M}+/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** What people wrote as one line that stays where it stands: for eyes only, what is stored is another matter. */
export function sanitizeDisplayText(text: string, most = NAME): string {
  const shown = text
    .slice(0, 8 * most)
    .replace(TURNS, '')
    .replace(BREAKS, ' ')
    .replace(PILED, '$1');
  if (shown.length <= most && text.length <= 8 * most) return shown;
  return `${shown.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** The same inside of a sentence, which goes on in its own direction. */
export function inSentence(value: string): string {
  const shown = sanitizeDisplayText(value, VALUE);
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}
