import { createCore } from '../api/client.ts';
import type { Browser, Host } from '../features/host.ts';
import { coreAddressOf } from './address.ts';
import { assetsBeside } from './assets.ts';
import { loadFeatures } from './chunks.ts';
import { render } from './render.ts';
import { storage } from './storage.ts';

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

/** This page, as the sagas see it. */
export function createHost(): Host {
  const page = new URL(location.href);
  const { address, foreign } = coreAddressOf(page);
  return {
    core: createCore({ address }),
    foreign,
    page,
    storage,
    now: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  };
}

/** The browser, as the sagas see it. */
export const createBrowser = (): Browser => ({
  visibility: {
    hidden: () => document.hidden,
    listen(changed) {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
  },
  loadFeatures,
  render,
  // The router follows the hash, and is only loaded after the login.
  navigate: (path, { replace } = { replace: false }) => {
    if (replace) location.replace(`#${path}`);
    else location.hash = path;
  },
  assets: assetsBeside(new URL(location.href)),
  revalidate,
  cleanSvg: async (text) => (await import('./svg.ts')).cleaned(text),
});
