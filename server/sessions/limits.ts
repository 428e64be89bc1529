/** What decides whether one more viewer is let in. Bitrates are bits per second. */
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

/** Why a viewer is turned away; null: welcome. */
export function rejectionReason({ sessions, maxSessions, peaks, streamPeak, maxBitrate }: CurrentLoad): string | null {
  if (maxSessions > 0 && sessions >= maxSessions) return 'Number of sessions exceeded';
  if (maxBitrate > 0 && HEADROOM * peaks + START_FACTOR * streamPeak >= maxBitrate) return 'Bitrate limit exceeded';
  return null;
}

/** What a session is expected to take before it has taken anything. */
export const expectedPeak = (streamPeak: number) => START_FACTOR * streamPeak;

/** A peak is forgotten by 5 % a second. */
export const nextPeak = (peak: number, rate: number) => Math.max(peak * 0.95, rate);
