import { randomBytes } from 'node:crypto';

/** No 0, 1, I, O, l: ids are read aloud and typed. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 22;
const shape = new RegExp(`^[${alphabet}]{${LENGTH}}$`);
/** The largest multiple of the alphabet's length in a byte; larger bytes would prefer the first letters. */
const FAIR = 256 - (256 % alphabet.length);

/** 22 random letters, as much as 128 bits. */
export function newSessionId(): string {
  let id = '';
  while (id.length < LENGTH) {
    for (const byte of randomBytes(LENGTH + 6)) {
      if (byte < FAIR && id.length < LENGTH) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}

export const isSessionId = (text: string): boolean => shape.test(text);
