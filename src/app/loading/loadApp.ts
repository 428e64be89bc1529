import type { Browser } from '../../features/gate/host/host.ts';
import { retryImport } from './retryImport.ts';

/** Lists of harness/tools/build/indexPage.ts. */
type Part = 'inside' | 'player';

/** Downloads the files of a part side by side, because imports find them one after the other. Never rejects. */
async function preload(part: Part): Promise<void> {
  const files = document.querySelector<HTMLMetaElement>(`meta[name=${part}]`)?.content.match(/\S+/g) ?? [];
  const loading = files.map((file) => {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `./${file}` });
    const loaded = new Promise((end) => {
      link.onload = end;
      link.onerror = end;
    });
    document.head.append(link);
    return loaded;
  });
  await Promise.all(loading);
}

let loaded: typeof import('./appChunk.tsx') | null = null;

export async function fetchAppChunk() {
  // The page comes before the player, and both before the picture.
  preload('inside').then(() => preload('player'));
  loaded = await import('./appChunk.tsx');
  return loaded;
}

export const loadApp = () => retryImport(fetchAppChunk);
export const loadPlayer = () => import('../../ui/player/showLiveVideo.ts');

/** Other downloads would delay the first segments of the preview. */
export const onceCalm = async (): Promise<void> => {
  await loaded?.oncePlaying();
};

export const loadWatching = () => onceCalm().then(() => retryImport(() => import('./inspectorChunk.ts')));

export const loadNextChange = () => retryImport(() => import('./nextChangeChunk.ts'));

/** Returns null if not loaded. Avoids `lazy`, which React shows only after 300 ms even if resolved. */
export const applicationHere = () => loaded?.Application ?? null;

export const createSparePlayer = async () => loaded?.createSparePlayer();

export const prepareVideo: Browser['prepareVideo'] = async (playlist) => loaded?.prepareLiveVideo(playlist);

/** Also loads the player, because most channels are live. */
export function loadLive() {
  return loadApp().then(({ liveChunk }) => {
    loadPlayer().catch(() => {}); // the later load shows the error
    return liveChunk;
  });
}
