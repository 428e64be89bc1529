import type { Log } from '../log/index.ts';
import type { ResolvedProcess } from './command/resolveProcess.ts';
import type { Process } from './process.ts';
import type { Registry } from './registry.ts';
import type { createChildren } from './run/children.ts';
import type { StoredProcess } from './store/db.ts';
import type { createLocks } from './store/locks.ts';
import { Refusal } from './store/refusal.ts';
import { findStoredOrder, findStoredProcess, type WriteQueue } from './store/writeQueue.ts';

interface LifecycleDeps {
  readonly registry: Registry;
  readonly children: ReturnType<typeof createChildren>;
  readonly locks: ReturnType<typeof createLocks>;
  readonly queue: Pick<WriteQueue, 'content'>;
  readonly log: Log;
}

export function createLifecycle({ registry, children, locks, queue, log }: LifecycleDeps) {
  /** Blocks starts while the core reloads or stops; orders stay. */
  let isQuiet = true;

  const start = (process: Process) => (isQuiet ? Promise.resolve() : process.command('start'));

  const resumeOne = async (stored: StoredProcess): Promise<void> => {
    let resolved: ResolvedProcess | null = null;
    try {
      resolved = registry.check(stored.config);
    } finally {
      const fresh = registry.put(stored, resolved);
      if (resolved !== null && stored.order === 'start') {
        registry.refuseIfFull();
        await start(fresh);
      }
    }
  };

  return {
    start,

    /** Throws a `Refusal`, which leaves the process running as before. */
    async reload(id: string): Promise<void> {
      const entry = registry.get(id);
      const { config } = entry.process;
      const resolved = registry.check(config);
      await entry.process.halt();
      const fresh = registry.put({ ...entry, config }, resolved);
      if (findStoredOrder(queue.content(), id) === 'start') await start(fresh);
    },

    resume(): void {
      isQuiet = false;
      const resume = async (id: string) => {
        // May have changed or disappeared while waiting for the lock.
        const stored = findStoredProcess(queue.content(), id);
        if (stored !== undefined) await resumeOne(stored);
      };
      for (const { config } of queue.content().processes) {
        const { id } = config;
        locks
          .locked([id], () => resume(id))
          .catch((error: unknown) => {
            const reason = error instanceof Refusal ? error.message : String(error);
            log.write('error', 'Process', 'Not started', { id, reason });
          });
      }
    },

    async stopAll(): Promise<void> {
      isQuiet = true;
      await Promise.all(registry.all().map(({ process }) => process.halt()));
      await locks.idle();
      await children.endAll();
    },
  };
}
export type Lifecycle = ReturnType<typeof createLifecycle>;
