import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Node's `hash` exists since 20.12; on 32-bit ARM, Node may be older. */
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Without 0, 1, I, O, l, because ids are read aloud and typed. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const SESSION_ID_LENGTH = 22;
const shape = new RegExp(`^[${alphabet}]{${SESSION_ID_LENGTH}}$`);
/** Larger bytes are skipped, because they would favor the first letters. */
const FAIR = 256 - (256 % alphabet.length);

/** 22 random letters, about 128 bits. */
export const createSessionId = (): string => randomLetters(SESSION_ID_LENGTH);

/** A pool, because a system call per id would be slow. */
const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let used = 0;

function randomByte(): number {
  if (used === pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += 1;
  return pool[used - 1] ?? 0;
}

function randomLetters(count: number): string {
  let letters = '';
  while (letters.length < count) {
    const byte = randomByte();
    if (byte < FAIR) letters += alphabet[byte % alphabet.length];
  }
  return letters;
}

export const isSessionId = (text: string): boolean => shape.test(text);

export interface SessionIds {
  create(): string;
  isOurs(id: string): boolean;
}

const RANDOM = SESSION_ID_LENGTH / 2;

/** The second half of an id signs the first. The secret survives a restart, and so do viewers' ids. */
export function createSessionIds(secret: string): SessionIds {
  const key = sha256(secret === '' ? randomBytes(32) : `viewers ${secret}`);
  // Runs for every playlist. With a fixed input length and a truncated digest, no HMAC is needed.
  const sign = (random: string): string => {
    const digest = sha256(key + random);
    let id = random;
    for (let at = 0; at < SESSION_ID_LENGTH - RANDOM; at += 1) {
      id += alphabet[Number.parseInt(digest.slice(4 * at, 4 * at + 4), 16) % alphabet.length];
    }
    return id;
  };
  return {
    create: () => sign(randomLetters(RANDOM)),
    isOurs: (id) => isSessionId(id) && timingSafeEqual(Buffer.from(id), Buffer.from(sign(id.slice(0, RANDOM)))),
  };
}
