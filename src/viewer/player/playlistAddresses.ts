/** Tags of playlists that are more than a list of complete files. */
const ELSE = /^#EXT-X-(?:BYTERANGE|KEY|MAP|PART|SERVER-CONTROL|START|SKIP|I-FRAMES-ONLY|ENDLIST)\b/m;
/** RFC 8216: players must not start later than three target durations before the end. */
const BEHIND = 3;

const linesOf = (playlist: string) => playlist.split('\n').map((line) => line.trim());
const isAddress = (line: string) => line !== '' && !line.startsWith('#');

export const renditionAddressesIn = (playlist: string): string[] =>
  /^#EXT-X-STREAM-INF:/m.test(playlist) ? linesOf(playlist).filter(isAddress) : [];

export function onlyRenditionIn(playlist: string): string | null {
  const [first, ...others] = renditionAddressesIn(playlist);
  return others.length === 0 ? (first ?? null) : null;
}

/** The segment that engines start with; null if the playlist is not a plain list of files. */
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
