/** Bitrates in bits per second. */
export interface CurrentLoad {
  readonly sessions: number;
  readonly maxSessions: number;
  readonly peaks: number;
  /** Peak of writing the requested stream. */
  readonly streamPeak: number;
  readonly maxBitrate: number;
}

/** Viewers may fetch their segments at the same moment. */
const HEADROOM = 1.15;
/** A player fetches several segments in a row when it starts. */
const START_FACTOR = 2;

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

/** Decays by 5 % per second. */
export const decayPeak = (peak: number, rate: number) => Math.max(peak * 0.95, rate);

export interface Viewer {
  readonly network: string;
  readonly ageMs: number;
  readonly txBytes: number;
  /** Bitrate of the requested stream; 0 if unknown. */
  readonly streamPeak: number;
}

/** A younger session always counts as active. */
const GRACE_MS = 5_000;
/** Lower than any stream, for unknown rates. */
const MIN_RATE = 32_000;

export const isWatching = ({ ageMs, txBytes, streamPeak }: Viewer): boolean =>
  ageMs < GRACE_MS || txBytes * 8_000 >= 0.5 * (streamPeak || MIN_RATE) * ageMs;

/**
 * Returns the oldest idle viewer of the greediest other network, so that a few requests block nobody; null if all
 * stay.
 */
export function findYieldingViewer<T extends Viewer>(viewers: Iterable<T>, network: string): T | null {
  const idle = new Map<string, T[]>();
  for (const viewer of viewers) {
    if (viewer.network === network || isWatching(viewer)) continue;
    const own = idle.get(viewer.network);
    if (own === undefined) idle.set(viewer.network, [viewer]);
    else own.push(viewer);
  }
  const max = [...idle.values()].reduce<T[]>((found, own) => (own.length > found.length ? own : found), []);
  return max.reduce<T | null>((oldest, viewer) => (viewer.ageMs > (oldest?.ageMs ?? 0) ? viewer : oldest), null);
}
