import { gcm } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { BUNDLE_LIMITS } from '../../api/bundleLimits.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

/*
 * Secrets are encrypted with AES-256-GCM. Its additional data is everything else in the file, so that a file whose
 * addresses were changed does not open: the secrets would be sent to the changed address. The key is derived with
 * PBKDF2 by WebCrypto where there is one, which browsers offer over HTTPS only, and else by a library.
 */

/** Recommended by OWASP (2023) for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;

const SALT_BYTES = 16;
const IV_BYTES = 12;
const KEY_BITS = 256;
const CHECK_BYTES = 8;

/** Fewer characters are guessed by trying. */
export const SHORTEST_PASSPHRASE = 12;

const Base64 = (bytes: number, most: number) =>
  z.string().check(
    z.maxLength(most * 2),
    z.refine((text) => {
      const { length = 0 } = decodeBase64(text) ?? {};
      return length >= bytes && length <= most;
    }),
  );

/** As written into the file. Binary values are Base64. */
export const SealedSecrets = z.strictObject({
  cipher: z.literal('AES-256-GCM'),
  kdf: z.literal('PBKDF2-SHA-256'),
  rounds: z.number().check(z.refine(Number.isSafeInteger), z.gte(ROUNDS), z.lte(BUNDLE_LIMITS.rounds)),
  salt: Base64(SALT_BYTES, SALT_BYTES),
  iv: Base64(IV_BYTES, IV_BYTES),
  /** Tells a wrong passphrase from a changed file. */
  check: z.string().check(z.refine((mark) => /^[0-9a-f]{16}$/.test(mark))),
  data: z.string(),
});
export type SealedSecrets = z.infer<typeof SealedSecrets>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

async function deriveMaster(passphrase: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<Uint8Array> {
  // The same letters can be entered in two encodings.
  const password = bytesOf(passphrase.normalize('NFC'));
  const subtle = 'subtle' in globalThis.crypto ? globalThis.crypto.subtle : undefined;
  if (!subtle) return pbkdf2Async(sha256, password, salt, { c: rounds, dkLen: KEY_BITS / 8 });
  const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const bits = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, KEY_BITS);
  return new Uint8Array(bits);
}

/** One derivation for two purposes. */
async function keysOf(passphrase: string, { salt, rounds }: Pick<SealedSecrets, 'salt' | 'rounds'>) {
  const master = await deriveMaster(passphrase, new Uint8Array(decodeBase64(salt) ?? []), rounds);
  const derive = (purpose: string) => hmac(sha256, master, bytesOf(`sluice-bundle ${purpose}`));
  return { key: derive('key'), check: bytesToHex(derive('check').subarray(0, CHECK_BYTES)) };
}

/**
 * @param rest everything else in the file, as text
 * @param random returns that many random bytes
 */
export async function sealBundleSecrets(
  secrets: string,
  passphrase: string,
  rest: string,
  random: (bytes: number) => Uint8Array,
): Promise<SealedSecrets> {
  const parameters = {
    ...{ cipher: 'AES-256-GCM' as const, kdf: 'PBKDF2-SHA-256' as const, rounds: ROUNDS },
    salt: encodeBase64(random(SALT_BYTES)),
    iv: encodeBase64(random(IV_BYTES)),
  };
  const { key, check } = await keysOf(passphrase, parameters);
  const sealed = { ...parameters, check };
  const data = cipherOf(key, sealed, rest).encrypt(bytesOf(secrets));
  return { ...sealed, data: encodeBase64(data) };
}

const cipherOf = (
  key: Uint8Array,
  { data: _, ...parameters }: Omit<SealedSecrets, 'data'> & { data?: string },
  rest: string,
) =>
  gcm(key, decodeBase64(parameters.iv) ?? new Uint8Array(), bytesOf(`${JSON.stringify(orderOf(parameters))}\n${rest}`));

const orderOf = ({ cipher, kdf, rounds, salt, iv, check }: Omit<SealedSecrets, 'data'>) => [
  ...[cipher, kdf, rounds],
  ...[salt, iv, check],
];

export type OpenedSecrets =
  | { readonly status: 'open'; readonly text: string }
  | { readonly status: 'wrong passphrase' }
  /** The secrets, or anything else in the file, were changed. */
  | { readonly status: 'changed' };

export async function openSecrets(sealed: SealedSecrets, passphrase: string, rest: string): Promise<OpenedSecrets> {
  const { key, check } = await keysOf(passphrase, sealed);
  if (check !== sealed.check) return { status: 'wrong passphrase' };
  const data = decodeBase64(sealed.data);
  if (!data) return { status: 'changed' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(cipherOf(key, sealed, rest).decrypt(data));
    return { status: 'open', text };
  } catch {
    return { status: 'changed' };
  }
}
