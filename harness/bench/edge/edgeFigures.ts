import type { BesideStrangersFigures } from './besideStrangers.ts';
import { SEGMENT_S } from './simulatedChannel.ts';
import type { FetchResult } from './viewers.ts';

export interface EdgeFigures {
  readonly requests: number;
  readonly errors: number;
  readonly p95Ms: number;
  readonly originPerSecond: number;
}

/** Values of the cache status that mean a request to the core. */
const ASKED = new Set(['MISS', 'EXPIRED', 'REVALIDATED', 'BYPASS']);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** @param watched seconds */
export function edgeFiguresOf(fetched: readonly FetchResult[], watched: number, edges: number): EdgeFigures {
  // Responses without a cache status come from the edge itself.
  const originRequests = fetched.filter(({ cache }) => edges === 0 || (cache !== null && ASKED.has(cache)));
  return {
    requests: fetched.length,
    errors: fetched.filter(({ failed }) => failed).length,
    p95Ms: percentile(
      fetched.filter(({ kind }) => kind === 'segment').map(({ ms }) => ms),
      0.95,
    ),
    originPerSecond: originRequests.length / watched,
  };
}

const MOST_ASKED = 3;
const MISCOUNTED = 0.05;
const MOST_MEMORY_MIB = 64;

export interface EdgeStatusFigures {
  readonly viewers: number;
  readonly counted: number;
  /** Memory of the largest edge; null: unknown. */
  readonly memoryMib: number | null;
  /** CPU of the core in percent of one processor, now and with few viewers and no edge; null: unknown. */
  readonly corePercent: number | null;
  readonly fewPercent: number | null;
}

export function missedGoals(
  { errors, p95Ms, originPerSecond }: EdgeFigures,
  edges: number,
  { viewers, counted, memoryMib, corePercent, fewPercent }: EdgeStatusFigures,
): string[] {
  return [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(p95Ms > (SEGMENT_S * 1000) / 2 ? ['p95 over half a segment'] : []),
    ...(edges > 0 && originPerSecond > MOST_ASKED ? [`more than ${MOST_ASKED} requests a second to the core`] : []),
    ...(edges > 0 && Math.abs(counted - viewers) > viewers * MISCOUNTED ? [`${counted} of ${viewers} counted`] : []),
    ...(memoryMib !== null && memoryMib >= MOST_MEMORY_MIB ? [`${memoryMib.toFixed(0)} MiB`] : []),
    ...(edges > 0 && corePercent !== null && fewPercent !== null && corePercent > fewPercent
      ? ['more CPU than for a few viewers']
      : []),
  ];
}

/** Strangers may not affect viewers, or cause more requests to the core than viewers. */
export const missedGoalsBesideStrangers = ({
  failedSegments,
  failedPlaylists,
  quietPerSecond,
  perSecond,
}: Pick<BesideStrangersFigures, 'failedSegments' | 'failedPlaylists' | 'quietPerSecond' | 'perSecond'>): string[] => [
  ...(failedSegments > 0 ? [`${failedSegments} segments failed`] : []),
  ...(failedPlaylists > 0 ? [`${failedPlaylists} playlists failed`] : []),
  ...(perSecond - quietPerSecond > MOST_ASKED
    ? [`more than ${MOST_ASKED} requests a second to the core, above ${quietPerSecond.toFixed(1)}`]
    : []),
];
