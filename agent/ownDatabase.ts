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
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';

/** Why the file cannot be used. `newer`: a newer version has written it. `in-use`: another agent has it. */
export type DatabaseFault = 'full' | 'read-only' | 'damaged' | 'newer' | 'in-use' | 'unsupported' | 'failed';

const OWN_MODE = { folder: 0o700, file: 0o600 };

/** https://www.sqlite.org/rescode.html */
const FAULTS: Readonly<Record<number, DatabaseFault>> = {
  5: 'in-use',
  6: 'in-use',
  8: 'read-only',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};
const SYSTEM_FAULTS: Readonly<Record<string, DatabaseFault>> = {
  ...{ ENOSPC: 'full', EDQUOT: 'full', EFBIG: 'full' },
  ...{ EROFS: 'read-only', EACCES: 'read-only', EPERM: 'read-only' },
};

const Figure = z.object({ value: z.nullable(z.number()) });

export class UnusableDatabase extends Error {
  readonly fault: DatabaseFault;
  constructor(fault: DatabaseFault) {
    super(fault);
    this.fault = fault;
  }
}

export function faultOf(error: unknown): DatabaseFault {
  if (error instanceof UnusableDatabase) return error.fault;
  if (!(error instanceof Error)) return 'failed';
  const code: unknown = Reflect.get(error, 'errcode');
  if (typeof code === 'number') return FAULTS[code & 0xff] ?? 'failed';
  // A number that JavaScript has not, or a text that is none: not written by us.
  if (Reflect.get(error, 'code') === 'ERR_OUT_OF_RANGE') return 'damaged';
  return SYSTEM_FAULTS[String(Reflect.get(error, 'code'))] ?? 'failed';
}

/** The number that a statement calls `value`; 0: there is none. @param row as SQLite gives it */
export const figureOf = (row: unknown): number => Figure.parse(row).value ?? 0;

interface OwnDatabase<T> {
  /** What this version writes. */
  version: number;
  /** Makes the tables of a new file. */
  tables: string;
  /** Pages of 4 kB: more is refused as a full disk is. */
  pages: number;
  /** Prepares what is asked of it. */
  begin: (db: DatabaseSync) => T;
  /** Called with the path of the copy of what was no database of ours. */
  onSetAside: (copy: string) => void;
}

/**
 * Opens a file that belongs to this agent alone, or makes one. What is damaged is set aside, and one copy of that is kept. It
 * waits for the disk.
 * @throws see `faultOf`
 */
export function openOwnDatabase<T>(file: string, options: OwnDatabase<T>): T {
  makeOwnFolder(dirname(file));
  try {
    if (['', '-wal', '-shm'].some((end) => isOther(file + end))) throw new UnusableDatabase('damaged');
    return openFile(file, options);
  } catch (error) {
    if (faultOf(error) !== 'damaged') throw error;
    options.onSetAside(setAside(file));
    return openFile(file, options);
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
    if (found === undefined) throw new UnusableDatabase('unsupported');
    return found;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function openFile<T>(file: string, options: OwnDatabase<T>): T {
  const { DatabaseSync: Database } = loadSqlite();
  makeOwnFile(file);
  const db = new Database(file, { timeout: 500 });
  try {
    prepare(db, options);
    return options.begin(db);
  } catch (error) {
    db.close();
    // It has tables, and not these.
    throw Reflect.get(Object(error), 'errcode') === 1 ? new UnusableDatabase('damaged') : error;
  }
}

function prepare<T>(db: DatabaseSync, { version, tables, pages }: OwnDatabase<T>): void {
  const ask = (sql: string) => figureOf(db.prepare(sql).get());
  // Two agents in one folder would give the same ids. It also needs no memory that processes share.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  const found = ask('SELECT user_version AS value FROM pragma_user_version');
  if (found > version) throw new UnusableDatabase('newer');
  if (db.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new UnusableDatabase('damaged');
  const isNew = ask('SELECT count(*) AS value FROM sqlite_master') === 0;
  if (!isNew && found !== version) throw new UnusableDatabase('damaged');
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = NORMAL');
  db.exec(`PRAGMA max_page_count = ${pages}`);
  db.exec('PRAGMA journal_size_limit = 4194304');
  db.exec('PRAGMA cache_size = -1024');
  db.exec('PRAGMA trusted_schema = OFF');
  if (isNew) db.exec(`BEGIN IMMEDIATE; ${tables} PRAGMA user_version = ${version}; COMMIT;`);
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
