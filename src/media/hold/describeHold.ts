import type { BackupStatus, HoldObstacle, HoldStatus } from './holdStatus.ts';
import type { Hold, HoldLook } from './stitchPlaylist.ts';

/** `since`: seconds of a monotonic clock. */
export interface AirState extends Pick<HoldStatus, 'onAir' | 'why'> {
  since: number;
  backup?: number;
}

export const airAtStart = (at: number): AirState => ({ onAir: 'nothing', since: at, why: 'unknown' });

type AirLook = Pick<HoldLook, 'at' | 'ingest' | 'order' | 'isBlank'>;

/** Keeps the reason of the last switch: a source that is back stays off the air until it is stable. */
export function airAfter(before: AirState, hold: Hold, snapshot: AirLook): AirState {
  const onAir = hold.phase === 'on' ? hold.onAir : 'nothing';
  const since = hold.phase === 'on' ? hold.since : onAir === before.onAir ? before.since : snapshot.at;
  const backup = hold.phase === 'on' && onAir === 'backup' ? { backup: hold.input } : {};
  return { onAir, since, why: whyOf(before, onAir, snapshot), ...backup };
}

function whyOf(
  before: AirState,
  onAir: AirState['onAir'],
  { ingest, order, isBlank }: Omit<AirLook, 'at'>,
): AirState['why'] {
  switch (onAir) {
    case 'source':
      return order === 'source' ? 'order' : ingest;
    case 'slate':
    case 'backup':
      if (order === onAir) return 'order';
      if (ingest === 'ended') return 'ended';
      if (isBlank && ingest === 'running') return 'blank';
      if (before.onAir === 'slate' || before.onAir === 'backup') return before.why;
      return ingest === 'running' ? 'late' : ingest;
    case 'nothing':
      if (ingest === 'stopped') return 'stopped';
      // Only an operator or the time limit removes a list.
      return before.onAir !== 'nothing' || before.why === 'limit' ? 'limit' : ingest;
  }
}

/** @param limit seconds */
export function holdStatusOf({
  air: { onAir, since, why, backup },
  backups = [],
  order,
  image,
  limit,
  beat,
  at,
}: {
  air: AirState;
  backups?: readonly BackupStatus[];
  order: HoldLook['order'];
  image: 'ready' | 'drawing' | HoldObstacle;
  limit: number | null;
  beat: number;
  at: number;
}): HoldStatus {
  const seconds = Math.max(0, at - since);
  const isLimited = onAir === 'slate' && order === 'auto' && limit !== null;
  return {
    version: 1,
    beat,
    onAir,
    seconds: round(seconds),
    why,
    image,
    limitIn: isLimited ? round(Math.max(0, limit - seconds)) : null,
    ...(backup === undefined ? {} : { backup }),
    ...(backups.length === 0 ? {} : { backups: [...backups] }),
  };
}

const round = (seconds: number) => Math.round(seconds * 10) / 10;
