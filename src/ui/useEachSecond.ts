import { useSyncExternalStore } from 'react';
import { pageNow } from '../media/run/pageClock.ts';

const ticking = new Set<() => void>();
let tick = 0;
let ticker: ReturnType<typeof setInterval> | undefined;

/** A shared clock, so that everything on the page ticks at once. */
function onTick(listener: () => void) {
  ticking.add(listener);
  if (ticking.size === 1) {
    tick = pageNow();
    ticker = setInterval(tickSeen, 1000);
    document.addEventListener('visibilitychange', tickSeen);
  }
  return () => {
    ticking.delete(listener);
    if (ticking.size > 0) return;
    clearInterval(ticker);
    document.removeEventListener('visibilitychange', tickSeen);
  };
}

/** A hidden page is updated when it is shown again. */
function tickSeen() {
  if (document.hidden) return;
  tick = pageNow();
  for (const each of ticking) each();
}

/** Stable for a second, as React reads a snapshot twice. */
const tickNow = () => (ticking.size > 0 ? tick : Math.floor(pageNow() / 1000) * 1000);

/** Evaluates `of` each second (Unix ms) and renders when the result changes. */
export const useEachSecond = <T extends string | number | boolean | null>(compute: (now: number) => T): T =>
  useSyncExternalStore(onTick, () => compute(tickNow()));

/** Whole seconds until a moment (ms); null without one or after it. */
export const useCountdown = (until: number | null): number | null =>
  useEachSecond((now) => (until === null || until <= now ? null : Math.ceil((until - now) / 1000)));
