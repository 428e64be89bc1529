import { DEED_MS, type History, healthOf, SAME_MS } from './event.ts';

/** Since when each of what is live is so without a break (ms). */
export interface LiveSince {
  source: number;
  publications: readonly number[];
}

export interface CalmSpan {
  /** Since when nothing has dropped, for certain (ms). */
  since: number;
  /** Somebody looked all the time: then it is also known that nothing went badly. */
  watched: boolean;
}

/** A page that is loaded anew looks away for a moment. */
const GAP_MS = 60_000;

/** In the first seconds after a break its end and the pace after it are still being measured. */
const CALM_FROM_MS = 10_000;

/** A run that restarted unobserved may have dropped, so its span begins there. null: it is too short to be told. */
export function calmSpanOf({ events, watched }: History, live: LiveSince, now: number): CalmSpan | null {
  const isWatched = (at: number) => watched.some(([from, to]) => from - SAME_MS <= at && at <= to + SAME_MS);
  const troubled = events.flatMap((event) => {
    if (event.kind !== 'state' || event.of === 'core') return [];
    const health = healthOf(event.status);
    return health === 'bad' || health === 'poor' ? [Math.min(event.until, now)] : [];
  });
  const unexplained = live.publications.filter((at) => at > live.source + DEED_MS && !isWatched(at));
  const since = Math.max(live.source, ...troubled, ...unexplained);
  if (now - since < CALM_FROM_MS) return null;
  let seen = since;
  let isWhole = true;
  for (const [from, to] of watched) {
    if (to < since) continue;
    isWhole &&= from - seen <= GAP_MS;
    seen = Math.max(seen, to);
  }
  return { since, watched: isWhole && now - seen <= GAP_MS };
}
