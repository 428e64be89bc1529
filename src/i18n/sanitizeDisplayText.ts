/** Maximum characters of a name in a sentence or for a screen reader. */
const NAME = 200;
/** Maximum characters of other values, such as error messages. */
const VALUE = 500;
/** More combining marks than any language needs would cover adjacent lines. */
const PILED = /(\p{M}{4})\p{M}+/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Sanitizes text by others for display on one line. Stored texts stay unchanged. */
export function sanitizeDisplayText(text: string, most = NAME): string {
  const shown = text
    .slice(0, 8 * most)
    .replace(TURNS, '')
    .replace(BREAKS, ' ')
    .replace(PILED, '$1');
  if (shown.length <= most && text.length <= 8 * most) return shown;
  return `${shown.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** Like `sanitizeDisplayText`, but also isolates the text direction from the sentence. */
export function inSentence(value: string): string {
  const shown = sanitizeDisplayText(value, VALUE);
  return RIGHT_TO_LEFT.test(shown) ? `\u2068${shown}\u2069` : shown;
}
