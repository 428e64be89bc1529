import type { HoldStatus } from './holdStatus.ts';

/** The last status of a channel's hold. Times are in ms of a monotonic clock. */
export interface HoldSighting {
  status: HoldStatus | null;
  readAt: number;
  /** Time of the last new `beat`; without a status, time of the first request. */
  beatAt: number;
  since: number;
  limitAt: number | null;
}

/** Smaller differences come from rounding and latency. */
const SAME_MS = 3000;

const steady = <Time extends number | null>(before: Time | undefined, now: Time): Time =>
  typeof before === 'number' && typeof now === 'number' && Math.abs(before - now) < SAME_MS ? before : now;

/** @param at ms */
export function sightingAfter(before: HoldSighting | undefined, status: HoldStatus | null, at: number): HoldSighting {
  const isSame = status === null || status.beat === before?.status?.beat;
  const ongoing =
    status !== null && before?.status?.onAir === status.onAir && before.status.backup === status.backup
      ? before
      : undefined;
  const limitIn = status?.limitIn ?? null;
  return {
    status,
    readAt: at,
    beatAt: before && isSame ? before.beatAt : at,
    since: steady(ongoing?.since, at - (status?.seconds ?? 0) * 1000),
    limitAt: steady(ongoing?.limitAt, limitIn === null ? null : at + limitIn * 1000),
  };
}
