import { createHash, timingSafeEqual } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

export type MetricsToken = (token: string) => boolean;

/** Shorter tokens can be guessed. */
const MIN_CHARACTERS = 16;
const MAX_BYTES = 4096;
/** Anybody can cause a check, so the file is read at most this often, even after a change. */
const FRESH_MS = 5000;
const TOKEN = new RegExp(`^[\\x21-\\x7e]{${MIN_CHARACTERS},}$`);

/** Checks the token in the first line of the file, for collectors that cannot log in. Warns once per reason. */
export function metricsToken(
  file: string | undefined,
  warn: (reason: string) => void,
  now = () => performance.now(),
): MetricsToken {
  let read = { at: Number.NEGATIVE_INFINITY, mark: null as Buffer | null };
  let lastReason = '';

  function markIn(path: string): Buffer | null {
    try {
      const token = firstLine(path);
      if (!TOKEN.test(token)) throw new Error(`its first line is no token of ${MIN_CHARACTERS} characters or more`);
      lastReason = '';
      return hashOf(token);
    } catch (error) {
      const reason = `${path}: ${error instanceof Error ? error.message : String(error)}`;
      if (reason !== lastReason) warn(reason);
      lastReason = reason;
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

function firstLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MAX_BYTES);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_BYTES, 0)).split(/\r?\n/)[0] ?? '';
  } finally {
    closeSync(file);
  }
}
