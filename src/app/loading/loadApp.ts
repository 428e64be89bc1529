import { retryImport } from './retryImport.ts';

let loaded: typeof import('./appChunk.tsx') | null = null;

async function fetchAppChunk() {
  loaded = await import('./appChunk.tsx');
  return loaded;
}

export const loadApp = () => retryImport(fetchAppChunk);
const loadPlayer = () => import('../../ui/player/showLiveVideo.ts');

/** Without playback, other downloads start after this time. */
const PATIENCE_MS = 2500;

let calm: Promise<void> | undefined;

/** Other downloads would delay the first segments of the preview. */
const onceCalm = (): Promise<void> => {
  calm ??= new Promise((resolve) => {
    document.addEventListener('playing', () => resolve(), { capture: true, once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  return calm;
};

export const loadWatching = () => onceCalm().then(() => retryImport(() => import('./inspectorChunk.ts')));

export const loadNextChange = () => retryImport(() => import('./nextChangeChunk.ts'));

/** Returns null if not loaded. Avoids `lazy`, which React shows only after 300 ms even if resolved. */
export const applicationHere = () => loaded?.Application ?? null;

/** Also loads the player, because most channels are live. */
export function loadLive() {
  return loadApp().then(({ liveChunk }) => {
    loadPlayer().catch(() => {}); // the later load shows the error
    return liveChunk;
  });
}

export const prefetchedParts: readonly (() => Promise<unknown>)[] = [fetchAppChunk, loadPlayer];
