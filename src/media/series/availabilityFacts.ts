import type { HistoryPoint, HistorySeries } from './historyPoints.ts';
import type { TimeSpan } from './resolutions.ts';

export type AvailabilityFact =
  /** `share`: 0 to 1, of the observed time in which it should be live. */
  | { readonly kind: 'live'; readonly share: number; readonly outages: number; readonly longestSeconds: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unseen'; readonly seconds: number }
  /** Unix seconds since when there are observations. */
  | { readonly kind: 'unseen-before'; readonly time: number }
  | { readonly kind: 'all-unseen' };

/** Seconds until the newest samples are stored. */
const ON_THE_WAY_S = 60;
const WHOLE = 0.95;
const SHORTEST_S = 10;

/** @param span up to now */
export function availabilityFacts({ points, availability }: HistorySeries, span: TimeSpan): AvailabilityFact[] {
  const { onAir, outages, longestSeconds } = availability;
  const measured = points.filter(({ seconds }) => seconds !== null);
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined) return [{ kind: 'all-unseen' }];
  const hasWaited = measured.some(({ seconds }) => (seconds?.waiting ?? 0) > 0);
  const isLate = first.time - span.from > ON_THE_WAY_S;
  // If the first point starts late, the time before has no data.
  const within = points.filter(({ time }) => (isLate ? time > first.time : time >= first.time) && time < last.time);
  const tail = Math.max(0, span.to - last.end) + (isLate && last === first ? 0 : unseenSeconds(last, span));
  const unseen = within.reduce((sum, point) => sum + unseenSeconds(point, span), 0) + (tail > ON_THE_WAY_S ? tail : 0);
  return [
    onAir === null
      ? { kind: hasWaited ? 'waiting' : 'stopped' }
      : { kind: 'live', share: roundShare(onAir), outages, longestSeconds },
    ...(isLate ? [{ kind: 'unseen-before', time: first.time } as const] : []),
    ...(unseen >= SHORTEST_S ? [{ kind: 'unseen', seconds: unseen } as const] : []),
  ];
}

function unseenSeconds({ time, end, seconds }: HistoryPoint, { from, to }: TimeSpan): number {
  const length = Math.min(end, to) - Math.max(time, from);
  const measured = seconds === null ? 0 : seconds.live + seconds.waiting + seconds.failing + seconds.stopped;
  return measured < length * WHOLE ? length - measured : 0;
}

/** Rounds to 0.01 %, but never to 100 % with an outage or 0 % with some uptime. */
function roundShare(share: number): number {
  const rounded = Math.round(share * 10_000) / 10_000;
  if (rounded >= 1 && share < 1) return 0.9999;
  return rounded <= 0 && share > 0 ? 0.0001 : rounded;
}
