import type { WithSession } from '../../features/gate/session/slice.ts';

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

declare global {
  interface Navigator {
    /** Only some browsers have it. */
    readonly connection?: Connection;
  }
}

/** The browser as far as it says what may be fetched before it is needed. */
export interface Idler {
  readonly connection?: Connection | undefined;
  /** Calls back when what was decided last is on the screen. */
  drawn(then: () => void): void;
  /** Calls back when there is nothing to do. */
  idle(then: () => void): void;
}

interface SessionStore {
  getState(): WithSession;
  subscribe(changed: () => void): () => void;
}

/** Calls back in a quiet moment, once the first screen that is more than a wait is on the screen. */
export function onceShown(store: SessionStore, browser: Idler, then: () => void): void {
  const stop = store.subscribe(() => {
    if (store.getState().session.status === 'starting') return;
    stop();
    browser.drawn(() => browser.idle(then));
  });
}

const SLOW: readonly string[] = ['slow-2g', '2g', '3g'];

/** Not where every byte is paid for or takes the line from what is looked at. */
export const mayPrefetch = ({ saveData = false, effectiveType = '' }: Connection = {}) =>
  !saveData && !SLOW.includes(effectiveType);

/** Fetches and runs parts of the interface ahead of time, each in a quiet moment of its own. */
export function prefetch(parts: readonly (() => Promise<unknown>)[], browser: Idler): void {
  const [part, ...rest] = parts;
  if (!part || !mayPrefetch(browser.connection)) return;
  browser.idle(() => {
    const next = () => prefetch(rest, browser);
    // Only ahead of time: whoever needs it in the end asks himself, and hears why it failed.
    part().then(next, next);
  });
}

/** A quiet moment comes at the latest after this. */
const PATIENCE_MS = 2000;

export const idler = (): Idler => ({
  connection: navigator.connection,
  drawn: (then) => requestAnimationFrame(() => setTimeout(then)),
  idle(then) {
    if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS });
    else setTimeout(then);
  },
});
