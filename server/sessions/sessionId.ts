import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `hash` of Node would do the same, and is there from 20.12 on: on 32-bit ARM there may be an older one. */
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** No 0, 1, I, O, l: ids are read aloud and typed. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
export const SESSION_ID_LENGTH = 22;
const shape = new RegExp(`^[${alphabet}]{${SESSION_ID_LENGTH}}$`);
/** The largest multiple of the alphabet's length in a byte; larger bytes would prefer the first letters. */
const FAIR = 256 - (256 % alphabet.length);

/** 22 random letters, as much as 128 bits. */
export const createSessionId = (): string => randomLetters(SESSION_ID_LENGTH);

/** A pool, as separate requests for randomness would take longer than all the rest. */
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

/** Ids that we know again as ours, without keeping them. */
export interface SessionIds {
  create(): string;
  /** True for ids of a core with this secret. */
  isOurs(id: string): boolean;
}

const RANDOM = SESSION_ID_LENGTH / 2;

/** The second half of an id is a signature of the first. The secret outlives a restart, and so do the ids of viewers. */
export function createSessionIds(secret: string): SessionIds {
  const key = sha256(secret === '' ? randomBytes(32) : `viewers ${secret}`);
  // Every playlist asks. The input's length is fixed and the digest is cut, so no HMAC is needed.
  const signed = (random: string): string => {
    const digest = sha256(key + random);
    let id = random;
    for (let at = 0; at < SESSION_ID_LENGTH - RANDOM; at += 1) {
      id += alphabet[Number.parseInt(digest.slice(4 * at, 4 * at + 4), 16) % alphabet.length];
    }
    return id;
  };
  return {
    create: () => signed(randomLetters(RANDOM)),
    isOurs: (id) => isSessionId(id) && timingSafeEqual(Buffer.from(id), Buffer.from(signed(id.slice(0, RANDOM)))),
  };
}
