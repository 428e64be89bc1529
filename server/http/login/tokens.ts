import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../config/configSchema.ts';
import { deriveTokenKey } from '../../config/secrets.ts';
import { limit } from '../../util/limits.ts';
import { BEFORE_ANY_END, claimLife, hasEnded } from './tokenLife.ts';

export type TokenUse = 'access' | 'refresh';

type Auth = Config['api']['auth'];

export interface Tokens {
  issue(use: TokenUse): Promise<string>;
  issueForLogin(): Promise<string>;
  /** Signature, `exp` and `usefor` are looked at; `iss` and `sub` are not, as in the real core. */
  isValid(token: string, use: TokenUse): Promise<boolean>;
  /** Is it a good access token of a login, not of a refresh? */
  isOfLogin(token: string): Promise<boolean>;
  /** All tokens that there are end. */
  rekey(auth: Auth): void;
}

const lifeSeconds: Readonly<Record<TokenUse, number>> = { access: 600, refresh: 86_400 };
const KEPT = 200;
// Ours have 400. Anybody may send one, so longer texts are not checked.
const MOST_CHARACTERS = limit('token');

const keyOf = (auth: Auth): Uint8Array => Buffer.from(deriveTokenKey(auth));

export function createTokens(auth: Auth): Tokens {
  let { username } = auth;
  let key = keyOf(auth);
  /** Tokens whose signature was good: a page sends the same one every second. */
  const verified = new Map<string, { use: unknown; life: JWTPayload; ofLogin: boolean }>();

  const verify = async (token: string) => {
    const by = key;
    const { payload } = await jwtVerify(token, by, { algorithms: ['HS256'], ...BEFORE_ANY_END });
    if (by !== key) throw new Error('signed with a key of before');
    const { usefor: use, auth_time: loggedInAt } = payload;
    const found = { use, life: payload, ofLogin: loggedInAt !== undefined };
    const [oldest] = verified.keys();
    if (verified.size >= KEPT && oldest !== undefined) verified.delete(oldest);
    verified.set(token, found);
    return found;
  };

  const issued = (use: TokenUse, claims: object) =>
    new SignJWT({ ...claimLife(lifeSeconds[use]), usefor: use, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('datarhei-core')
      .setSubject(username)
      .setJti(randomUUID())
      .sign(key);

  /** null: not a token, not ours, or expired; the caller only asks whether it is good. */
  const known = async (token: string, use: TokenUse) => {
    if (token.length > MOST_CHARACTERS) return null;
    try {
      const found = verified.get(token) ?? (await verify(token));
      return found.use === use && !hasEnded(found.life) ? found : null;
    } catch {
      return null;
    }
  };

  return {
    rekey: (next) => {
      ({ username } = next);
      key = keyOf(next);
      verified.clear();
    },
    issue: (use) => issued(use, {}),
    // The claim of OpenID Connect for the time of a login.
    issueForLogin: () => issued('access', { auth_time: Math.floor(Date.now() / 1000) }),
    isValid: async (token, use) => (await known(token, use)) !== null,
    isOfLogin: async (token) => (await known(token, 'access'))?.ofLogin === true,
  };
}

/** The token of an Authorization header; '' if there is none. */
export const parseBearerToken = (header: string | undefined): string => /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '';
