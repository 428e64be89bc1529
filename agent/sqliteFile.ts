import { randomUUID } from 'node:crypto';
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
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

/** Why the file is unusable. `newer`: a newer version wrote it. `in-use`: another agent has it open. */
export type StoreFault = 'full' | 'read-only' | 'damaged' | 'newer' | 'in-use' | 'unsupported' | 'failed';

export interface SqliteFile {
  path: string;
  /** Schema version; files with a higher one are left alone. */
  version: number;
  /** Oldest version with a compatible schema. Default: `version`. */
  readsFrom?: number;
  tables: string;
  pageBytes: number;
  pages: number;
  /** Small enough for a full check at each start. */
  isSmall: boolean;
  /** Writes survive a power failure and are visible to `readSqliteFile`. Otherwise, some seconds may be lost. */
  isDurable?: boolean;
}

export const SMALL_LOG_BYTES = 1024 * 1024;
export const LARGE_LOG_BYTES = 4 * SMALL_LOG_BYTES;

const OWN_MODE = { folder: 0o700, file: 0o600 };

/** https://www.sqlite.org/rescode.html */
const FAULTS: Readonly<Record<number, StoreFault>> = {
  5: 'in-use',
  6: 'in-use',
  8: 'read-only',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};
const SYSTEM_FAULTS: Readonly<Record<string, StoreFault>> = {
  ...{ ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' },
  ...{ EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
};

export class UnusableFile extends Error {
  readonly fault: StoreFault;
  constructor(fault: StoreFault) {
    super(fault);
    this.fault = fault;
  }
}

export function faultOf(error: unknown): StoreFault {
  if (error instanceof UnusableFile) return error.fault;
  if (!(error instanceof Error)) return 'failed';
  const code: unknown = Reflect.get(error, 'errcode');
  if (typeof code === 'number') return FAULTS[code & 0xff] ?? 'failed';
  // A number or text that this program cannot have written.
  if (Reflect.get(error, 'code') === 'ERR_OUT_OF_RANGE') return 'damaged';
  return SYSTEM_FAULTS[String(Reflect.get(error, 'code'))] ?? 'failed';
}

/**
 * Opens or creates a database for this process alone. Sets a damaged file aside (also if `use` throws) and keeps one
 * copy. Blocks while the disk is slow. Throws, see `faultOf`.
 */
export function openSqliteFile<T>(
  file: SqliteFile,
  use: (db: DatabaseSync) => T,
  onSetAside: (copy: string) => void,
): T {
  makeOwnFolder(dirname(file.path));
  try {
    if (['', '-wal', '-shm'].some((end) => isOther(file.path + end))) throw new UnusableFile('damaged');
    return openFile(file, use);
  } catch (error) {
    if (faultOf(error) !== 'damaged') throw error;
    onSetAside(setAside(file.path));
    return openFile(file, use);
  }
}

function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWN_MODE.folder });
  if ((statSync(folder).mode & 0o777) === OWN_MODE.folder) return;
  try {
    chmodSync(folder, OWN_MODE.folder);
  } catch {
    // The volume belongs to another user; the file has its own permissions.
  }
}

const isOther = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;

export const setAsideCopy = (path: string) => `${path}.damaged`;

export function setAside(path: string): string {
  const copy = setAsideCopy(path);
  for (const end of ['', '-wal']) {
    makeWay(copy + end);
    if (lstatSync(path + end, { throwIfNoEntry: false })) renameSync(path + end, copy + end);
  }
  rmSync(`${path}-shm`, { force: true });
  return copy;
}

/** A folder in place of the file is renamed, as its contents are not ours to delete. */
function makeWay(copy: string): void {
  if (lstatSync(copy, { throwIfNoEntry: false })?.isDirectory()) renameSync(copy, `${copy}-${randomUUID()}`);
  else rmSync(copy, { force: true });
}

/** SQLite copies the permissions of the file to its log. */
function makeOwnFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(path, 'wx', OWN_MODE.file));
  else if ((found.mode & 0o777) !== OWN_MODE.file) chmodSync(path, OWN_MODE.file);
  // Without this check, SQLite would open the file read-only and fail later without a clear error.
  for (const required of [path, dirname(path)]) accessSync(required, constants.W_OK);
}

function loadSqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (!String(warning).includes('SQLite is an experimental feature'))
      Reflect.apply(emitWarning, process, [warning, ...more]);
  };
  try {
    const found: typeof import('node:sqlite') | undefined = process.getBuiltinModule('node:sqlite');
    if (found === undefined) throw new UnusableFile('unsupported');
    return found;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function openFile<T>(file: SqliteFile, use: (db: DatabaseSync) => T): T {
  const { DatabaseSync: Database } = loadSqlite();
  makeOwnFile(file.path);
  const db = new Database(file.path, { timeout: 500 });
  try {
    prepareTables(db, file);
    return use(db);
  } catch (error) {
    db.close();
    throw Reflect.get(Object(error), 'errcode') === 1 ? new UnusableFile('damaged') : error;
  }
}

/**
 * Reads a database that is read-only or damaged, so data may be missing, without its write-ahead log. Throws, see
 * `faultOf`.
 */
export function readSqliteFile<T>({ path, version }: SqliteFile, read: (db: DatabaseSync) => T): T {
  const { DatabaseSync: Database } = loadSqlite();
  const address = pathToFileURL(path);
  // Without `immutable`, SQLite would create a log beside it.
  address.search = 'immutable=1';
  const db = new Database(address, { readOnly: true });
  try {
    if (figureOf(db.prepare('SELECT user_version AS value FROM pragma_user_version')) !== version)
      throw new UnusableFile('newer');
    return read(db);
  } finally {
    db.close();
  }
}

function prepareTables(db: DatabaseSync, file: SqliteFile): void {
  const { version, readsFrom = version, tables, pages, pageBytes, isSmall, isDurable = false } = file;
  const queryFigure = (sql: string) => figureOf(db.prepare(sql));
  // Two agents in one folder would assign the same ids. The mode also avoids shared memory.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  const found = queryFigure('SELECT user_version AS value FROM pragma_user_version');
  if (found > version) throw new UnusableFile('newer');
  if (isSmall && db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new UnusableFile('damaged');
  const isNew = queryFigure('SELECT count(*) AS value FROM sqlite_master') === 0;
  if (!isNew && found < readsFrom) throw new UnusableFile('damaged');
  // Only takes effect on a new file.
  db.exec(`PRAGMA page_size = ${pageBytes}`);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const logBytes = isSmall ? SMALL_LOG_BYTES : LARGE_LOG_BYTES;
  db.exec(`PRAGMA journal_size_limit = ${logBytes}`);
  // A checkpoint from the log into the file is always synced.
  db.exec(`PRAGMA wal_autocheckpoint = ${isDurable ? 1 : Math.floor(logBytes / pageBytes)}`);
  db.exec('PRAGMA cache_size = -1024');
  db.exec('PRAGMA trusted_schema = OFF');
  if (isNew) db.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${version}; COMMIT;`);
  else if (found !== version) db.exec(`PRAGMA user_version = ${version}`);
}

export function inTransaction(db: DatabaseSync, act: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    act();
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

const Figure = z.object({ value: z.nullable(z.number()) });

/** Runs a statement with one column `value`; null becomes 0. */
export const figureOf = (statement: StatementSync, ...params: number[]): number =>
  Figure.parse(statement.get(...params)).value ?? 0;

export const usedPages = (db: DatabaseSync): number =>
  figureOf(db.prepare('SELECT page_count - freelist_count AS value FROM pragma_page_count, pragma_freelist_count'));
