import { createCore } from '../api/client.ts';
import type { Host } from '../features/host.ts';
import { coreAddressOf } from './address.ts';
import { assetsBeside } from './assets.ts';
import { loadFeatures } from './chunks.ts';
import { render } from './render.ts';

/** Everything this interface stores in a browser begins with this, as in all installations there are. */
const PREFIX = '@@restreamer-ui@@';

/** Local storage can be switched off or full; then nothing is remembered, and that is all. */
export const browserStorage = {
  getItem: (key: string) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key: string, text: string) => {
    attempt(() => localStorage.setItem(key, text));
  },
};

export const storage: Host['storage'] = {
  read: (key) => browserStorage.getItem(PREFIX + key),
  write: (key, text) => browserStorage.setItem(PREFIX + key, text),
  remove: (key) => {
    attempt(() => localStorage.removeItem(PREFIX + key));
  },
};

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined; // the browser forbids it
  }
}

const REVALIDATE_MS = 5000;

/**
 * Cores let browsers keep a file for five minutes: who has just saved a page would be shown the one before. What a
 * browser keeps of another origin it keeps apart by the page that asked, so there is nothing to be done about that.
 */
async function revalidate(addresses: readonly string[]) {
  const signal = AbortSignal.timeout(REVALIDATE_MS);
  const ours = addresses.filter((address) => new URL(address).origin === location.origin);
  const fetched = ours.map(async (address) => (await fetch(address, { cache: 'reload', signal })).arrayBuffer());
  await Promise.allSettled(fetched);
}

/** The browser, as the sagas see it. */
export function createHost(): Host {
  const page = new URL(location.href);
  const { address, foreign } = coreAddressOf(page);
  return {
    core: createCore({ address }),
    foreign,
    page,
    storage: storage,
    visibility: {
      hidden: () => document.hidden,
      listen(changed) {
        document.addEventListener('visibilitychange', changed);
        return () => document.removeEventListener('visibilitychange', changed);
      },
    },
    loadFeatures: loadFeatures,
    render,
    // The router follows the hash, and is only loaded after the login.
    navigate: (path, { replace } = { replace: false }) => {
      if (replace) location.replace(`#${path}`);
      else location.hash = path;
    },
    now: Date.now,
    assets: assetsBeside(page),
    revalidate: revalidate,
    cleanSvg: async (text) => (await import('./svg.ts')).cleaned(text),
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  };
}
