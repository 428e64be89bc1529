/** Times in seconds. */
interface Moment {
  paused: boolean;
  currentTime: number;
  /** Newest position that can be played; null if unknown. */
  edge: number | null;
  still: number;
}

/** The playlist is reloaded every segment, so waiting longer does not help. */
const STILL_S = 10;
/** Normal playback stays within a segment of the live edge; it lags after a stall or in a suspended tab. */
const BEHIND_S = 8;

/** `reload`: restart the stream, for example after a change of source. `jump`: seek to the live edge. */
export function nextStep({ paused, currentTime, edge, still }: Moment): 'reload' | 'jump' | 'none' {
  if (paused) return 'none';
  if (still >= STILL_S) return 'reload';
  return edge !== null && edge - currentTime > BEHIND_S ? 'jump' : 'none';
}

/** A segment in the player's playlist, in seconds. */
export interface ListedSegment {
  duration: number;
  /** Position on the player's timeline, once loaded. */
  end: number | null;
  /** Start by the server's clock; null without a date in the playlist. */
  day: number | null;
}

export interface Edge {
  end: number;
  day: number | null;
  segment: number;
}

export interface Growth {
  edge: Edge;
  /** Lead of the playlist's end over the clock at each growth. */
  leads: readonly number[];
}

/** Seconds from the server to the screen. */
export interface DelayRange {
  least: number;
  most: number;
}

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
const figure = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Segments in video.js's engine; empty if the browser plays HLS natively. */
export function listedIn(tech: unknown): ListedSegment[] {
  const playlists = read(read(tech, 'vhs'), 'playlists');
  const media = read(playlists, 'media');
  const list: unknown = typeof media === 'function' ? Reflect.apply(media, playlists, []) : null;
  const segments = read(list, 'segments');
  return (Array.isArray(segments) ? segments : []).map((segment: unknown) => {
    const day = figure(read(segment, 'programDateTime'));
    return {
      duration: figure(read(segment, 'duration')) ?? 0,
      end: figure(read(segment, 'end')),
      day: day === null ? null : day / 1000,
    };
  });
}

/** null before the first segment was loaded. */
export function edgeOf(listed: readonly ListedSegment[]): Edge | null {
  const loaded = listed.findLastIndex(({ end }) => end !== null);
  const last = listed.at(-1);
  const from = listed[loaded]?.end ?? null;
  if (from === null || !last) return null;
  const end = listed.slice(loaded + 1).reduce((sum, { duration }) => sum + duration, from);
  return { end, day: last.day === null ? null : last.day + last.duration, segment: last.duration };
}

/** Enough reloads that one of them happens right after a growth. */
const KEPT = 40;
/** Smaller changes are rounding of the same end. */
const GROWN_S = 0.2;

/** @param now monotonic clock, in seconds */
export function grown(before: Growth | null, edge: Edge | null, now: number): Growth | null {
  if (!edge) return before;
  const growth = before ? edge.end - before.edge.end : 0;
  // The age of the first end is unknown, and a shorter playlist is another stream.
  if (!before || growth < -GROWN_S) return { edge, leads: [] };
  if (growth < GROWN_S) return before;
  return { edge, leads: [...before.leads, edge.end - now].slice(-KEPT) };
}

const ENOUGH = 3;
/** Maximum difference of two synchronized clocks. */
const CLOCKS_S = 0.5;

/**
 * Delay of the picture since the server received it. A playlist ends with the newest frame when it grows, which is
 * noticed within one segment. A date in the playlist is exact, but only used if it fits: ffmpeg's buffer or a wrong
 * clock may shift it. `now`: seconds of the clock of `grown`; `day`: since 1970.
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
