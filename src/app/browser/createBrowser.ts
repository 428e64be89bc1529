import * as z from 'zod/mini';
import { createCoreClient } from '../../api/client.ts';
import type { Browser, Host } from '../../features/gate/host/host.ts';
import { translateNow } from '../../i18n/index.ts';
import { isUnsaved } from '../../ui/overlays/guardLeaving.ts';
import { readProjectLink } from '../about/readProjectLink.ts';
import { VERSION } from '../about/version.ts';
import { loadLive, loadWatching, onceCalm, prepareVideo } from '../loading/loadApp.ts';
import { loadFfmpegTrial, loadForms, loadGateScreens, loadVersions } from '../loading/loadScreens.ts';
import { pause, retryImport } from '../loading/retryImport.ts';
import { coreAddressOf } from './coreAddress.ts';
import { confirmationOf, storage } from './storage.ts';

const List = z.object({
  version: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});

/** Throws an Error with the name of a missing file. */
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
 * Cores let browsers cache files for five minutes, which would hide a page just saved. The cache of a foreign core is
 * partitioned by page, so it cannot be refreshed from here.
 */
async function revalidate(addresses: readonly string[]) {
  const signal = AbortSignal.timeout(REVALIDATE_MS);
  const own = addresses.filter((address) => new URL(address).origin === location.origin);
  const fetched = own.map(async (address) => (await fetch(address, { cache: 'reload', signal })).arrayBuffer());
  await Promise.allSettled(fetched);
}

export function createHost(): Host {
  const page = new URL(location.href);
  const { address, foreign } = coreAddressOf(page);
  const confirmation = confirmationOf(address);
  // Blocks requests to a foreign core even if a caller forgets to check.
  const send: typeof fetch = async (...request) => {
    if (foreign && !confirmation.given()) throw new Error('Not confirmed');
    return fetch(...request);
  };
  return {
    core: createCoreClient({ address, send }),
    foreign,
    confirmation,
    page,
    storage,
    now: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    translated: translateNow,
  };
}

export const createBrowser = (): Browser => ({
  visibility: {
    hidden: () => document.hidden,
    listen(changed) {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
  },
  waitHidden: (ms) =>
    loadForms().then(
      ({ waitHidden }) => waitHidden(ms),
      () => pause(ms),
    ),
  unsaved: isUnsaved,
  calm: onceCalm,
  prepareVideo,
  loadLive,
  loadSetup: async () => (await loadForms()).setupChunk,
  loadRegistration: loadGateScreens,
  loadTenantLogin: loadGateScreens,
  loadReading: loadForms,
  loadWatching,
  loadFfmpegTrial,
  loadRecorder: () => import('../loading/recorderChunk.ts'),
  loadVersions,
  loadPageMaker: loadForms,
  loadEdgeKit: () => retryImport(() => import('../edgeKitFiles.ts')),
  render: async (...args) => (await loadForms()).renderTemplateInWorker(...args),
  upload: async (...args) => (await loadForms()).upload(...args),
  // The router follows the hash. Importing it here would load it before the login.
  navigate: (path, { replace } = { replace: false }) => {
    if (replace) location.replace(`#${path}`);
    else location.hash = path;
  },
  edgeStatus: async (address) => (await loadForms()).edgeStatus(address),
  opens: async (address) => (await loadForms()).canReachAddress(address),
  assets: assetsBeside(new URL(location.href)),
  revalidate,
  releases: {
    address: readProjectLink('releases'),
    own: VERSION,
    ask: async (address) => (await loadForms()).askReleases(address),
  },
  cleanSvg: async (text) => (await import('./sanitizeSvg.ts')).cleanSvg(text),
});
