import { features, type RootState } from '../features/features.ts';
import type { Browser, GateState, Host } from '../features/host.ts';
import { createStore } from '../features/store.ts';
import { rendered } from '../viewer/website/template.ts';
import { type FakeAnswers, type FakeCore, fakeCore } from './fakeCore.ts';

export interface Opened extends ReturnType<typeof createStore> {
  getState(): RootState;
  core: FakeCore;
  /** What was written to local storage. */
  storage: Map<string, string>;
  /** Where the sagas navigated to. */
  visited: string[];
  /** What the browser was told to fetch anew. */
  revalidated: string[];
  hide(hidden: boolean): void;
}

interface Setting {
  core?: FakeAnswers;
  storage?: Record<string, string>;
  foreign?: boolean;
}

/** A fake core and no page at all. Time is Date.now, so fake clocks work. */
export function aHost({ core: given = {}, storage: kept = {}, foreign = false }: Setting = {}) {
  const core = fakeCore(given);
  const storage = new Map(Object.entries(kept));
  const visited: string[] = [];
  const watchers = new Set<() => void>();
  let hidden = false;
  let seed = 0;
  const revalidated: string[] = [];
  const host: Host = {
    core,
    foreign,
    page: new URL('http://core.test/ui/'),
    storage: {
      read: (key) => storage.get(key) ?? null,
      write: (key, text) => storage.set(key, text),
      remove: (key) => storage.delete(key),
    },
    now: Date.now,
    random: (bytes) =>
      Uint8Array.from({ length: bytes }, () => {
        seed += 7;
        return seed % 256;
      }),
  };
  const browser: Browser = {
    visibility: {
      hidden: () => hidden,
      listen(changed) {
        watchers.add(changed);
        return () => watchers.delete(changed);
      },
    },
    loadFeatures: async () => features,
    render: async (template, data) => data.map((one) => rendered(template, one)),
    navigate: (path) => visited.push(path),
    assets: {
      list: async () => ({
        version: 'v1',
        files: ['player/videojs/dist/video.min.js', 'playersite/player.js'].map((path) => ({ path, bytes: 5 })),
      }),
      read: async (path) => new Blob([path]),
    },
    revalidate: async (addresses) => {
      revalidated.push(...addresses);
    },
    cleanSvg: async (text) => (text.includes('<svg') ? text.replace(/<script.*<\/script>/s, '') : null),
  };
  const hide = (now: boolean) => {
    hidden = now;
    for (const changed of watchers) changed();
  };
  return { host, browser, core, storage, visited, revalidated, hide };
}

/** The real store with all features open and all sagas running, over a fake core. */
export function openStore(setting: Setting = {}): Opened {
  const { host, browser, ...seen } = aHost(setting);
  const store = createStore({ host, browser });
  store.open(features);
  return {
    ...store,
    ...seen,
    getState() {
      const state = store.getState();
      if (!isOpen(state)) throw new Error('The features were opened, and their state is not there');
      return state;
    },
  };
}

const isOpen = (state: GateState): state is RootState => 'channel' in state;
