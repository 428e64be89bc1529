import type { HistorySeries } from './historyPoints.ts';
import type { TimeSpan } from './resolutions.ts';

/** How a span of time went, each a sentence. */
export type AvailabilityFact =
  /** `share` from 0 to 1, of the time for which it was to be live and somebody looked. */
  | { readonly kind: 'live'; readonly share: number; readonly outages: number; readonly longestSeconds: number }
  | { readonly kind: 'stopped' }
  /** Nobody looked for so long. */
  | { readonly kind: 'unseen'; readonly seconds: number }
  /** Nobody looked before; unix seconds. */
  | { readonly kind: 'unseen-before'; readonly time: number }
  | { readonly kind: 'all-unseen' };

/** Samples are on their way for less than this. */
const ON_THE_WAY_S = 60;
const NEGLIGIBLE = 0.001;

/** @param span as far as it has passed */
export function availabilityFacts({ points, availability }: HistorySeries, { from, to }: TimeSpan): AvailabilityFact[] {
  const { onAir, outages, longestSeconds, observedSeconds } = availability;
  const begin = points.find(({ seconds }) => seconds !== null)?.time ?? null;
  if (begin === null || observedSeconds <= 0) return [{ kind: 'all-unseen' }];
  const isLate = begin - from > ON_THE_WAY_S;
  const unseen = to - (isLate ? begin : from) - observedSeconds;
  return [
    onAir === null ? { kind: 'stopped' } : { kind: 'live', share: roundShare(onAir), outages, longestSeconds },
    ...(isLate ? [{ kind: 'unseen-before', time: begin } as const] : []),
    ...(unseen > Math.max(ON_THE_WAY_S, (to - from) * NEGLIGIBLE)
      ? [{ kind: 'unseen', seconds: unseen } as const]
      : []),
  ];
}

/** To a hundredth of a percent; what fell is never 100%, and what was live at all never 0%. */
function roundShare(share: number): number {
  const rounded = Math.round(share * 10_000) / 10_000;
  if (rounded >= 1 && share < 1) return 0.9999;
  return rounded <= 0 && share > 0 ? 0.0001 : rounded;
}
