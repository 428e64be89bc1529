import type { WithSession } from '../../features/gate/session/slice.ts';

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

declare global {
  interface Navigator {
    readonly connection?: Connection;
  }
}

export interface Idler {
  readonly connection?: Connection | undefined;
  /** Calls back after the next paint. */
  drawn(then: () => void): void;
  idle(then: () => void): void;
}

interface SessionStore {
  getState(): WithSession;
  subscribe(onChange: () => void): () => void;
}

/** Calls back when the browser is idle after the first screen beyond the start. */
export function onceShown(store: SessionStore, browser: Idler, then: () => void): void {
  const stop = store.subscribe(() => {
    if (store.getState().session.status === 'starting') return;
    stop();
    browser.drawn(() => browser.idle(then));
  });
}

/** Calls back before a screen replaces what is drawn: at the gate by the session, behind it by the address. */
export function onNewScreen(store: SessionStore, page: EventTarget, then: () => void): void {
  let { status } = store.getState().session;
  store.subscribe(() => {
    const next = store.getState().session.status;
    if (next !== status) then();
    status = next;
  });
  page.addEventListener('hashchange', then);
}

const SLOW: readonly string[] = ['slow-2g', '2g', '3g'];

/** Returns false for metered and slow connections. */
export const mayPrefetch = ({ saveData = false, effectiveType = '' }: Connection = {}) =>
  !saveData && !SLOW.includes(effectiveType);

export function prefetch(parts: readonly (() => Promise<unknown>)[], browser: Idler, then = () => {}): void {
  const [part, ...rest] = parts;
  if (!part || !mayPrefetch(browser.connection)) {
    then();
    return;
  }
  browser.idle(() => {
    const next = () => prefetch(rest, browser, then);
    // A failure is reported by the later regular load.
    part().then(next, next);
  });
}

const PATIENCE_MS = 2000;

export const idler = (): Idler => ({
  connection: navigator.connection,
  drawn: (then) => requestAnimationFrame(() => setTimeout(then)),
  idle(then) {
    if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: PATIENCE_MS });
    else setTimeout(then);
  },
});
