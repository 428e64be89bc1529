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

/** Why the file cannot be used. `newer`: a newer version has written it. `in-use`: another agent has it. */
export type StoreFault = 'full' | 'read-only' | 'damaged' | 'newer' | 'in-use' | 'unsupported' | 'failed';

export interface SqliteFile {
  path: string;
  /** Of its tables; a higher one is left alone. */
  version: number;
  /** The oldest whose tables are as these: what they hold is read on. Absent: this one. */
  readsFrom?: number;
  /** SQL that makes the tables. */
  tables: string;
  pageBytes: number;
  /** At most so large; a log of SQLite stands beside it. */
  pages: number;
  /** Small enough to be read as a whole at each start; its log is small as well. */
  isSmall: boolean;
  /** What was written outlives a power cut, and `readSqliteFile` finds it. Else some seconds of it may be lost. */
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
  // A number that JavaScript has not, or a text that is none: not written by us.
  if (Reflect.get(error, 'code') === 'ERR_OUT_OF_RANGE') return 'damaged';
  return SYSTEM_FAULTS[String(Reflect.get(error, 'code'))] ?? 'failed';
}

/**
 * Opens a database that no other process uses, or begins one. A damaged one is set aside, and one copy of that is kept. It waits
 * for the disk.
 * @param use throws where it finds the tables damaged
 * @param onSetAside with the path of the copy
 * @throws see `faultOf`
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
    // A volume of somebody else; the file has rights of its own.
  }
}

/** A folder, a link, a socket: nothing that this has made. */
const isOther = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === false;

export const setAsideCopy = (path: string) => `${path}.damaged`;

/** Answers where it is then. */
export function setAside(path: string): string {
  const copy = setAsideCopy(path);
  for (const end of ['', '-wal']) {
    makeWay(copy + end);
    if (lstatSync(path + end, { throwIfNoEntry: false })) renameSync(path + end, copy + end);
  }
  rmSync(`${path}-shm`, { force: true });
  return copy;
}

/** A folder that stood in the place of a file is not ours to remove with all that is in it. */
function makeWay(copy: string): void {
  if (lstatSync(copy, { throwIfNoEntry: false })?.isDirectory()) renameSync(copy, `${copy}-${randomUUID()}`);
  else rmSync(copy, { force: true });
}

/** SQLite gives the files beside it the rights of the file. */
function makeOwnFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) closeSync(openSync(path, 'wx', OWN_MODE.file));
  else if ((found.mode & 0o777) !== OWN_MODE.file) chmodSync(path, OWN_MODE.file);
  // SQLite would open it for reading, and not say why it cannot go on.
  for (const needed of [path, dirname(path)]) accessSync(needed, constants.W_OK);
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
    // It has tables, and not these.
    throw Reflect.get(Object(error), 'errcode') === 1 ? new UnusableFile('damaged') : error;
  }
}

/**
 * Reads a database that cannot be written, or is damaged: then not all is what was stored. Of what its log has, nothing is seen.
 * @throws see `faultOf`; also where it is of another version
 */
export function readSqliteFile<T>({ path, version }: SqliteFile, read: (db: DatabaseSync) => T): T {
  const { DatabaseSync: Database } = loadSqlite();
  const address = pathToFileURL(path);
  // Else SQLite makes a log beside it.
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
  const ask = (sql: string) => figureOf(db.prepare(sql));
  // Two agents in one folder would give the same ids. It also needs no memory that processes share.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  const found = ask('SELECT user_version AS value FROM pragma_user_version');
  if (found > version) throw new UnusableFile('newer');
  if (isSmall && db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new UnusableFile('damaged');
  const isNew = ask('SELECT count(*) AS value FROM sqlite_master') === 0;
  if (!isNew && found < readsFrom) throw new UnusableFile('damaged');
  // Of a new one.
  db.exec(`PRAGMA page_size = ${pageBytes}`);
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA max_page_count = ${pages}`);
  const logBytes = isSmall ? SMALL_LOG_BYTES : LARGE_LOG_BYTES;
  db.exec(`PRAGMA journal_size_limit = ${logBytes}`);
  // Moved from the log into the file it was synced.
  db.exec(`PRAGMA wal_autocheckpoint = ${isDurable ? 1 : Math.floor(logBytes / pageBytes)}`);
  db.exec('PRAGMA cache_size = -1024');
  db.exec('PRAGMA trusted_schema = OFF');
  if (isNew) db.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${version}; COMMIT;`);
  else if (found !== version) db.exec(`PRAGMA user_version = ${version}`);
}

/** All or nothing. */
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

/** Of a statement with one `value`; 0: it is null. */
export const figureOf = (statement: StatementSync, ...given: number[]): number =>
  Figure.parse(statement.get(...given)).value ?? 0;

export const usedPages = (db: DatabaseSync): number =>
  figureOf(db.prepare('SELECT page_count - freelist_count AS value FROM pragma_page_count, pragma_freelist_count'));
