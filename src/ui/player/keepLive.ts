/** What a player of a live stream shows at one moment; times in seconds. */
export interface Moment {
  paused: boolean;
  currentTime: number;
  /** The newest that can be played safely; null while nothing is known. */
  edge: number | null;
  /** Since the picture moved last. */
  still: number;
}

/** A playlist is read again every segment: after this long without a picture, waiting helps no more. */
const STILL_S = 10;
/** Normal play stays within one segment of the edge; after a stall or a slept tab it lags behind. */
const BEHIND_S = 8;

/** reload: the stream begins anew, e.g. after its source was changed. jump: catch up with what is live. */
export function nextStep({ paused, currentTime, edge, still }: Moment): 'reload' | 'jump' | 'none' {
  if (paused) return 'none';
  if (still >= STILL_S) return 'reload';
  return edge !== null && edge - currentTime > BEHIND_S ? 'jump' : 'none';
}
