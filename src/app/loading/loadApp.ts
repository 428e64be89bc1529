import { retryImport } from './retryImport.ts';

type AppChunk = typeof import('./appChunk.tsx');

let here: AppChunk | null = null;

async function fetchAppChunk(): Promise<AppChunk> {
  here = await import('./appChunk.tsx');
  return here;
}

const appChunk = () => retryImport(fetchAppChunk);

/**
 * The frame around the screens; null before it is there. What is there is drawn at once: React would show even that
 * only 300 ms after what stands in for it.
 */
export const applicationHere = () => here?.Application ?? null;
export const loadApplication = () => appChunk().then(({ Application }) => ({ default: Application }));
export const loadAbout = () => appChunk().then(({ AboutDialog }) => ({ default: AboutDialog }));

/** What happens behind the gate. The player comes along: nearly everybody goes on to a channel that is live. */
export function loadLive() {
  return appChunk().then(({ liveChunk }) => {
    player().catch(() => {}); // who needs it in the end asks himself, and hears why it failed
    return liveChunk;
  });
}

const player = () => import('../../ui/player/showLiveVideo.ts');

/** What is fetched while nobody waits for it, one after the other: what is needed first comes first. */
export const prefetchedParts: readonly (() => Promise<unknown>)[] = [fetchAppChunk, player];
