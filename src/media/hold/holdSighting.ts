import type { HoldStatus } from './holdStatus.ts';

/** What the agent says of the hold of a channel, as it was read. Times in ms, of a clock that only goes on. */
export interface HoldSighting {
  /** null: there is none. */
  status: HoldStatus | null;
  readAt: number;
  /** When its beat was another one than before; when it was asked for first, if it has not come. */
  beatAt: number;
  /** Since when what is on the air is there. */
  since: number;
  /** When the image ends; null: it does not. */
  limitAt: number | null;
}

/** The agent says times to a tenth of a second, and an answer takes a while: nothing trembles. */
const SAME_MS = 3000;

const steady = <Time extends number | null>(before: Time | undefined, now: Time): Time =>
  typeof before === 'number' && typeof now === 'number' && Math.abs(before - now) < SAME_MS ? before : now;

/** @param status null: there is none @param at when it was read (ms) */
export function sightingAfter(before: HoldSighting | undefined, status: HoldStatus | null, at: number): HoldSighting {
  const isSame = status === null || status.beat === before?.status?.beat;
  const goesOn =
    status !== null && before?.status?.onAir === status.onAir && before.status.backup === status.backup
      ? before
      : undefined;
  const limitIn = status?.limitIn ?? null;
  return {
    status,
    readAt: at,
    beatAt: before && isSame ? before.beatAt : at,
    since: steady(goesOn?.since, at - (status?.seconds ?? 0) * 1000),
    limitAt: steady(goesOn?.limitAt, limitIn === null ? null : at + limitIn * 1000),
  };
}
