import { type RootState, rooms } from '../features/features.ts';
import type { State } from '../features/gate.ts';
import type { Outside } from '../features/host.ts';
import { createStore } from '../features/store.ts';
import { rendered } from '../viewer/website/template.ts';
import { type FakeCore, fakeCore, type Given } from './fakeCore.ts';

export interface Opened extends ReturnType<typeof createStore> {
  getState(): RootState;
  core: FakeCore;
  /** What was written to local storage. */
  memory: Map<string, string>;
  /** Where the sagas navigated to. */
  visited: string[];
  /** What the browser was told to fetch anew. */
  freshened: string[];
  hide(hidden: boolean): void;
}

interface Setting {
  core?: Given;
  memory?: Record<string, string>;
  foreign?: boolean;
}

/** A fake core and no page at all. Time is Date.now, so fake clocks work. */
export function anOutside({ core: given = {}, memory: kept = {}, foreign = false }: Setting = {}) {
  const core = fakeCore(given);
  const memory = new Map(Object.entries(kept));
  const visited: string[] = [];
  const watchers = new Set<() => void>();
  let hidden = false;
  let seed = 0;
  const freshened: string[] = [];
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
    rooms: async () => rooms,
    render: async (template, data) => data.map((one) => rendered(template, one)),
    go: (path) => visited.push(path),
    now: Date.now,
    assets: {
      list: async () => ({
        version: 'v1',
        files: ['player/videojs/dist/video.min.js', 'playersite/player.js'].map((path) => ({ path, bytes: 5 })),
      }),
      read: async (path) => new Blob([path]),
    },
    freshen: async (addresses) => {
      freshened.push(...addresses);
    },
    cleanSvg: async (text) => (text.includes('<svg') ? text.replace(/<script.*<\/script>/s, '') : null),
    random: (bytes) =>
      Uint8Array.from({ length: bytes }, () => {
        seed += 7;
        return seed % 256;
      }),
  };
  const hide = (now: boolean) => {
    hidden = now;
    for (const changed of watchers) changed();
  };
  return { outside, core, memory, visited, freshened, hide };
}

/** The real store with all rooms open and all sagas running, over a fake core. */
export function openStore(setting: Setting = {}): Opened {
  const { outside, ...seen } = anOutside(setting);
  const store = createStore(outside);
  store.open(rooms);
  return {
    ...store,
    ...seen,
    getState() {
      const state = store.getState();
      if (!isOpen(state)) throw new Error('The rooms were opened, and their state is not there');
      return state;
    },
  };
}

const isOpen = (state: State): state is RootState => 'channel' in state;
