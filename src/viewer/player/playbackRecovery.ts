/** Times in seconds. */
export interface ViewerMoment {
  paused: boolean;
  still: number;
  currentTime: number;
  /** Seekable range; null if unknown. */
  window: { start: number; end: number } | null;
}

/** The playlist is reloaded every segment, so a longer standstill is a fault. */
const STILL_S = 4;
/** Normal playback stays within a segment of the live edge; it lags after a stall or in a suspended tab. */
const BEHIND_S = 8;
/** A longer window allows the viewer to seek back. */
const LOOK_BACK_S = 30;

/** `ask`: check whether the stream still exists. `jump`: seek to the live edge. */
export function recoveryStep({ paused, still, currentTime, window }: ViewerMoment): 'ask' | 'jump' | 'none' {
  if (paused) return 'none';
  if (still >= STILL_S) return 'ask';
  if (window === null || window.end - window.start >= LOOK_BACK_S) return 'none';
  return window.end - currentTime > BEHIND_S ? 'jump' : 'none';
}

const STUCK_S = 10;

/** A reload cannot help if no segment arrived since: the last ones would be played again. `newest` null: unknown. */
export const isStuck = (still: number, newest: number | null, before: number | null): boolean =>
  still >= STUCK_S && (newest === null || newest !== before);

/** `full`: viewer limit reached. `away`: the core is unreachable. */
export type StreamAnswer = 'there' | 'offline' | 'full' | 'away';

/** Longer than any reasonable segment. */
const OLD_S = 20;

/**
 * The playlist of an ended stream stays, so its age by the server's clock decides. Without dates, it counts as live.
 */
export function answerOf(status: number, headers: Headers, oldAfterS = OLD_S): StreamAnswer {
  if (status >= 200 && status < 300) return (ageMsOf(headers) ?? 0) > oldAfterS * 1000 ? 'offline' : 'there';
  if (status === 404 || status === 410) return 'offline';
  return status === 509 ? 'full' : 'away';
}

/** Seconds. A live playlist is rewritten with each segment, and nobody should press Play on a stopped stream. */
export function oldAfter(playlist: string): number {
  const seconds = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(playlist)?.[1] ?? OLD_S);
  return Math.min(OLD_S, 3 * seconds + 2);
}

/** null if unknown, or in the future because the server's clock was set back. */
export function ageMsOf(headers: Headers): number | null {
  const [now, written] = ['date', 'last-modified'].map((name) => Date.parse(headers.get(name) ?? ''));
  const ageMs = (now ?? Number.NaN) - (written ?? Number.NaN);
  return ageMs >= -OLD_S * 1000 ? ageMs : null;
}
