import type { HoldSighting } from './holdSighting.ts';
import type { HoldObstacle, HoldStatus } from './holdStatus.ts';

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
  | { status: 'slate'; since: number; why: HoldStatus['why']; limitAt: number | null }
  /** A backup source is on the air. `n`: its place among them, from 1 on. */
  | { status: 'backup'; since: number; why: HoldStatus['why']; n: number };

/** The agent writes every two seconds. */
export const GONE_AFTER_MS = 6000;
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
  const { onAir, why, image, backup, backups = [] } = status;
  if (onAir === 'backup')
    return {
      status: 'backup',
      since,
      why,
      n:
        Math.max(
          0,
          backups.findIndex(({ id }) => id === backup),
        ) + 1,
    };
  if (onAir === 'slate') return { status: 'slate', since, why, limitAt };
  if (image !== 'ready') return { status: 'cannot', obstacle: image };
  return { status: 'ready', isOver: onAir === 'nothing' && why === 'limit' };
}

/** Its publications go on while their source is away. */
export const isProtected = ({ status }: ShownHold): boolean =>
  status === 'ready' || status === 'slate' || status === 'backup';
