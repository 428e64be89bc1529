import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import * as z from 'zod/mini';

export interface JournalEntry {
  /** Rises, with gaps. */
  id: number;
  /** Milliseconds since 1970. */
  time: number;
  /** null: it is about no channel. */
  channel: string | null;
  event: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Why the file cannot be used. `newer`: a newer version has written it. `in-use`: another agent has it. */
export type JournalFault = 'full' | 'read-only' | 'damaged' | 'newer' | 'in-use' | 'unsupported' | 'failed';

export interface JournalStore {
  /** 0: there is none. */
  last(): number;
  /** What is there already, by its id, is left out. All or nothing. */
  write(entries: readonly JournalEntry[]): void;
  /** Those after an id, oldest first. */
  after(id: number, limit: number): JournalEntry[];
  /** Oldest first. */
  newest(limit: number): JournalEntry[];
  close(): void;
}

export const JOURNAL_FILE = 'journal.sqlite';
const VERSION = 1;
/** At 4 kB a page 32 MB; a log of SQLite of 4 MB stands beside it. */
const USUAL_BOUNDS = { rows: 100_000, pages: 8192 };
/** Makes room before SQLite would refuse: then a refusal is one of the disk. */
const USED_PAGES = 0.95;
const REMOVED_ROWS = 0.1;
const OWN_MODE = { folder: 0o700, file: 0o600 };
/** Larger is no id of ours: there must be room for more. */
const LARGEST_ID = Number.MAX_SAFE_INTEGER / 2;

/** https://www.sqlite.org/rescode.html */
const FAULTS: Readonly<Record<number, JournalFault>> = {
  5: 'in-use',
  6: 'in-use',
  8: 'read-only',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};
const SYSTEM_FAULTS: Readonly<Record<string, JournalFault>> = {
  ...{ ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' },
  ...{ EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
};

const Row = z.object({
  id: z.number(),
  time: z.number(),
  channel: z.nullable(z.string()),
  event: z.string(),
  fields: z.string(),
});
const Fields = z.record(z.string(), z.unknown());
const Figure = z.object({ value: z.nullable(z.number()) });

class UnusableJournal extends Error {
  readonly fault: JournalFault;
  constructor(fault: JournalFault) {
    super(fault);
    this.fault = fault;
  }
}

export function faultOf(error: unknown): JournalFault {
  if (error instanceof UnusableJournal) return error.fault;
  if (!(error instanceof Error)) return 'failed';
  const code: unknown = Reflect.get(error, 'errcode');
  if (typeof code === 'number') return FAULTS[code & 0xff] ?? 'failed';
  // A number that JavaScript has not, or a text that is none: not written by us.
  if (Reflect.get(error, 'code') === 'ERR_OUT_OF_RANGE') return 'damaged';
  return SYSTEM_FAULTS[String(Reflect.get(error, 'code'))] ?? 'failed';
}

/**
 * Opens the journal, or begins one. What is no journal is set aside, and one copy of that is kept. It waits for the disk.
 * @param onSetAside with the path of the copy
 * @throws see `faultOf`
 */
export function openJournalStore(
  folder: string,
  onSetAside: (copy: string) => void = () => undefined,
  bounds = USUAL_BOUNDS,
): JournalStore {
  const file = join(folder, JOURNAL_FILE);
  makeOwnFolder(folder);
  try {
    if (['', '-wal', '-shm'].some((end) => isOther(file + end))) throw new UnusableJournal('damaged');
    return openFile(file, bounds);
  } catch (error) {
    if (faultOf(error) !== 'damaged') throw error;
    onSetAside(setAside(file));
    return openFile(file, bounds);
  }
}

function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWN_MODE.folder });
  if ((statSync(folder).mode & 0o777) === OWN_MODE.folder) return;
  try {
    chmodSync(folder, OWN_MODE.folder);
  } catch {
    // A volume of somebody else; the file has rights of its own.
  }
}

/** A folder, a link, a socket: nothing that this has made. */
const isOther = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;

function setAside(file: string): string {
  const copy = `${file}.damaged`;
  for (const end of ['', '-wal']) {
    rmSync(copy + end, { force: true });
    if (lstatSync(file + end, { throwIfNoEntry: false })) renameSync(file + end, copy + end);
  }
  rmSync(`${file}-shm`, { force: true });
  return copy;
}

/** SQLite gives the files beside it the rights of the file. */
function makeOwnFile(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(file, 'wx', OWN_MODE.file));
  else if ((found.mode & 0o777) !== OWN_MODE.file) chmodSync(file, OWN_MODE.file);
  // SQLite would open it for reading, and not say why it cannot go on.
  for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
}

/** Node calls it experimental, in words on the error output. */
function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (!String(warning).includes('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...more]);
  };
  try {
    const found: typeof import('node:sqlite') | undefined = process.getBuiltinModule('node:sqlite');
    if (found === undefined) throw new UnusableJournal('unsupported');
    return found;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function openFile(file: string, bounds: typeof USUAL_BOUNDS): JournalStore {
  const { DatabaseSync: Database } = loadSqlite();
  makeOwnFile(file);
  const db = new Database(file, { timeout: 500 });
  try {
    return storeIn(db, bounds);
  } catch (error) {
    db.close();
    // It has tables, and not this one.
    throw Reflect.get(Object(error), 'errcode') === 1 ? new UnusableJournal('damaged') : error;
  }
}

function storeIn(db: DatabaseSync, bounds: typeof USUAL_BOUNDS): JournalStore {
  const figure = (statement: StatementSync): number => Figure.parse(statement.get()).value ?? 0;
  const ask = (sql: string) => figure(db.prepare(sql));
  // Two agents in one folder would give the same ids. It also needs no memory that processes share.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  const version = ask('SELECT user_version AS value FROM pragma_user_version');
  if (version > VERSION) throw new UnusableJournal('newer');
  if (db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new UnusableJournal('damaged');
  const isNew = ask('SELECT count(*) AS value FROM sqlite_master') === 0;
  if (!isNew && version !== VERSION) throw new UnusableJournal('damaged');
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA max_page_count = ${bounds.pages}`);
  db.exec('PRAGMA journal_size_limit = 4194304');
  db.exec('PRAGMA cache_size = -1024');
  db.exec('PRAGMA trusted_schema = OFF');
  if (isNew)
    db.exec(`
      BEGIN IMMEDIATE;
      CREATE TABLE event (
        id INTEGER PRIMARY KEY,
        time INTEGER NOT NULL,
        channel TEXT,
        event TEXT NOT NULL,
        fields TEXT NOT NULL
      ) STRICT;
      PRAGMA user_version = ${VERSION};
      COMMIT;
    `);

  const columns = 'id, time, channel, event, fields';
  const insert = db.prepare(`INSERT OR IGNORE INTO event (${columns}) VALUES (?, ?, ?, ?, ?)`);
  const following = db.prepare(`SELECT ${columns} FROM event WHERE id > ? ORDER BY id LIMIT ?`);
  const latest = db.prepare(`SELECT ${columns} FROM event ORDER BY id DESC LIMIT ?`);
  const removeOldest = db.prepare('DELETE FROM event WHERE id IN (SELECT id FROM event ORDER BY id LIMIT ?)');
  const usedPages = db.prepare(
    'SELECT page_count - freelist_count AS value FROM pragma_page_count, pragma_freelist_count',
  );
  let rows = ask('SELECT count(*) AS value FROM event');
  let last = ask('SELECT max(id) AS value FROM event');
  if (!(last >= 0 && last < LARGEST_ID)) throw new UnusableJournal('damaged');

  const remove = (count: number) => {
    rows -= Number(removeOldest.run(count).changes);
  };

  return {
    last: () => last,
    write(entries) {
      const before = { rows, last };
      db.exec('BEGIN IMMEDIATE');
      try {
        if (figure(usedPages) > bounds.pages * USED_PAGES) remove(Math.ceil(rows * REMOVED_ROWS));
        for (const { id, time, channel, event, fields } of entries) {
          rows += Number(insert.run(id, time, channel, event, JSON.stringify(fields)).changes);
          last = Math.max(last, id);
        }
        if (rows > bounds.rows) remove(rows - bounds.rows + Math.floor(bounds.rows * REMOVED_ROWS));
        db.exec('COMMIT');
      } catch (error) {
        ({ rows, last } = before);
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    after: (id, limit) => following.all(id, limit).map(entryOf),
    newest: (limit) => latest.all(limit).map(entryOf).reverse(),
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
