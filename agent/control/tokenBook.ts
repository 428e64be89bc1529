import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AGENT_LIMITS } from '../../src/api/agentLimits.ts';
import { TOKEN_PREFIX } from '../../src/api/tokenScopes.ts';
import { msg } from '../../src/i18n/msg.ts';
import { DISK_UNUSABLE, NO_FOLDER, Refusal } from '../refusal.ts';
import type { Asker } from './asker.ts';
import type { ControlDisk } from './controlDisk.ts';
import type { StoredToken } from './controlStore.ts';

export interface TokenBook {
  /** Throws a `Refusal` until the tokens are loaded. */
  find(secret: string): Asker | null;
  isGood(asker: Asker): boolean;
  list(): Promise<readonly StoredToken[]>;
  add(form: TokenForm): Promise<{ token: StoredToken; secret: string }>;
  /** Takes effect at once, even if writing to the disk throws. */
  remove(id: string): Promise<void>;
  /** Stores all tokens again after the file was set aside. */
  storeAnew(): void;
  /** Sets the only listener, which is called after a token was revoked. */
  listen(listener: () => void): void;
}

type TokenForm = Pick<StoredToken, 'name' | 'scope' | 'channels' | 'end'>;

interface BookOptions {
  disk: ControlDisk | null;
  now?: () => number;
  steady?: () => number;
}

const DAY_MS = 24 * 3600_000;
const RETRY_MS = 5000;
const SECRET_BYTES = 20;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Encodes as base32 (RFC 4648, lower case): five bytes become eight digits. */
const base32 = (bytes: Buffer) =>
  Array.from({ length: (bytes.length * 8) / 5 }, (_, at) => {
    const bit = at * 5;
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    return DIGITS[(pair >> (11 - (bit & 7))) & 31];
  }).join('');

/** Holds the tokens by their hash, so the time of a look-up reveals nothing about a token. */
export function createTokenBook(options: BookOptions): TokenBook {
  const { disk, now = Date.now, steady = () => performance.now() } = options;
  let byHash: Map<string, StoredToken> | null = disk === null ? new Map() : null;
  let loading: Promise<void> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  /** Revoked tokens that may still be in the file. */
  const unremoved = new Set<string>();
  let adding = 0;
  let notify: () => void = () => undefined;

  const hasEnded = ({ end }: StoredToken) => end !== null && end <= now();
  const all = () => [...(byHash?.values() ?? [])];

  function load(from: ControlDisk): Promise<void> {
    triedAt = steady();
    loading ??= from
      .tokens()
      .then((found) => {
        byHash ??= new Map(found.map((token) => [token.hash, token]));
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  }

  function loadedTokens(): Map<string, StoredToken> {
    if (byHash !== null) return byHash;
    if (disk !== null && steady() - triedAt > RETRY_MS) void load(disk).catch(() => undefined);
    throw new Refusal(503, msg('The tokens cannot be read from the disk of the agent now. Try again in a moment.'), {
      retryAfter: 5,
    });
  }

  async function requireTokens(): Promise<{ to: ControlDisk; tokens: Map<string, StoredToken> }> {
    if (disk === null) throw new Refusal(503, NO_FOLDER);
    if (byHash === null) await load(disk).catch(() => undefined);
    return { to: disk, tokens: loadedTokens() };
  }

  /** Rounded to the day, so that a token in use is written once a day. */
  function noteUse(token: StoredToken) {
    const used = now() - (now() % DAY_MS);
    if (token.used === used) return;
    token.used = used;
    void disk?.putToken(token).catch(() => undefined);
  }

  if (disk !== null) void load(disk).catch(() => undefined);

  return {
    find(secret) {
      const token = loadedTokens().get(hashOf(secret));
      if (token === undefined || hasEnded(token)) return null;
      noteUse(token);
      const { id, name, scope, channels } = token;
      return { type: 'token', id, name, scope, channels };
    },
    isGood: (asker) => asker.type === 'login' || all().some((token) => token.id === asker.id && !hasEnded(token)),
    async list() {
      return [...(await requireTokens()).tokens.values()];
    },
    async add(form) {
      const { to, tokens } = await requireTokens();
      if (tokens.size + adding >= AGENT_LIMITS.tokens)
        throw new Refusal(422, msg('No more tokens can be created. Revoke one first.'));
      const secret = TOKEN_PREFIX + base32(randomBytes(SECRET_BYTES));
      const token = { id: randomUUID(), hash: hashOf(secret), ...form, made: now(), used: null };
      adding++;
      await to
        .putToken(token)
        .catch(throwUnstored)
        .finally(() => adding--);
      tokens.set(token.hash, token);
      return { token, secret };
    },
    async remove(id) {
      const { to, tokens } = await requireTokens();
      const found = all().find((token) => token.id === id);
      if (found === undefined && !unremoved.has(id))
        throw new Refusal(404, msg('This token does not exist any more. Nothing else needs to be done.'));
      if (found !== undefined) tokens.delete(found.hash);
      unremoved.add(id);
      notify();
      await to.removeToken(id).catch(() => {
        throw new Refusal(
          503,
          msg(
            'The agent cannot write to its disk, so the token is valid again after a restart. Make sure that the disk has space and is writable, then revoke the token again.',
          ),
          { retryAfter: 10 },
        );
      });
      unremoved.delete(id);
    },
    listen(next) {
      notify = next;
    },
    storeAnew() {
      for (const token of all()) void disk?.putToken(token).catch(() => undefined);
    },
  };
}

const throwUnstored = (): never => {
  throw new Refusal(503, DISK_UNUSABLE, { retryAfter: 10 });
};
