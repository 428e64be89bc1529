import { retryImport } from './retryImport.ts';

let here: typeof import('./appChunk.tsx') | null = null;

async function fetchAppChunk() {
  here = await import('./appChunk.tsx');
  return here;
}

export const loadApp = () => retryImport(fetchAppChunk);
const loadPlayer = () => import('../../ui/player/showLiveVideo.ts');

/** Without playback, the preview counts as playing after this time. */
const PATIENCE_MS = 2500;

let calm: Promise<void> | undefined;

/** The picture comes first: other downloads would delay its segments. */
const onceCalm = (): Promise<void> => {
  calm ??= new Promise((resolve) => {
    document.addEventListener('playing', () => resolve(), { capture: true, once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  return calm;
};

/** The stream inspector and the timeline. */
export const loadWatching = () => onceCalm().then(() => retryImport(() => import('./inspectorChunk.ts')));

/** Only where there is a schedule. */
export const loadNextChange = () => retryImport(() => import('./nextChangeChunk.ts'));

/** The frame around the screens if it is loaded, else null: React shows a resolved `lazy` only after 300 ms. */
export const applicationHere = () => here?.Application ?? null;

/** The wings after the login, and the player, as most channels are live. */
export function loadLive() {
  return loadApp().then(({ liveChunk }) => {
    loadPlayer().catch(() => {}); // loaded again when it is needed, and its failure is shown there
    return liveChunk;
  });
}

/** Prefetched one after the other, in the order of need. */
export const prefetchedParts: readonly (() => Promise<unknown>)[] = [fetchAppChunk, loadPlayer];
