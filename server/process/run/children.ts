import { type Child, spawnChild } from '../../ffmpeg/child.ts';
import type { Log } from '../../types.ts';
import { createOrphanReaper } from './orphanReaper.ts';

/** All children of the core. None of them outlives it, however it ends. */
export function createChildren(dbDir: string, log: Log, graceMs?: number) {
  const reaper = createOrphanReaper(dbDir, log);
  const alive = new Set<Child>();
  return {
    launch(binary: string, args: readonly string[], onLine: (line: string) => void): Child {
      const child = spawnChild(binary, args, onLine, graceMs);
      const { pid } = child;
      if (pid === null) return child;
      alive.add(child);
      reaper.track(pid);
      child.ended.then(() => {
        alive.delete(child);
        reaper.untrack(pid);
      });
      return child;
    },
    /** Resolves when the last one is gone, after its grace at most. */
    async endAll(): Promise<void> {
      for (const child of alive) child.end();
      await Promise.all([...alive].map(({ ended }) => ended));
    },
    stop: () => reaper.stop(),
  };
}
