import { retryImport } from './retryImport.ts';

/** What looks into a stream: nobody waits for it. */
export const loadWatching = () => retryImport(() => import('./watching.ts'));
