import * as z from 'zod/mini';
import { createCore } from '../api/client.ts';
import type { Browser, Host } from '../features/host.ts';
import { msg } from '../i18n/msg.ts';
import { coreAddressOf } from './address.ts';
import { loadFeatures } from './chunks.ts';
import { storage } from './storage.ts';

/** A template that takes longer does not come to an end. */
const PATIENCE_MS = 5_000;

const Answer = z.union([z.object({ pages: z.array(z.string()) }), z.object({ error: z.string() })]);

/** Fills in a template once for each set of data, in a worker of its own. Rejects with what is wrong with the template. */
function render(template: string, data: readonly object[]): Promise<string[]> {
  const worker = new Worker(new URL('render.js', document.baseURI));
  return new Promise<string[]>((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error(msg('Rendering does not finish.'))), PATIENCE_MS);
    worker.onmessage = (event: MessageEvent<unknown>) => {
      clearTimeout(patience);
      const answer = Answer.parse(event.data);
      if ('pages' in answer) resolve(answer.pages);
      else reject(new Error(answer.error));
    };
    worker.onerror = (event) => {
      clearTimeout(patience);
      reject(new Error(event.message || msg('The template engine could not be loaded.')));
    };
    worker.postMessage({ template, data });
  }).finally(() => worker.terminate());
}

const List = z.object({
  version: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});

/** What the build put beside the page for viewers. Throws an Error that names what is missing. */
function assetsBeside(page: URL): Browser['assets'] {
  const fetched = async (path: string) => {
    const address = new URL(`viewer/${path}`, page);
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
    return response;
  };
  return {
    list: async () => List.parse(await (await fetched('files.json')).json()),
    read: async (path) => (await fetched(path)).blob(),
  };
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
