/** What a player of a live stream shows at one moment; times in seconds. */
interface Moment {
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

/** A segment as the player lists it; in seconds. */
export interface ListedSegment {
  duration: number;
  /** On the timeline of the player, once it was loaded. */
  end: number | null;
  /** The time of day at which it was begun, by the clock of the server; null: the playlist does not say. */
  day: number | null;
}

/** The end of the playlist. */
export interface Edge {
  end: number;
  day: number | null;
  /** How long its last segment is. */
  segment: number;
}

/** How the playlist has grown lately. */
export interface Growth {
  edge: Edge;
  /** How far its end was before the clock each time it grew. */
  leads: readonly number[];
}

/** Seconds from the server to the screen: no less than `least`, no more than `most`. */
export interface DelayRange {
  least: number;
  most: number;
}

const of = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
const figure = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** What the engine of video.js has of the playlist; nothing where the browser plays it by itself. */
export function listedIn(tech: unknown): ListedSegment[] {
  const playlists = of(of(tech, 'vhs'), 'playlists');
  const media = of(playlists, 'media');
  const list: unknown = typeof media === 'function' ? Reflect.apply(media, playlists, []) : null;
  const segments = of(list, 'segments');
  return (Array.isArray(segments) ? segments : []).map((segment: unknown) => {
    const day = figure(of(segment, 'programDateTime'));
    return {
      duration: figure(of(segment, 'duration')) ?? 0,
      end: figure(of(segment, 'end')),
      day: day === null ? null : day / 1000,
    };
  });
}

/** null: nothing of it was loaded yet. */
export function edgeOf(listed: readonly ListedSegment[]): Edge | null {
  const loaded = listed.findLastIndex(({ end }) => end !== null);
  const last = listed.at(-1);
  const from = listed[loaded]?.end ?? null;
  if (from === null || !last) return null;
  const end = listed.slice(loaded + 1).reduce((sum, { duration }) => sum + duration, from);
  return { end, day: last.day === null ? null : last.day + last.duration, segment: last.duration };
}

/** Enough for the moments at which the playlist is read to fall once right behind one at which it grows. */
const KEPT = 40;
/** What is moved by less is the same end, computed anew. */
const GROWN_S = 0.2;

/** @param now seconds, of any clock that goes on */
export function grown(before: Growth | null, edge: Edge | null, now: number): Growth | null {
  if (!edge) return before;
  const by = before ? edge.end - before.edge.end : 0;
  // How long the first one had been there is not known, and another playlist is another stream.
  if (!before || by < -GROWN_S) return { edge, leads: [] };
  if (by < GROWN_S) return before;
  return { edge, leads: [...before.leads, edge.end - now].slice(-KEPT) };
}

const ENOUGH = 3;
/** Clocks of a server and a browser that are both set are no further apart. */
const CLOCKS_S = 0.5;

/**
 * How long what is on the screen has been on its way since the server had it. A segment is complete when its last frame
 * has come, so a playlist ends with what came just now when it grows. It is seen to have grown a while later, at most by
 * the time until it is read again: a segment. The time of day in the playlist says it exactly, where it fits that: what
 * ffmpeg held back before its first segment, and a clock that is wrong, put it elsewhere.
 * @param at seconds: `now` of the clock of `grown`, `day` since 1970
 */
export function delayAt(
  { edge, leads }: Growth,
  playing: number,
  { now, day }: { now: number; day: number },
): DelayRange | null {
  if (leads.length < ENOUGH) return null;
  const least = Math.max(0, now + Math.max(...leads) - playing);
  const most = least + edge.segment;
  if (edge.day === null) return { least, most };
  const exact = day - (edge.day - (edge.end - playing));
  const fits = exact >= least - CLOCKS_S && exact <= most + CLOCKS_S;
  return fits ? { least: Math.max(0, exact), most: Math.max(0, exact) } : { least, most };
}
