import { randomUUID } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { Config } from '../../config/configSchema.ts';
import { deriveTokenKey } from '../../config/secrets.ts';
import { limit } from '../../util/limits.ts';
import type { ProviderUser } from './tenants.ts';
import { BEFORE_ANY_END, claimLife, hasEnded } from './tokenLife.ts';

export type TokenUse = 'access' | 'refresh';

type Auth = Config['api']['auth'];

/** A provider's user may have the operator's name. */
export type TokenUser = 'operator' | ProviderUser;

export interface Tokens {
  issue(use: TokenUse, user: TokenUser): Promise<string>;
  /** Proves that its owner has just entered the operator's password. */
  issueForLogin(): Promise<string>;
  /** null if invalid. As in the real core, `iss` and `sub` of an operator's token are not checked. */
  findUser(token: string, use: TokenUse): Promise<TokenUser | null>;
  isValid(token: string, use: TokenUse): Promise<boolean>;
  /** Whether it is an access token from a login with the password, not from a refresh. */
  isOfLogin(token: string): Promise<boolean>;
  /** Another user, password or secret invalidates all tokens. */
  rekey(auth: Auth): void;
}

const lifeSeconds: Readonly<Record<TokenUse, number>> = { access: 600, refresh: 86_400 };
const KEPT = 200;
// Our tokens have 400 characters. Longer ones are not parsed.
const MAX_CHARACTERS = limit('token');

const keyOf = (auth: Auth): Uint8Array => Buffer.from(deriveTokenKey(auth));

const ProviderClaim = z.object({ issuer: z.string(), audience: z.string() });

function userOf({ provider, sub }: JWTPayload): TokenUser {
  return provider === undefined ? 'operator' : { ...ProviderClaim.parse(provider), name: z.string().parse(sub) };
}

export function createTokens(auth: Auth, isListed: (user: ProviderUser) => boolean = () => false): Tokens {
  let { username } = auth;
  let key = keyOf(auth);
  /** Cache of verified tokens: a page sends the same one every second. */
  const verified = new Map<string, { use: unknown; life: JWTPayload; ofLogin: boolean; user: TokenUser }>();

  const verify = async (token: string) => {
    const usedKey = key;
    const { payload } = await jwtVerify(token, usedKey, { algorithms: ['HS256'], ...BEFORE_ANY_END });
    if (usedKey !== key) throw new Error('signed with a key of before');
    const { usefor: use, auth_time: loggedInAt } = payload;
    const found = { use, life: payload, ofLogin: loggedInAt !== undefined, user: userOf(payload) };
    const [oldest] = verified.keys();
    if (verified.size >= KEPT && oldest !== undefined) verified.delete(oldest);
    verified.set(token, found);
    return found;
  };

  const claimsOf = (user: TokenUser) => {
    if (user === 'operator') return { sub: username };
    const { name: sub, ...provider } = user;
    return { sub, provider };
  };

  const signToken = (use: TokenUse, user: TokenUser, claims: object) =>
    new SignJWT({ ...claimLife(lifeSeconds[use]), usefor: use, ...claimsOf(user), ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('datarhei-core')
      .setJti(randomUUID())
      .sign(key);

  const verifyUse = async (token: string, use: TokenUse) => {
    if (token.length > MAX_CHARACTERS) return null;
    try {
      const found = verified.get(token) ?? (await verify(token));
      const isGood = found.use === use && !hasEnded(found.life);
      return isGood && (found.user === 'operator' || isListed(found.user)) ? found : null;
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
    issue: (use, user) => signToken(use, user, {}),
    // The OpenID Connect claim for the time of a login.
    issueForLogin: () => signToken('access', 'operator', { auth_time: Math.floor(Date.now() / 1000) }),
    findUser: async (token, use) => (await verifyUse(token, use))?.user ?? null,
    isValid: async (token, use) => (await verifyUse(token, use)) !== null,
    isOfLogin: async (token) => (await verifyUse(token, 'access'))?.ofLogin === true,
  };
}

export const parseBearerToken = (header: string | undefined): string => /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '';
