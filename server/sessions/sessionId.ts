import { createHmac, randomBytes } from 'node:crypto';
import { equalSecrets } from '../equalSecrets.ts';

/** No 0, 1, I, O, l: ids are read aloud and typed. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 22;
const shape = new RegExp(`^[${alphabet}]{${LENGTH}}$`);
/** The largest multiple of the alphabet's length in a byte; larger bytes would prefer the first letters. */
const FAIR = 256 - (256 % alphabet.length);

/** 22 random letters, as much as 128 bits. */
export const newSessionId = (): string => randomLetters(LENGTH);

function randomLetters(count: number): string {
  let letters = '';
  while (letters.length < count) {
    for (const byte of randomBytes(count + 6)) {
      if (byte < FAIR && letters.length < count) letters += alphabet[byte % alphabet.length];
    }
  }
  return letters;
}

export const isSessionId = (text: string): boolean => shape.test(text);

/** Ids that we know again as ours, without keeping them. */
export interface SessionIds {
  create(): string;
  /** Was it handed out by a core with this secret? */
  isOurs(id: string): boolean;
}

const RANDOM = LENGTH / 2;

/** The second half of an id is a signature of the first. The secret outlives a restart, and so do the ids of viewers. */
export function createSessionIds(secret: string): SessionIds {
  const key = secret === '' ? randomBytes(32) : `viewers ${secret}`;
  const signed = (random: string): string => {
    let id = random;
    for (const byte of createHmac('sha256', key)
      .update(random)
      .digest()
      .subarray(0, LENGTH - RANDOM)) {
      id += alphabet[byte % alphabet.length];
    }
    return id;
  };
  return {
    create: () => signed(randomLetters(RANDOM)),
    isOurs: (id) => isSessionId(id) && equalSecrets(id, signed(id.slice(0, RANDOM))),
  };
}
