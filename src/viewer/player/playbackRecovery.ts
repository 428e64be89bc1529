/** What a player of a live stream shows at one moment; times in seconds. */
export interface ViewerMoment {
  paused: boolean;
  /** Since the picture moved last. */
  still: number;
  currentTime: number;
  /** What can be played safely; null while nothing is known. */
  window: { start: number; end: number } | null;
}

/** A playlist is read again every segment: after this long without a picture, something is wrong. */
const STILL_S = 4;
/** Normal play stays within one segment of the edge; after a stall or a slept tab it lags behind. */
const BEHIND_S = 8;
/** A window that is longer is there to be looked back in. */
const LOOK_BACK_S = 30;

/** ask: whether the stream is still there. jump: catch up with what is live. */
export function recoveryStep({ paused, still, currentTime, window }: ViewerMoment): 'ask' | 'jump' | 'none' {
  if (paused) return 'none';
  if (still >= STILL_S) return 'ask';
  if (window === null || window.end - window.start >= LOOK_BACK_S) return 'none';
  return window.end - currentTime > BEHIND_S ? 'jump' : 'none';
}

const STUCK_S = 10;

/**
 * Whether loading anew may help a picture that stands still for so many seconds. It does not when no segment has come
 * since then: the last ones would be played again and again. `newest` is null where nobody knows.
 */
export const isStuck = (still: number, newest: number | null, before: number | null): boolean =>
  still >= STUCK_S && (newest === null || newest !== before);

/** What the playlist's address answers. full: all places of the core are taken. away: the core itself. */
export type StreamAnswer = 'there' | 'offline' | 'full' | 'away';

/** Longer than any segment that somebody would wait for. */
const OLD_S = 20;

/**
 * @param headers of that answer. A playlist stays when its stream has ended; by how old it is, in the server's own time,
 *   it is told from a live one. Where nobody says it, it is taken for live.
 * @param oldAfterS for how long it may stay as it is, in seconds
 */
export function answerOf(status: number, headers: Headers, oldAfterS = OLD_S): StreamAnswer {
  if (status >= 200 && status < 300) return (ageMsOf(headers) ?? 0) > oldAfterS * 1000 ? 'offline' : 'there';
  if (status === 404 || status === 410) return 'offline';
  return status === 509 ? 'full' : 'away';
}

/**
 * Seconds after which a playlist is old for who sees nothing of it yet: a live one is written again with each segment, and
 * nobody shall press Play over the last picture of a stream that was stopped. `playlist`: '' where it was not read.
 */
export function oldAfter(playlist: string): number {
  const seconds = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(playlist)?.[1] ?? OLD_S);
  return Math.min(OLD_S, 3 * seconds + 2);
}

/** How old an answer is; null: nobody says it, or its time lies ahead because the server's clock was set back. */
export function ageMsOf(headers: Headers): number | null {
  const [now, written] = ['date', 'last-modified'].map((name) => Date.parse(headers.get(name) ?? ''));
  const ageMs = (now ?? Number.NaN) - (written ?? Number.NaN);
  return ageMs >= -OLD_S * 1000 ? ageMs : null;
}
