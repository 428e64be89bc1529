import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log/index.ts';
import { makeFolder } from '../util/atomicFiles.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { errorCodeOf } from '../util/errorMessage.ts';
import { readFileIfPresent, readProcessStart } from '../util/procFiles.ts';
import {
  describeOwner,
  describeSelf,
  type Here,
  isListeningAt,
  isLocal,
  isTouched,
  judgeOwner,
  keepTouching,
  listenAt,
  type Owner,
  type Presence,
  readOwner,
} from './owner.ts';

/** Two cores in one folder would overwrite each other's data. */
export function createHeldLocks(log: Log) {
  const locks = new Map<string, Lock | null>();
  const findRealPath = async (path: string): Promise<string> => {
    try {
      await makeFolder(dirname(path));
      return join(await realpath(dirname(path)), basename(path));
    } catch {
      return path;
    }
  };
  return {
    /** Throws a sentence that names the owner. */
    async take(requestedPath: string): Promise<{ path: string; isNew: boolean }> {
      const path = await findRealPath(requestedPath);
      const isNew = !locks.has(path);
      if (isNew) locks.set(path, await takeLock(path, log));
      return { path, isNew };
    },
    give(path: string): void {
      locks.get(path)?.release();
      locks.delete(path);
    },
    giveAll(): void {
      for (const lock of locks.values()) lock?.release();
      locks.clear();
    },
    async confirm(): Promise<void> {
      for (const lock of locks.values()) await lock?.confirm();
    },
  };
}
export type HeldLocks = ReturnType<typeof createHeldLocks>;

export interface Lock {
  readonly path: string;
  /** Throws if another core took the lock at the same moment. */
  confirm(): Promise<void>;
  release(): void;
}

interface LockOptions {
  readonly watchMs?: number;
  readonly here?: Partial<Here & ReturnType<typeof describeSelf>>;
}

/** A lock file that is being written has no owner for a moment. */
const YOUNG_MS = 2_000;
const TRIES = 200;
const PAUSE_MS = 20;

/** Takes over the lock of a dead core. Throws a sentence with the owner. Returns null if no file can be created. */
export async function takeLock(path: string, log: Log, options: LockOptions = {}): Promise<Lock | null> {
  const token = randomBytes(6).toString('hex');
  const presences: Presence[] = [];
  const folder = dirname(path);
  const release = () => {
    for (const presence of presences.splice(0)) presence.stop();
  };
  try {
    await makeFolder(folder);
    const host = { ...describeSelf(), ...placeOf(folder), startOf: readProcessStart, ...options.here };
    const listening = await listenAt(`${path}.${token}`);
    if (listening !== null) presences.push(listening);
    const { startOf: _, isLocal: isOwnDisk, ...mine } = host;
    const owner: Owner = { ...mine, token, listens: listening !== null };
    const startedMs = elapsedMs();
    for (let left = TRIES; !tryCreate(path, owner); left -= 1) {
      if (left === 0) throw new InUse(`${path} cannot be had: delete it if no other core runs.`);
      await clear(path, host, { watchMs: options.watchMs, isYoung: elapsedMs() - startedMs < YOUNG_MS });
    }
    if (!isOwnDisk || listening === null) presences.push(keepTouching(path));
    return {
      path,
      confirm: async () => {
        const holder = await holderOf(path);
        if (holder !== null && holder.token !== token) throw inUse(path, holder, host);
      },
      release: () => {
        if (readOwner(readFileIfPresent(path) ?? '')?.token === token) rmSync(path, { force: true });
        release();
      },
    };
  } catch (error) {
    release();
    if (error instanceof InUse) throw error;
    // Read-only or full: other writers report that themselves.
    log.write('warn', 'Core', 'Another core on the same folder would not be noticed', { path, reason: String(error) });
    return null;
  }
}

class InUse extends Error {}

const inUse = (path: string, owner: Owner, host: Here): InUse =>
  new InUse(
    `another core (${describeOwner(owner, host)}) uses the folder ${dirname(path)}: stop it, or give each core folders of its own. If it is not there any more, delete ${path}.`,
  );

const placeOf = (folder: string) => ({ folder: String(statSync(folder).ino), isLocal: isLocal(folder) });

function tryCreate(path: string, owner: Owner): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, `${JSON.stringify(owner)}\n`);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

interface ClearOptions {
  readonly watchMs: number | undefined;
  /** The owner may not have been written yet. */
  readonly isYoung: boolean;
}

/** Removes the lock file of a dead owner. Throws if the owner is alive. */
async function clear(path: string, host: Here, { watchMs, isYoung }: ClearOptions): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new InUse(`${path} is in the way: it is no file of a core. Delete it.`);
  const text = readFileIfPresent(path);
  if (text === null) return;
  const owner = readOwner(text);
  if (owner === null && isYoung) {
    await sleep(PAUSE_MS);
    return;
  }
  if (owner !== null && (await isAlive(path, owner, host, watchMs))) throw inUse(path, owner, host);
  // Moves only the inspected file: another core may have replaced it meanwhile.
  const staleCopy = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, staleCopy);
  } catch {
    return;
  }
  if (readFileIfPresent(staleCopy) === text) rmSync(staleCopy, { force: true });
  else renameSync(staleCopy, path);
  if (owner !== null) rmSync(`${path}.${owner.token}`, { force: true });
}

async function isAlive(path: string, owner: Owner, host: Here, watchMs?: number): Promise<boolean> {
  const verdict = judgeOwner(owner, host);
  if (verdict === 'ask') return isListeningAt(`${path}.${owner.token}`);
  return verdict === 'watch' ? isTouched(path, watchMs) : verdict === 'alive';
}

/** Another process may have moved the file for a moment to inspect it. */
async function holderOf(path: string): Promise<Owner | null> {
  for (let left = 5; left > 0; left -= 1) {
    const owner = readOwner(readFileIfPresent(path) ?? '');
    if (owner !== null) return owner;
    await sleep(PAUSE_MS);
  }
  return null;
}
