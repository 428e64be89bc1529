import { type BackupDifference, HoldStatus } from '../../api/answers/holdStatus.ts';
import type { SlateObstacle } from './slateProcess.ts';
import type { HoldOrder } from './stitchPlaylist.ts';

export type { BackupDifference, HoldStatus };
export type BackupStatus = NonNullable<HoldStatus['backups']>[number];

const MOST_CHARACTERS = 4096;
/** `short-list`: the playlist has too few segments. `newer`: a newer version has stored the settings. */
export type HoldObstacle = SlateObstacle | 'image' | 'failed' | 'short-list' | 'newer';

/** Null if the file is missing, damaged or of a newer version. */
export function parseHoldStatus(text: string): HoldStatus | null {
  if (text.length > MOST_CHARACTERS) return null;
  try {
    return HoldStatus.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export const parseHoldOrder = (text: string | null): HoldOrder => {
  const word = text?.trim();
  return word === 'slate' || word === 'source' || word === 'backup' ? word : 'auto';
};
