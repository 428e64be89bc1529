import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 200;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether this program has it now. A file with its number appears as a whole, or not at all. */
async function isTaken(lock: string): Promise<boolean> {
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

/** The lock of a program that was killed. Only one of those who wait can move it away. */
async function clear(lock: string): Promise<void> {
  const holder = Number(await readFile(lock, 'utf8').catch(() => process.pid));
  if (isRunning(holder)) return;
  const away = `${lock}.${process.pid}.old`;
  await rename(lock, away).catch(() => {});
  // Somebody else has taken it in between, and goes on with it.
  if (existsSync(away) && Number(await readFile(away, 'utf8')) !== holder) await link(away, lock).catch(() => {});
  await rm(away, { force: true });
}

/** Work that one program at a time does; the others wait for it. @param lock a file, which only exists meanwhile */
export async function oneAtATime<T>(lock: string, work: () => Promise<T>, onWait: () => void = () => {}): Promise<T> {
  await mkdir(path.dirname(lock), { recursive: true });
  for (let round = 0; !(await isTaken(lock)); round += 1) {
    if (round === 0) onWait();
    await clear(lock);
    await sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}
