import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { AGENT_LIMITS } from '../../src/api/agentLimits.ts';
import { TOKEN_SCOPES } from '../../src/api/tokenScopes.ts';
import { figureOf, inTransaction, openSqliteFile, type SqliteFile, usedPages } from '../sqliteFile.ts';

const StoredToken = z.object({
  id: z.string(),
  /** SHA-256 in hex. */
  hash: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  channels: z.nullable(z.array(z.string())),
  end: z.nullable(z.number()),
  made: z.number(),
  used: z.nullable(z.number()),
});
export type StoredToken = z.infer<typeof StoredToken>;

export interface KeyedCall {
  /** Hash of key and sender, in hex. */
  key: string;
  /** Hash of route and body, in hex. */
  call: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KeptAnswer = z.object({ status: z.number(), body: z.string() });
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** The earlier call with the same key. `answer` null: in flight or interrupted. */
export type EarlierCall = { call: string; answer: KeptAnswer | null } | null;

export interface ControlStore {
  tokens(): StoredToken[];
  putToken(token: StoredToken): void;
  removeToken(id: string): void;
  /** Stores the call and returns null, unless its key exists. */
  begin(call: KeyedCall): EarlierCall;
  finish(key: string, answer: KeptAnswer): void;
  forget(key: string): void;
  close(): void;
}

const CONTROL_FILE = 'control.sqlite';
/** 4 MB at 4 kB per page. */
const DEFAULT_BOUNDS = { keys: AGENT_LIMITS.idempotencyKeys, pages: 1024 };
const USED_PAGES = 0.8;
const KEEPS_MS = 24 * 3600_000;

const TABLES = `
  CREATE TABLE token (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE call (key TEXT PRIMARY KEY, call TEXT NOT NULL, at INTEGER NOT NULL, answer TEXT) STRICT;
`;

const Row = z.object({ value: z.string() });
const CallRow = z.object({ call: z.string(), at: z.number(), answer: z.nullable(z.string()) });

/** Opens or creates the file of tokens and keyed calls. Throws, see `faultOf`. */
export function openControlStore(
  folder: string,
  onSetAside: (copy: string) => void = () => undefined,
  bounds = DEFAULT_BOUNDS,
): ControlStore {
  const file: SqliteFile = {
    path: join(folder, CONTROL_FILE),
    ...{ version: 1, tables: TABLES, pageBytes: 4096, pages: bounds.pages, isSmall: true, isDurable: true },
  };
  return openSqliteFile(file, (db) => storeIn(db, bounds), onSetAside);
}

function storeIn(db: DatabaseSync, bounds: typeof DEFAULT_BOUNDS): ControlStore {
  const tokens = db.prepare('SELECT value FROM token ORDER BY rowid');
  const putToken = db.prepare(
    'INSERT INTO token (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
  );
  const removeToken = db.prepare('DELETE FROM token WHERE id = ?');
  const find = db.prepare('SELECT call, at, answer FROM call WHERE key = ?');
  const add = db.prepare('INSERT OR REPLACE INTO call (key, call, at, answer) VALUES (?, ?, ?, NULL)');
  const finish = db.prepare('UPDATE call SET answer = ? WHERE key = ?');
  const forget = db.prepare('DELETE FROM call WHERE key = ?');
  const forgetOld = db.prepare('DELETE FROM call WHERE at < ?');
  const forgetOldest = db.prepare('DELETE FROM call WHERE key IN (SELECT key FROM call ORDER BY rowid LIMIT ?)');
  const count = db.prepare('SELECT count(*) AS value FROM call');

  function makeRoom(now: number) {
    forgetOld.run(now - KEEPS_MS);
    const stored = figureOf(count);
    if (usedPages(db) > bounds.pages * USED_PAGES) forgetOldest.run(Math.ceil(stored / 2));
    else if (stored >= bounds.keys) forgetOldest.run(stored - bounds.keys + 1);
  }

  return {
    tokens: () => tokens.all().flatMap((row) => StoredToken.safeParse(jsonOf(Row.parse(row).value)).data ?? []),
    putToken: (token) => void putToken.run(token.id, JSON.stringify(token)),
    removeToken: (id) => void removeToken.run(id),
    begin({ key, call, at }) {
      const found = find.get(key);
      const before = found === undefined ? null : CallRow.parse(found);
      // A negative age (the clock was set back) keeps the key.
      if (before !== null && at - before.at < KEEPS_MS) {
        const answer = KeptAnswer.safeParse(jsonOf(before.answer ?? ''));
        return { call: before.call, answer: answer.data ?? null };
      }
      inTransaction(db, () => {
        makeRoom(at);
        add.run(key, call, at);
      });
      return null;
    },
    finish: (key, answer) => void finish.run(JSON.stringify(answer), key),
    forget: (key) => void forget.run(key),
    close: () => db.close(),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
