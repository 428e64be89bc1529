import type { HoldObstacle, HoldStatus } from './holdStatus.ts';

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

/** What is shown of the standby image of a channel. */
export type ShownHold =
  /** No process of the channel reads a hold. */
  | { status: 'none' }
  /** The agent has not said anything yet. */
  | { status: 'waiting' }
  /** It does not answer any more, or never did. */
  | { status: 'gone' }
  | { status: 'cannot'; obstacle: HoldObstacle | 'drawing' }
  /** Protected. `isOver`: the image was on the air for as long as it may. */
  | { status: 'ready'; isOver: boolean }
  | { status: 'slate'; since: number; why: HoldStatus['why']; limitAt: number | null };

/** The agent writes every two seconds. */
export const GONE_AFTER_MS = 6000;
/** The agent says times to a tenth of a second, and an answer takes a while: nothing trembles. */
const SAME_MS = 3000;

const steady = <Time extends number | null>(before: Time | undefined, now: Time): Time =>
  typeof before === 'number' && typeof now === 'number' && Math.abs(before - now) < SAME_MS ? before : now;

/** @param status null: there is none @param at when it was read (ms) */
export function sightingAfter(before: HoldSighting | undefined, status: HoldStatus | null, at: number): HoldSighting {
  const isSame = status === null || status.beat === before?.status?.beat;
  const goesOn = status !== null && before?.status?.onAir === status.onAir ? before : undefined;
  const limitIn = status?.limitIn ?? null;
  return {
    status,
    readAt: at,
    beatAt: before && isSame ? before.beatAt : at,
    since: steady(goesOn?.since, at - (status?.seconds ?? 0) * 1000),
    limitAt: steady(goesOn?.limitAt, limitIn === null ? null : at + limitIn * 1000),
  };
}

const NONE: ShownHold = { status: 'none' };
const WAITING: ShownHold = { status: 'waiting' };
const GONE: ShownHold = { status: 'gone' };

/**
 * A fact, not a setting: what reads the hold, and what the agent said last.
 * @param isRead a process of the channel reads its hold
 */
export function holdOf(isRead: boolean, sighting: HoldSighting | undefined): ShownHold {
  if (!isRead) return NONE;
  if (!sighting) return WAITING;
  const { status, readAt, beatAt, since, limitAt } = sighting;
  if (readAt - beatAt >= GONE_AFTER_MS) return GONE;
  if (status === null) return WAITING;
  const { onAir, why, image } = status;
  if (onAir === 'slate') return { status: 'slate', since, why, limitAt };
  if (image !== 'ready') return { status: 'cannot', obstacle: image };
  return { status: 'ready', isOver: onAir === 'nothing' && why === 'limit' };
}

/** Its publications go on while their source is away. */
export const isProtected = ({ status }: ShownHold): boolean => status === 'ready' || status === 'slate';
