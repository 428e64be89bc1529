import { retryImport } from './retryImport.ts';

/** Nothing may play at all. */
const PATIENCE_MS = 2500;

let calm: Promise<void> | undefined;

/** The picture comes first: what is fetched beside its segments holds it up. */
const onceCalm = (): Promise<void> => {
  calm ??= new Promise((resolve) => {
    document.addEventListener('playing', () => resolve(), { capture: true, once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
  return calm;
};

/** What looks into a stream: nobody waits for it. */
export const loadWatching = () => onceCalm().then(() => retryImport(() => import('./inspectorChunk.ts')));
