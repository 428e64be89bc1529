import type { Process } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { holdOrderFile } from '../src/api/processIds.ts';

/** One answer of the core for all who need it. */
export interface Feed<T> {
  /** null: the core did not give one. */
  latest(): T | null;
  /** Called with each answer, null where the core did not give one. */
  listen(take: (answer: T | null) => void, signal: AbortSignal): void;
  /** Never rejects. */
  read(): Promise<void>;
}

function createFeed<T>(ask: () => Promise<T>): Feed<T> {
  const takers = new Set<(answer: T | null) => void>();
  let latest: T | null = null;
  return {
    latest: () => latest,
    listen(take, signal) {
      takers.add(take);
      signal.addEventListener('abort', () => takers.delete(take));
    },
    async read() {
      latest = await ask().catch(() => null);
      for (const take of takers) take(latest);
    },
  };
}

/** By id, with their states. */
export type Processes = ReadonlyMap<string, Process>;

export const createProcessFeed = (core: Core): Feed<Processes> =>
  createFeed(async () => new Map((await core.processes({ filter: 'state' })).map((process) => [process.id, process])));

/** Names of the files with orders, see `holdOrderFile`. */
export type OrderFiles = ReadonlySet<string>;

export const createOrderFeed = (core: Core): Feed<OrderFiles> =>
  createFeed(async () => {
    const files = await core.memFiles({ glob: `/${holdOrderFile('*')}` });
    return new Set(files.map(({ name }) => name.slice(1)));
  });
