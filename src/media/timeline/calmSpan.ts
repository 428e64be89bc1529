import { DEED_MS, type History, healthOf, SAME_MS } from './event.ts';

/** Times in ms. */
export interface LiveSince {
  source: number;
  publications: readonly number[];
}

export interface CalmSpan {
  /** Milliseconds since 1970. */
  since: number;
  /** Whether there was no gap, so quality problems would be known as well. */
  watched: boolean;
}

/** Reloading the page causes a short gap. */
const GAP_MS = 60_000;

/** Right after a drop, its end and the new rate are still being measured. */
const CALM_FROM_MS = 10_000;

/** A process that restarted without observation may have dropped. */
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
  let seenUntil = since;
  let isWhole = true;
  for (const [from, to] of watched) {
    if (to < since) continue;
    isWhole &&= from - seenUntil <= GAP_MS;
    seenUntil = Math.max(seenUntil, to);
  }
  return { since, watched: isWhole && now - seenUntil <= GAP_MS };
}
