import { retryImport } from './retryImport.ts';

type Inside = typeof import('./inside.tsx');

let here: Inside | null = null;

async function fetchInside(): Promise<Inside> {
  here = await import('./inside.tsx');
  return here;
}

const inside = () => retryImport(fetchInside);

/**
 * The frame around the screens; null before it is there. What is there is drawn at once: React would show even that
 * only 300 ms after what stands in for it.
 */
export const applicationHere = () => here?.Application ?? null;
export const loadApplication = () => inside().then(({ Application }) => ({ default: Application }));
export const loadAbout = () => inside().then(({ AboutDialog }) => ({ default: AboutDialog }));

/** What happens behind the gate. The player comes along: nearly everybody goes on to a channel that is live. */
export function loadFeatures() {
  return inside().then(({ features }) => {
    player().catch(() => {}); // who needs it in the end asks himself, and hears why it failed
    return features;
  });
}

const player = () => import('../../ui/player/video.ts');

/** What is fetched while nobody waits for it, one after the other: what is needed first comes first. */
export const ahead: readonly (() => Promise<unknown>)[] = [fetchInside, player];
