/** A shorter look cannot show silence that lasts. */
const LOOK_S = 12;
const MOST_S = 30;
const MOST_CHARACTERS = 512 * 1024;
/** Only files beside the playlist: no folders, hosts or queries. */
const FILE = /^[\w-]{1,200}\.\w{1,10}$/;
/** Tags that apply to all segments after them. */
const LASTING_TAG = /^#EXT-X-(?:MAP|KEY):.{1,1000}$/;

export interface LookPlaylist {
  /** With an end, because ffmpeg waits for new segments of a live playlist, and cannot be interrupted while it waits. */
  text: string;
  seconds: number;
}

interface ListedSegment {
  file: string;
  seconds: number;
  isDiscontinuous: boolean;
  lasting: readonly string[];
}

/**
 * Lists the newest segments of a live playlist. Returns the name of the variant for a master playlist, and null for
 * anything that cannot be looked at.
 */
export function lookPlaylist(live: string): LookPlaylist | { variant: string } | null {
  if (live.length > MOST_CHARACTERS || !live.startsWith('#EXTM3U')) return null;
  const lines = live.split(/\r?\n/);
  const master = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  if (master >= 0) {
    const variant = lines.slice(master + 1).find((line) => line !== '' && !line.startsWith('#'));
    return variant !== undefined && FILE.test(variant) && variant.endsWith('.m3u8') ? { variant } : null;
  }
  const newest = newestOf(segmentsIn(lines));
  const [first] = newest;
  if (first === undefined || newest.some(({ file }) => !FILE.test(file))) return null;
  const seconds = newest.reduce((sum, segment) => sum + segment.seconds, 0);
  const longest = Math.max(...newest.map((segment) => segment.seconds));
  return {
    text: `${[
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
      ...first.lasting,
      ...newest.flatMap(({ file, seconds }) => [`#EXTINF:${seconds.toFixed(6)},`, file]),
      '#EXT-X-ENDLIST',
    ].join('\n')}\n`,
    seconds: Math.round(seconds * 1000) / 1000,
  };
}

function segmentsIn(lines: readonly string[]): ListedSegment[] {
  const segments: ListedSegment[] = [];
  const lasting = new Map<string, string>();
  let seconds = Number.NaN;
  let isDiscontinuous = false;
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8));
    else if (line === '#EXT-X-DISCONTINUITY') isDiscontinuous = true;
    else if (LASTING_TAG.test(line)) lasting.set(line.slice(0, line.indexOf(':')), line);
    else if (line !== '' && !line.startsWith('#')) {
      if (seconds > 0 && seconds <= MOST_S)
        segments.push({ file: line, seconds, isDiscontinuous, lasting: [...lasting.values()] });
      [seconds, isDiscontinuous] = [Number.NaN, false];
    }
  }
  return segments;
}

/** Ends at a discontinuity, because time stamps jump there. */
function newestOf(segments: readonly ListedSegment[]): ListedSegment[] {
  const newest: ListedSegment[] = [];
  let seconds = 0;
  for (const segment of segments.toReversed()) {
    if (seconds >= LOOK_S || seconds + segment.seconds > MOST_S || isOther(segment, newest[0])) break;
    newest.unshift(segment);
    seconds += segment.seconds;
    if (segment.isDiscontinuous) break;
  }
  return newest;
}

const isOther = ({ lasting }: ListedSegment, next: ListedSegment | undefined) =>
  next !== undefined && next.lasting.join('\n') !== lasting.join('\n');
