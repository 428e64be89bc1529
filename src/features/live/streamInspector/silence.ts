import type { Loudness } from '../../../media/hls/segment/loudness.ts';

/** Blocks at the ends of what was decoded are cut a little shorter. */
const SLACK_S = 0.15;

export const isSilent = ({ quietSeconds, seconds }: Loudness) => quietSeconds >= seconds - SLACK_S;

/**
 * Since when there is silence (ms), by the newest piece of sound.
 * @param before what was known; @param endedAt when the piece ended
 */
export function silentSince(before: number | null, loudness: Loudness | null, endedAt: number): number | null {
  if (!loudness || loudness.quietSeconds < SLACK_S) return null;
  const since = endedAt - loudness.quietSeconds * 1000;
  return isSilent(loudness) ? Math.min(before ?? since, since) : since;
}

/** By the pieces before it, newest first, for as long as they are silent as well. */
export function lookedBack(since: number, pieces: readonly (Loudness | null)[]): number {
  let found = since;
  for (const piece of pieces) {
    if (!piece) return found;
    found -= piece.quietSeconds * 1000;
    if (!isSilent(piece)) return found;
  }
  return found;
}
