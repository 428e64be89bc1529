import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import {
  figureOf,
  inTransaction,
  openSqliteFile,
  readSqliteFile,
  type SqliteFile,
  UnusableFile,
  usedPages,
} from '../sqliteFile.ts';
import { type OutboxRow, parseOutboxRow } from './outbox.ts';

const StoredReceiver = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  /** Contains secrets: for `readReceiver` only. */
  fields: z.record(z.string(), z.unknown()),
  isGone: z.boolean(),
});
export type StoredReceiver = z.infer<typeof StoredReceiver>;

/** Written in one transaction. */
export interface AlarmChange {
  /** null leaves it unchanged. */
  memory: AlarmMemory | null;
  /** `at`: start in milliseconds since 1970. */
  incidents: readonly IncidentRecord[];
  rows: readonly OutboxRow[];
  receivers: readonly StoredReceiver[];
  removedReceivers: readonly string[];
}

/** See `Incidents` and `MessageBook`. `settings`: as last read from the core. */
export interface AlarmMemory {
  incidents: unknown;
  book: unknown;
  settings?: unknown;
}

export interface IncidentRecord {
  id: string;
  at: number;
  incident: unknown;
}

export interface AlarmContents {
  memory: AlarmMemory;
  receivers: readonly StoredReceiver[];
  waiting: readonly OutboxRow[];
}

export interface DeliveryRecord {
  number: number;
  row: OutboxRow;
}

export interface AlarmStore {
  load(): AlarmContents;
  save(change: AlarmChange): void;
  /** Newest first. `before` null: from the newest. */
  deliveries(before: number | null, limit: number): DeliveryRecord[];
  /** Newest first, begun before `before`. Incidents of the same moment are never split, even above `limit`. */
  incidents(before: number | null, limit: number): IncidentRecord[];
  close(): void;
}

export const ALARM_FILE = 'alarms.sqlite';
const VERSION = 1;
/** 32 MB at 4 kB per page. */
const DEFAULT_BOUNDS = { rows: 10_000, pages: 8192 };
/** Deletes rows before the limit of SQLite, so that a "full" error always means the disk. */
const USED_PAGES = 0.9;
const LEFT = 0.9;
const MAX_TOGETHER = 1000;

const TABLES = `
  CREATE TABLE memory (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE receiver (id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE delivery (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX waiting ON delivery (state, number);
  CREATE TABLE incident (id TEXT PRIMARY KEY, at INTEGER NOT NULL, value TEXT NOT NULL) STRICT;
  CREATE INDEX newest ON incident (at);
`;

/** Opens or creates the alarm file. Throws, see `faultOf`. */
export const openAlarmStore = (
  folder: string,
  onSetAside: (copy: string) => void = () => undefined,
  bounds = DEFAULT_BOUNDS,
): AlarmStore => {
  const file = fileIn(folder, bounds.pages);
  let rescued: readonly StoredReceiver[] = [];
  const store = openSqliteFile(
    file,
    (db) => {
      // Without this, a lost receiver would go unnoticed.
      if (receiversIn(db).includes(null)) throw new UnusableFile('damaged');
      return storeIn(db, bounds);
    },
    (copy) => {
      rescued = rescueFrom({ ...file, path: copy });
      onSetAside(copy);
    },
  );
  if (rescued.length > 0)
    store.save({ memory: null, incidents: [], rows: [], receivers: rescued, removedReceivers: [] });
  return store;
};

function rescueFrom(file: SqliteFile): readonly StoredReceiver[] {
  try {
    return readSqliteFile(file, (db) => receiversIn(db).flatMap((receiver) => receiver ?? []));
  } catch {
    return [];
  }
}

const receiversIn = (db: DatabaseSync): (StoredReceiver | null)[] =>
  db
    .prepare('SELECT value FROM receiver ORDER BY rowid')
    .all()
    .map((row) => StoredReceiver.safeParse(jsonOf(Row.parse(row).value)).data ?? null);

/** Reads the file on a read-only disk. Throws, see `faultOf`. */
export const readAlarms = (folder: string): AlarmContents =>
  readSqliteFile(fileIn(folder, DEFAULT_BOUNDS.pages), (db) => createLoader(db)());

const fileIn = (folder: string, pages: number): SqliteFile => ({
  path: join(folder, ALARM_FILE),
  ...{ version: VERSION, tables: TABLES, pageBytes: 4096, pages, isSmall: true, isDurable: true },
});

const Row = z.object({ value: z.string() });
const Numbered = z.object({ number: z.number(), value: z.string() });
const Dated = z.object({ id: z.string(), at: z.number(), value: z.string() });

function createLoader(db: DatabaseSync): () => AlarmContents {
  const statement = db.prepare('SELECT value FROM memory WHERE name = ?');
  const waiting = db.prepare("SELECT value FROM delivery WHERE state = 'waiting' ORDER BY number");
  const memoryOf = (name: string) => {
    const row = statement.get(name);
    return row === undefined ? undefined : jsonOf(Row.parse(row).value);
  };
  return () => ({
    memory: { incidents: memoryOf('incidents'), book: memoryOf('book'), settings: memoryOf('settings') },
    receivers: receiversIn(db).flatMap((receiver) => receiver ?? []),
    waiting: waiting.all().flatMap((row) => parseOutboxRow(jsonOf(Row.parse(row).value)) ?? []),
  });
}

function storeIn(db: DatabaseSync, bounds: typeof DEFAULT_BOUNDS): AlarmStore {
  const keep = db.prepare(
    'INSERT INTO memory (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const putReceiver = db.prepare(
    'INSERT INTO receiver (id, value) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
  );
  const removeReceiver = db.prepare('DELETE FROM receiver WHERE id = ?');
  const putRow = db.prepare(
    'INSERT INTO delivery (id, state, value) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, value = excluded.value',
  );
  const deliveries = db.prepare('SELECT number, value FROM delivery WHERE number < ? ORDER BY number DESC LIMIT ?');
  const putIncident = db.prepare(
    'INSERT INTO incident (id, at, value) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET value = excluded.value',
  );
  const incidents = db.prepare(`
    SELECT id, at, value FROM incident
    WHERE at < ?1 AND at >= coalesce((SELECT at FROM incident WHERE at < ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2 - 1), at)
    ORDER BY at DESC, id DESC LIMIT ${MAX_TOGETHER}`);
  const removeDeliveries = db.prepare(
    "DELETE FROM delivery WHERE number IN (SELECT number FROM delivery ORDER BY state = 'waiting', number LIMIT ?)",
  );
  const removeIncidents = db.prepare(
    'DELETE FROM incident WHERE id IN (SELECT id FROM incident ORDER BY at, id LIMIT ?)',
  );
  const count = (rows: string) => db.prepare(`SELECT count(*) AS value FROM ${rows}`);
  const counts = {
    delivery: count('delivery'),
    ended: count("delivery WHERE state <> 'waiting'"),
    incident: count('incident'),
  };

  const surplus = (found: number) => (found > bounds.rows ? found - Math.floor(bounds.rows * LEFT) : 0);
  /** Deletes the oldest finished rows; waiting messages only if nothing else is left. */
  const makeRoom = () => {
    const [ended, incident] = [figureOf(counts.ended), figureOf(counts.incident)];
    const deliveries = ended > 0 || incident > 0 ? ended : figureOf(counts.delivery);
    removeDeliveries.run(Math.ceil(deliveries * (1 - LEFT)));
    removeIncidents.run(Math.ceil(incident * (1 - LEFT)));
  };

  return {
    load: createLoader(db),
    save({ memory, rows, ...change }) {
      inTransaction(db, () => {
        for (const [name, value] of Object.entries(memory ?? {}))
          if (value !== undefined) keep.run(name, JSON.stringify(value));
        for (const id of change.removedReceivers) removeReceiver.run(id);
        for (const receiver of change.receivers) putReceiver.run(receiver.id, JSON.stringify(receiver));
        for (const row of rows) putRow.run(row.id, row.state, JSON.stringify(row));
        for (const { id, at, incident } of change.incidents) putIncident.run(id, at, JSON.stringify(incident));
        if (rows.length > 0) removeDeliveries.run(surplus(figureOf(counts.delivery)));
        if (change.incidents.length > 0) removeIncidents.run(surplus(figureOf(counts.incident)));
        if (usedPages(db) > bounds.pages * USED_PAGES) makeRoom();
      });
    },
    deliveries: (before, limit) =>
      deliveries.all(before ?? Number.MAX_SAFE_INTEGER, limit).flatMap((found) => {
        const { number, value } = Numbered.parse(found);
        const row = parseOutboxRow(jsonOf(value));
        return row === null ? [] : [{ number, row }];
      }),
    incidents: (before, limit) =>
      incidents.all(before ?? Number.MAX_SAFE_INTEGER, limit).map((found) => {
        const { id, at, value } = Dated.parse(found);
        return { id, at, incident: jsonOf(value) };
      }),
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
