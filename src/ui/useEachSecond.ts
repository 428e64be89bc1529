import { useSyncExternalStore } from 'react';
import { pageNow } from '../media/run/pageClock.ts';

const ticking = new Set<() => void>();
let tick = 0;
let ticker: ReturnType<typeof setInterval> | undefined;

/** One clock for everything that shows how long something takes: what moves each second, moves together. */
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

/** Nobody sees a hidden page: it is brought up to date when it is shown again. */
function tickSeen() {
  if (document.hidden) return;
  tick = pageNow();
  for (const each of ticking) each();
}

/** While nobody listens yet it stays the same for a second, as React asks twice. */
const tickNow = () => (ticking.size > 0 ? tick : Math.floor(pageNow() / 1000) * 1000);

/** What is so at this time (ms), asked each second; drawn anew only when the answer, a plain value, is another one. */
export const useEachSecond = <T extends string | number | boolean | null>(of: (now: number) => T): T =>
  useSyncExternalStore(onTick, () => of(tickNow()));

/** Whole seconds until a moment (ms); null while there is none or it has come. */
export const useCountdown = (until: number | null): number | null =>
  useEachSecond((now) => (until === null || until <= now ? null : Math.ceil((until - now) / 1000)));
