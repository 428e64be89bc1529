import type { Browser } from '../../features/gate/host/host.ts';
import { preload } from './preload.ts';
import { retryImport } from './retryImport.ts';

let loaded: typeof import('./appChunk.tsx') | null = null;

export async function fetchAppChunk() {
  // The page comes before the player, and both before the picture.
  preload('inside').then(() => preload('player'));
  loaded = await import('./appChunk.tsx');
  return loaded;
}

export const loadApp = () => retryImport(fetchAppChunk);
export const loadPlayer = () => import('../../ui/player/showLiveVideo.ts');

/** Without playback, other downloads start after this time. */
const PATIENCE_MS = 2500;

let calm: Promise<void> | undefined;

/** Other downloads would delay the first segments of the preview. */
export const onceCalm = (): Promise<void> => {
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

export const prepareVideo: Browser['prepareVideo'] = (playlist) => loaded?.prepareLiveVideo(playlist);

/** Also loads the player, because most channels are live. */
export function loadLive() {
  return loadApp().then(({ liveChunk }) => {
    loadPlayer().catch(() => {}); // the later load shows the error
    return liveChunk;
  });
}
