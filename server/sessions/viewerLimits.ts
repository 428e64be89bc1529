/** Bitrates are bits per second. */
export interface CurrentLoad {
  readonly sessions: number;
  /** 0: no limit. */
  readonly maxSessions: number;
  /** Peaks of all running sessions together. */
  readonly peaks: number;
  /** Peak at which the stream that is asked for is written. */
  readonly streamPeak: number;
  /** 0: no limit. */
  readonly maxBitrate: number;
}

/** Viewers do not all ask for segments at once, but when they do, the line must carry it. */
const HEADROOM = 1.15;
/** A player fetches several segments in a row when it starts. */
const START_FACTOR = 2;

/** null: the viewer is admitted. */
export function findRejectionReason({
  sessions,
  maxSessions,
  peaks,
  streamPeak,
  maxBitrate,
}: CurrentLoad): string | null {
  if (maxSessions > 0 && sessions >= maxSessions) return 'Number of sessions exceeded';
  if (maxBitrate > 0 && HEADROOM * peaks + START_FACTOR * streamPeak >= maxBitrate) return 'Bitrate limit exceeded';
  return null;
}

export const estimatePeak = (streamPeak: number) => START_FACTOR * streamPeak;

/** A peak is forgotten by 5 % a second. */
export const decayPeak = (peak: number, rate: number) => Math.max(peak * 0.95, rate);

export interface Viewer {
  readonly network: string;
  readonly ageMs: number;
  readonly txBytes: number;
  /** The bitrate of the requested stream; 0: not known. */
  readonly streamPeak: number;
}

/** The time for which every session counts as active. */
const GRACE_MS = 5_000;
/** Less than any stream has, for those whose rate is not known. */
const LEAST_RATE = 32_000;

/** A viewer takes all of its stream, sooner or later. */
export const isWatching = ({ ageMs, txBytes, streamPeak }: Viewer): boolean =>
  ageMs < GRACE_MS || txBytes * 8_000 >= 0.5 * (streamPeak || LEAST_RATE) * ageMs;

/**
 * The oldest idle viewer of the other network with the most idle ones, so a few requests of one stranger keep nobody
 * out. Active viewers are never dropped. null: all stay.
 */
export function findYieldingViewer<T extends Viewer>(viewers: Iterable<T>, network: string): T | null {
  const idle = new Map<string, T[]>();
  for (const viewer of viewers) {
    if (viewer.network === network || isWatching(viewer)) continue;
    const own = idle.get(viewer.network);
    if (own === undefined) idle.set(viewer.network, [viewer]);
    else own.push(viewer);
  }
  const most = [...idle.values()].reduce<T[]>((found, own) => (own.length > found.length ? own : found), []);
  return most.reduce<T | null>((oldest, viewer) => (viewer.ageMs > (oldest?.ageMs ?? 0) ? viewer : oldest), null);
}
