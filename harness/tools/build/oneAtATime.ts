import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 200;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Tries to take the lock. A link creates the complete file at once or not at all. */
async function tryLock(lock: string): Promise<boolean> {
  const own = `${lock}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Removes the lock of a program that was killed. Only one of several waiting programs can rename it. */
async function clear(lock: string): Promise<void> {
  const holder = Number(await readFile(lock, 'utf8').catch(() => process.pid));
  if (isRunning(holder)) return;
  const old = `${lock}.${process.pid}.old`;
  await rename(lock, old).catch(() => {});
  // Another program has taken the lock meanwhile and keeps it.
  if (existsSync(old) && Number(await readFile(old, 'utf8')) !== holder) await link(old, lock).catch(() => {});
  await rm(old, { force: true });
}

export async function oneAtATime<T>(lock: string, work: () => Promise<T>, waits: () => void = () => {}): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (let round = 0; !(await tryLock(lock)); round += 1) {
    if (round === 0) waits();
    await clear(lock);
    await sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
