import { limit } from '../limits.ts';

/** Messages of the core itself; all other text may come from a stranger. */
const OURS = new Set(['error', 'reason', 'command']);

/**
 * Letters that do something else than to be seen: they move the cursor of a terminal, or turn the line round. A line
 * feed and the like stay: the line quotes them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSEEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** At most so many letters, without those that nobody can see. */
export function plainText(text: string, most = limit('logText')): string {
  const cut = text.length > most ? text.slice(0, most) : text;
  const plain = cut.replace(UNSEEN, escaped);
  return plain.length > most || cut.length < text.length ? `${plain.slice(0, most - 1)}…` : plain;
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null;

export function plainField(name: string, value: unknown): unknown {
  if (isPlain(value)) return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return plainText(text, limit(OURS.has(name) ? 'logText' : 'logField'));
}
