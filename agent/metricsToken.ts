import { createHash, timingSafeEqual } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** Whether a token is the one in the file. */
export type MetricsToken = (token: string) => boolean;

/** Shorter ones can be guessed. */
const LEAST_CHARACTERS = 16;
const MOST_BYTES = 4096;
/** Strangers ask as often as they like: the file is read once in this time, also when it was changed. */
const FRESH_MS = 5000;
const TOKEN = new RegExp(`^[\\x21-\\x7e]{${LEAST_CHARACTERS},}$`);

/**
 * For programs that collect figures and cannot log in every few minutes. It lets them read the metrics and nothing else.
 * @param file whose first line is the token; undefined: there is none
 * @param warn once for each reason for which it lets nobody in
 */
export function metricsToken(
  file: string | undefined,
  warn: (reason: string) => void,
  now = () => performance.now(),
): MetricsToken {
  let read = { at: Number.NEGATIVE_INFINITY, mark: null as Buffer | null };
  let told = '';

  function markIn(path: string): Buffer | null {
    try {
      const token = firstLine(path);
      if (!TOKEN.test(token)) throw new Error(`its first line is no token of ${LEAST_CHARACTERS} characters or more`);
      told = '';
      return hashOf(token);
    } catch (error) {
      const reason = `${path}: ${error instanceof Error ? error.message : String(error)}`;
      if (reason !== told) warn(reason);
      told = reason;
      return null;
    }
  }

  return (token) => {
    if (file === undefined || file === '') return false;
    if (now() - read.at > FRESH_MS) read = { at: now(), mark: markIn(file) };
    return read.mark !== null && timingSafeEqual(read.mark, hashOf(token));
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Of a file that may have any size. */
function firstLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MOST_BYTES, 0)).split(/\r?\n/)[0] ?? '';
  } finally {
    closeSync(file);
  }
}
