import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { figureOf, inTransaction, openSqliteFile, type SqliteFile, UnusableFile, usedPages } from './sqliteFile.ts';

export interface JournalEntry {
  /** Rises with each event, with gaps. */
  id: number;
  /** Milliseconds since 1970. */
  time: number;
  /** null for global events. */
  channel: string | null;
  event: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface JournalStore {
  last(): number;
  /** One transaction. Skips ids that are already stored. */
  write(entries: readonly JournalEntry[]): void;
  after(id: number, limit: number): JournalEntry[];
  newest(limit: number): JournalEntry[];
  /** Events of the channel and global ones before an id, oldest first. */
  ofChannel(channel: string, before: number, limit: number): JournalEntry[];
  close(): void;
}

export const JOURNAL_FILE = 'journal.sqlite';
const VERSION = 1;
/** 32 MB at 4 kB per page. */
const DEFAULT_BOUNDS = { rows: 100_000, pages: 8192 };
/** Deletes rows before the limit of SQLite, so that a "full" error always means the disk. */
const USED_PAGES = 0.95;
const REMOVED_ROWS = 0.1;
/** A larger id is damage: it would leave no room for new ones. */
const LARGEST_ID = Number.MAX_SAFE_INTEGER / 2;

const Row = z.object({
  id: z.number(),
  time: z.number(),
  channel: z.nullable(z.string()),
  event: z.string(),
  fields: z.string(),
});
const Fields = z.record(z.string(), z.unknown());
/**
 * Opens or creates the journal. Sets a damaged file aside and keeps one copy, see `onSetAside`. Blocks while the disk
 * is slow. Throws, see `faultOf`.
 */
export function openJournalStore(
  folder: string,
  onSetAside: (copy: string) => void = () => undefined,
  bounds = DEFAULT_BOUNDS,
): JournalStore {
  const file: SqliteFile = {
    path: join(folder, JOURNAL_FILE),
    ...{ version: VERSION, pageBytes: 4096, pages: bounds.pages, isSmall: true },
    tables: `
      CREATE TABLE event (
        id INTEGER PRIMARY KEY,
        time INTEGER NOT NULL,
        channel TEXT,
        event TEXT NOT NULL,
        fields TEXT NOT NULL
      ) STRICT;
    `,
  };
  return openSqliteFile(file, (db) => storeIn(db, bounds), onSetAside);
}

function storeIn(db: DatabaseSync, bounds: typeof DEFAULT_BOUNDS): JournalStore {
  const queryFigure = (sql: string) => figureOf(db.prepare(sql));
  const columns = 'id, time, channel, event, fields';
  const insert = db.prepare(`INSERT OR IGNORE INTO event (${columns}) VALUES (?, ?, ?, ?, ?)`);
  const following = db.prepare(`SELECT ${columns} FROM event WHERE id > ? ORDER BY id LIMIT ?`);
  const latest = db.prepare(`SELECT ${columns} FROM event ORDER BY id DESC LIMIT ?`);
  const selectOfChannel = db.prepare(
    `SELECT ${columns} FROM event WHERE id < ? AND (channel IS NULL OR channel = ?) ORDER BY id DESC LIMIT ?`,
  );
  const removeOldest = db.prepare('DELETE FROM event WHERE id IN (SELECT id FROM event ORDER BY id LIMIT ?)');
  let rows = queryFigure('SELECT count(*) AS value FROM event');
  let last = queryFigure('SELECT max(id) AS value FROM event');
  if (!(last >= 0 && last < LARGEST_ID)) throw new UnusableFile('damaged');

  const remove = (count: number) => {
    rows -= Number(removeOldest.run(count).changes);
  };

  return {
    last: () => last,
    write(entries) {
      const before = { rows, last };
      try {
        inTransaction(db, () => {
          if (usedPages(db) > bounds.pages * USED_PAGES) remove(Math.ceil(rows * REMOVED_ROWS));
          for (const { id, time, channel, event, fields } of entries) {
            rows += Number(insert.run(id, time, channel, event, JSON.stringify(fields)).changes);
            last = Math.max(last, id);
          }
          if (rows > bounds.rows) remove(rows - bounds.rows + Math.floor(bounds.rows * REMOVED_ROWS));
        });
      } catch (error) {
        ({ rows, last } = before);
        throw error;
      }
    },
    after: (id, limit) => following.all(id, limit).map(entryOf),
    newest: (limit) => latest.all(limit).map(entryOf).reverse(),
    ofChannel: (channel, before, limit) => selectOfChannel.all(before, channel, limit).map(entryOf).reverse(),
    close: () => db.close(),
  };
}

function entryOf(raw: unknown): JournalEntry {
  const { fields, ...row } = Row.parse(raw);
  return { ...row, fields: fieldsOf(fields) };
}

function fieldsOf(text: string): JournalEntry['fields'] {
  try {
    return Fields.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
