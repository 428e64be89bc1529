import type { HistoryPoint, HistorySeries } from './historyPoints.ts';
import type { TimeSpan } from './resolutions.ts';

/** How a span of time went, each a sentence. */
export type AvailabilityFact =
  /** `share` from 0 to 1, of the time for which it was to be live and somebody looked. */
  | { readonly kind: 'live'; readonly share: number; readonly outages: number; readonly longestSeconds: number }
  | { readonly kind: 'stopped' }
  /** It was started, and had not been live yet; it may have been stopped too. */
  | { readonly kind: 'waiting' }
  /** Nobody looked for so long. */
  | { readonly kind: 'unseen'; readonly seconds: number }
  /** Nobody looked before; unix seconds. */
  | { readonly kind: 'unseen-before'; readonly time: number }
  | { readonly kind: 'all-unseen' };

/** The newest samples are on their way for less than this. */
const ON_THE_WAY_S = 60;
/** Of a point: what is missing beyond this is how exactly seconds are counted. */
const WHOLE = 0.95;
/** A sample. */
const SHORTEST_S = 10;

/** @param span as far as it has passed */
export function availabilityFacts({ points, availability }: HistorySeries, span: TimeSpan): AvailabilityFact[] {
  const { onAir, outages, longestSeconds } = availability;
  const seen = points.filter(({ seconds }) => seconds !== null);
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined) return [{ kind: 'all-unseen' }];
  const hasWaited = seen.some(({ seconds }) => (seconds?.waiting ?? 0) > 0);
  const isLate = first.time - span.from > ON_THE_WAY_S;
  // What is missing in a first point that is late is from before there was any data.
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
  const seen = seconds === null ? 0 : seconds.live + seconds.waiting + seconds.failing + seconds.stopped;
  return seen < length * WHOLE ? length - seen : 0;
}

/** To a hundredth of a percent; what fell is never 100%, and what was live at all never 0%. */
function roundShare(share: number): number {
  const rounded = Math.round(share * 10_000) / 10_000;
  if (rounded >= 1 && share < 1) return 0.9999;
  return rounded <= 0 && share > 0 ? 0.0001 : rounded;
}
