import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../atomicFiles.ts';
import type { Log } from '../types.ts';
import { type Lock, takeLock } from './index.ts';

/** The folders reserved for this core: two cores in one folder would overwrite each other's data. */
export function createHeldLocks(log: Log) {
  const held = new Map<string, Lock | null>();
  /** One name for one place, however it was reached. */
  const realOf = async (path: string): Promise<string> => {
    try {
      await makeFolder(dirname(path));
      return join(await realpath(dirname(path)), basename(path));
    } catch {
      return path; // who needs the folder says why it is not there
    }
  };
  return {
    /** Throws a sentence that names who has it. */
    async take(given: string): Promise<{ path: string; isNew: boolean }> {
      const path = await realOf(given);
      const isNew = !held.has(path);
      if (isNew) held.set(path, await takeLock(path, log));
      return { path, isNew };
    },
    give(path: string): void {
      held.get(path)?.release();
      held.delete(path);
    },
    giveAll(): void {
      for (const lock of held.values()) lock?.release();
      held.clear();
    },
    /** To be asked when the folders were read and nothing was begun yet. */
    async confirm(): Promise<void> {
      for (const lock of held.values()) await lock?.confirm();
    },
  };
}
export type HeldLocks = ReturnType<typeof createHeldLocks>;
