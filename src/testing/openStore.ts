import type { Outside } from '../features/outside.ts';
import { createStore } from '../features/store.ts';
import { type FakeCore, fakeCore, type Given } from './fakeCore.ts';

export interface Opened extends ReturnType<typeof createStore> {
  core: FakeCore;
  /** What was written to local storage. */
  memory: Map<string, string>;
  /** Where the sagas navigated to. */
  visited: string[];
  hide(hidden: boolean): void;
}

interface Setting {
  core?: Given;
  memory?: Record<string, string>;
  foreign?: boolean;
}

/** The real store with all sagas running, over a fake core and no page at all. Time is Date.now, so fake clocks work. */
export function openStore({ core: given = {}, memory: kept = {}, foreign = false }: Setting = {}): Opened {
  const core = fakeCore(given);
  const memory = new Map(Object.entries(kept));
  const visited: string[] = [];
  const watchers = new Set<() => void>();
  let hidden = false;
  let seed = 0;
  const outside: Outside = {
    core,
    foreign,
    page: new URL('http://core.test/ui/'),
    memory: {
      read: (key) => memory.get(key) ?? null,
      write: (key, text) => memory.set(key, text),
      remove: (key) => memory.delete(key),
    },
    visibility: {
      hidden: () => hidden,
      listen(changed) {
        watchers.add(changed);
        return () => watchers.delete(changed);
      },
    },
    go: (path) => visited.push(path),
    now: Date.now,
    random: (bytes) =>
      Uint8Array.from({ length: bytes }, () => {
        seed += 7;
        return seed % 256;
      }),
  };
  return {
    ...createStore(outside),
    core,
    memory,
    visited,
    hide(now) {
      hidden = now;
      for (const changed of watchers) changed();
    },
  };
}
