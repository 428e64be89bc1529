import type { Process } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { holdOrderFile } from '../src/api/processIds.ts';

/** Shares one poll of the core among all consumers. */
export interface Feed<T> {
  latest(): T | null;
  listen(listener: (answer: T | null) => void, signal: AbortSignal): void;
  read(): Promise<void>;
}

function createFeed<T>(request: () => Promise<T>): Feed<T> {
  const listeners = new Set<(answer: T | null) => void>();
  let latest: T | null = null;
  return {
    latest: () => latest,
    listen(listener, signal) {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
    },
    async read() {
      latest = await request().catch(() => null);
      for (const listener of listeners) listener(latest);
    },
  };
}

export type Processes = ReadonlyMap<string, Process>;

export const createProcessFeed = (core: Core): Feed<Processes> =>
  createFeed(async () => new Map((await core.processes({ filter: 'state' })).map((process) => [process.id, process])));

/** Names of the order files, see `holdOrderFile`. */
export type OrderFiles = ReadonlySet<string>;

export const createOrderFeed = (core: Core): Feed<OrderFiles> =>
  createFeed(async () => {
    const files = await core.memFiles({ glob: `/${holdOrderFile('*')}` });
    return new Set(files.map(({ name }) => name.slice(1)));
  });
