/** A look shorter than this cannot show silence that lasts. */
const LOOK_S = 12;
const MOST_S = 30;
const MOST_CHARACTERS = 512 * 1024;
const MOST_SEGMENTS = 40;

/** A part of a live playlist that ffmpeg can read without waiting for a new segment. */
export interface NewestSegments {
  /** Value of `-live_start_index`. */
  index: number;
  seconds: number;
  /** Seconds between the end of this part and the end of the playlist. */
  behind: number;
}

/**
 * Leaves out the last segment, because ffmpeg ends only after a picture beyond the limit. Returns the name of the
 * variant for a master playlist, and null for anything else.
 */
export function newestSegments(text: string): NewestSegments | { variant: string } | null {
  if (text.length > MOST_CHARACTERS || !text.startsWith('#EXTM3U')) return null;
  const lines = text.split(/\r?\n/);
  const master = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  if (master >= 0) {
    const variant = lines.slice(master + 1).find((line) => line !== '' && !line.startsWith('#'));
    return variant !== undefined && /^[\w-]{1,200}\.m3u8$/.test(variant) ? { variant } : null;
  }
  const lengths = lines.flatMap((line) => {
    const [, seconds] = /^#EXTINF:(\d+(?:\.\d+)?)/.exec(line) ?? [];
    return seconds === undefined ? [] : [Number(seconds)];
  });
  const behind = lengths.at(-1);
  if (behind === undefined || lengths.length < 2) return null;
  const earlier = lengths.slice(-MOST_SEGMENTS, -1).toReversed();
  let seconds = 0;
  let count = 0;
  for (const length of earlier) {
    if (seconds >= LOOK_S || seconds + length > MOST_S) break;
    seconds += length;
    count++;
  }
  return count === 0 ? null : { index: -(count + 1), seconds: Math.round(seconds * 1000) / 1000, behind };
}
