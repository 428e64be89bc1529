import type { HoldSighting } from './holdSighting.ts';
import type { HoldObstacle, HoldStatus } from './holdStatus.ts';

export type ShownHold =
  | { status: 'none' }
  /** The agent has not reported a status yet. */
  | { status: 'waiting' }
  /** The agent stopped reporting, or never started. */
  | { status: 'gone' }
  | { status: 'cannot'; obstacle: HoldObstacle | 'drawing' }
  /** `isOver`: the image was removed at its time limit. */
  | { status: 'ready'; isOver: boolean }
  | { status: 'slate'; since: number; why: HoldStatus['why']; limitAt: number | null }
  /** `n`: position among the backups, from 1. */
  | { status: 'backup'; since: number; why: HoldStatus['why']; n: number };

/** The agent updates the status every 2 s. */
export const GONE_AFTER_MS = 6000;
const NONE: ShownHold = { status: 'none' };
const WAITING: ShownHold = { status: 'waiting' };
const GONE: ShownHold = { status: 'gone' };

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

export const isProtected = ({ status }: ShownHold): boolean =>
  status === 'ready' || status === 'slate' || status === 'backup';
