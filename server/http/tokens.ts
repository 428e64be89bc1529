import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { tokenKeyOf } from '../config/tokenKey.ts';
import { limit } from '../limits.ts';
import type { Config } from '../types.ts';

export type TokenUse = 'access' | 'refresh';

type Auth = Config['api']['auth'];

export interface Tokens {
  issue(use: TokenUse): Promise<string>;
  /** Signature, `exp` and `usefor` are looked at; `iss` and `sub` are not, as in the real core. */
  isValid(token: string, use: TokenUse): Promise<boolean>;
  /** All tokens that there are end. */
  rekey(auth: Auth): void;
}

const lifeSeconds: Readonly<Record<TokenUse, number>> = { access: 600, refresh: 86_400 };
const KEPT = 200;
// Ours have 300. Anybody may send one, so what is no token at all is not worked on.
const MOST_CHARACTERS = limit('token');

const keyOf = (auth: Auth): Uint8Array => Buffer.from(tokenKeyOf(auth));

export function createTokens(auth: Auth): Tokens {
  let { username } = auth;
  let key = keyOf(auth);
  /** Tokens whose signature was good, and until when (unix seconds): a page sends the same one every second. */
  const verified = new Map<string, { use: unknown; until: number }>();

  const verify = async (token: string) => {
    const by = key;
    const { payload } = await jwtVerify(token, by, { algorithms: ['HS256'] });
    if (by !== key) throw new Error('signed with a key of before');
    const found = { use: payload.usefor, until: payload.exp ?? Number.POSITIVE_INFINITY };
    const [oldest] = verified.keys();
    if (verified.size >= KEPT && oldest !== undefined) verified.delete(oldest);
    verified.set(token, found);
    return found;
  };

  return {
    rekey: (next) => {
      ({ username } = next);
      key = keyOf(next);
      verified.clear();
    },
    issue: (use) => {
      const now = Math.floor(Date.now() / 1000);
      const exi = lifeSeconds[use];
      return new SignJWT({ exi, usefor: use })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer('datarhei-core')
        .setSubject(username)
        .setIssuedAt(now)
        .setExpirationTime(now + exi)
        .setJti(randomUUID())
        .sign(key);
    },
    isValid: async (token, use) => {
      if (token.length > MOST_CHARACTERS) return false;
      try {
        const { use: meant, until } = verified.get(token) ?? (await verify(token));
        return meant === use && until > Date.now() / 1000;
      } catch {
        // not a token, not ours, or expired: the caller only asks whether it is good
        return false;
      }
    },
  };
}

/** The token of an Authorization header; '' if there is none. */
export const bearerToken = (header: string | undefined): string => /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '';
