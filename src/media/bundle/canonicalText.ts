import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { isGroup } from '../stored/storedSchemas.ts';

/** By code units, so that the order does not depend on a language. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts the keys of all objects. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isGroup(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => byText(a, b));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

/** JSON with sorted keys and one value per line, so that a change of one value is a change of one line. */
export const canonicalText = (value: unknown): string => JSON.stringify(sortKeys(value), null, 2);

export interface JsonShape {
  /** Greatest number of nested objects and lists. */
  readonly deepest: number;
  /** Whether the text ends inside of one of them. */
  readonly isUnfinished: boolean;
}

/**
 * Looks at a JSON text without parsing it, because deep nesting would overflow the stack of every function that walks
 * the values. Stops when it is deeper than `most`.
 */
export function shapeOfJson(text: string, most: number): JsonShape {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < text.length && deepest <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === OPEN_GROUP || code === OPEN_LIST) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (code === CLOSE_GROUP || code === CLOSE_LIST) depth -= 1;
  }
  return { deepest, isUnfinished: depth > 0 || inText };
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_GROUP, CLOSE_GROUP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/**
 * SHA-256 in hexadecimal. WebCrypto is not used, because browsers offer it over HTTPS only, and a core in a local
 * network is usually reached without.
 */
export const sha256Of = (content: Uint8Array | string): string =>
  bytesToHex(sha256(typeof content === 'string' ? new TextEncoder().encode(content) : content));
