import { SHORTEST_PASSPHRASE } from '../../../media/bundle/bundleCipher.ts';

export type PassphraseStrength = 'short' | 'weak' | 'fair' | 'strong';

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 20],
];

/** Bits of a text of random characters. Repeated ones count once more at most. */
function bitsOf(text: string): number {
  const pool = CLASSES.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0);
  const characters = [...text];
  const different = new Set(characters).size;
  return Math.min(characters.length, different * 2) * Math.log2(Math.max(2, pool));
}

/** A hint, not a check: it knows no dictionary. A file can be attacked for years, so it asks for more than a login. */
export function passphraseStrength(text: string): PassphraseStrength {
  if ([...text].length < SHORTEST_PASSPHRASE) return 'short';
  const bits = bitsOf(text);
  if (bits < 60) return 'weak';
  return bits < 90 ? 'fair' : 'strong';
}
