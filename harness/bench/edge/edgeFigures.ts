import type { BesideStrangersFigures } from './besideStrangers.ts';
import { SEGMENT_S } from './simulatedChannel.ts';
import type { FetchResult } from './viewers.ts';

export interface EdgeFigures {
  readonly requests: number;
  readonly errors: number;
  /** Of segments; 95 of 100 took no longer. */
  readonly p95Ms: number;
  /** What the core was asked, for each second. */
  readonly originPerSecond: number;
}

/** What an edge did not have itself. */
const ASKED = new Set(['MISS', 'EXPIRED', 'REVALIDATED', 'BYPASS']);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** @param watched seconds */
export function edgeFiguresOf(fetched: readonly FetchResult[], watched: number, edges: number): EdgeFigures {
  // What an edge makes up itself says nothing of a cache.
  const forwarded = fetched.filter(({ cache }) => edges === 0 || (cache !== null && ASKED.has(cache)));
  return {
    requests: fetched.length,
    errors: fetched.filter(({ failed }) => failed).length,
    p95Ms: percentile(
      fetched.filter(({ kind }) => kind === 'segment').map(({ ms }) => ms),
      0.95,
    ),
    originPerSecond: forwarded.length / watched,
  };
}

const MAX_ASKED = 3;
/** Of the viewers that there are, so much may be counted too few or too many. */
const MISCOUNTED = 0.05;
const MAX_MEMORY_MIB = 64;

/** What edges said when the viewers had gone. */
export interface EdgeStatusFigures {
  readonly viewers: number;
  readonly counted: number;
  /** Of the largest; null: not known. */
  readonly memoryMib: number | null;
  /** Of the core, in percent of one processor, now and with a few viewers and no edge; null: not known. */
  readonly corePercent: number | null;
  readonly fewPercent: number | null;
}

/** Goals of `make bench-edge`: what a line over edges misses of them. */
export function missedGoals(
  { errors, p95Ms, originPerSecond }: EdgeFigures,
  edges: number,
  { viewers, counted, memoryMib, corePercent, fewPercent }: EdgeStatusFigures,
): string[] {
  return [
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(p95Ms > (SEGMENT_S * 1000) / 2 ? ['p95 over half a segment'] : []),
    ...(edges > 0 && originPerSecond > MAX_ASKED ? [`more than ${MAX_ASKED} requests a second to the core`] : []),
    ...(edges > 0 && Math.abs(counted - viewers) > viewers * MISCOUNTED ? [`${counted} of ${viewers} counted`] : []),
    ...(memoryMib !== null && memoryMib >= MAX_MEMORY_MIB ? [`${memoryMib.toFixed(0)} MiB`] : []),
    ...(edges > 0 && corePercent !== null && fewPercent !== null && corePercent > fewPercent
      ? ['more CPU than for a few viewers']
      : []),
  ];
}

/** Strangers take nothing from viewers, and cost the core no more than viewers do. */
export const missedGoalsBesideStrangers = ({
  failedSegments,
  failedPlaylists,
  quietPerSecond,
  perSecond,
}: Pick<BesideStrangersFigures, 'failedSegments' | 'failedPlaylists' | 'quietPerSecond' | 'perSecond'>): string[] => [
  ...(failedSegments > 0 ? [`${failedSegments} segments failed`] : []),
  ...(failedPlaylists > 0 ? [`${failedPlaylists} playlists failed`] : []),
  ...(perSecond - quietPerSecond > MAX_ASKED
    ? [`more than ${MAX_ASKED} requests a second to the core, above ${quietPerSecond.toFixed(1)}`]
    : []),
];
