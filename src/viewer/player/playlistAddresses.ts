/** Tags of what is not simply one file after the other, each from its beginning to its end. */
const ELSE = /^#EXT-X-(?:BYTERANGE|KEY|MAP|PART|SERVER-CONTROL|START|SKIP|I-FRAMES-ONLY|ENDLIST)\b/m;
/** HLS (RFC 8216) lets a player begin no later than this many target durations before the end. */
const BEHIND = 3;

const linesOf = (playlist: string) => playlist.split('\n').map((line) => line.trim());
const isAddress = (line: string) => line !== '' && !line.startsWith('#');

/** The addresses of a master playlist's renditions, the first one first; none: it is another playlist. */
export const renditionAddressesIn = (playlist: string): string[] =>
  /^#EXT-X-STREAM-INF:/m.test(playlist) ? linesOf(playlist).filter(isAddress) : [];

/** The address of the only rendition that a master playlist has; null: it is none, or there is a choice. */
export function onlyRenditionIn(playlist: string): string | null {
  const [first, ...more] = renditionAddressesIn(playlist);
  return more.length === 0 ? (first ?? null) : null;
}

/**
 * The address of the segment that engines begin a live stream with: the one in which the last three target durations
 * begin. null: there is none, or segments are not simply files.
 */
export function firstSegmentIn(playlist: string): string | null {
  const target = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(playlist)?.[1] ?? Number.NaN);
  if (Number.isNaN(target) || ELSE.test(playlist)) return null;
  const segments: { address: string; end: number }[] = [];
  let end = 0;
  for (const line of linesOf(playlist)) {
    end += Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0);
    if (isAddress(line)) segments.push({ address: line, end });
  }
  const start = Math.max(0, end - BEHIND * target);
  return segments.find((segment) => segment.end > start)?.address ?? null;
}
