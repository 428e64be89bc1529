export interface HoldEntry {
  file: string;
  seconds: number;
  discontinuity: boolean;
}

/** The parts of a media playlist (RFC 8216) that stitching needs. */
export interface HoldPlaylist {
  sequence: number;
  discontinuitySequence: number;
  /** Whole seconds. */
  target: number;
  entries: readonly HoldEntry[];
}

const MOST_CHARACTERS = 256 * 1024;
const MOST_ENTRIES = 2000;
/** ffmpeg ends a run without packets with an entry of length 0. */
const LEAST_SECONDS = 0.1;
const MOST_SECONDS = 120;

/** Accepts only plain file names: no folders, hosts or queries. */
const isFileName = (name: string, ending: string) =>
  name.length <= 200 && /^[\w-]+\.\w+$/.test(name) && name.endsWith(ending);

const numberAfter = (line: string, tag: string): number | null => {
  if (!line.startsWith(tag)) return null;
  const digits = line.slice(tag.length).trim();
  // Backups number segments in microseconds: 16 digits, a safe integer until the year 2255.
  return /^\d{1,16}$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : Number.NaN;
};

/** Null for anything that is not a playlist of a channel or cannot be stitched. */
export function parseHoldPlaylist(text: string): HoldPlaylist | { variant: string } | null {
  if (text.length > MOST_CHARACTERS || !text.startsWith('#EXTM3U')) return null;
  const lines = text.split(/\r?\n/);
  const master = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  if (master >= 0) {
    const variant = lines.slice(master + 1).find((line) => line !== '' && !line.startsWith('#'));
    return variant !== undefined && isFileName(variant, '.m3u8') ? { variant } : null;
  }
  const read = { sequence: 0, discontinuitySequence: 0, target: 1 };
  const entries: HoldEntry[] = [];
  let seconds = 0;
  let discontinuity = false;
  for (const line of lines) {
    read.sequence = numberAfter(line, '#EXT-X-MEDIA-SEQUENCE:') ?? read.sequence;
    read.discontinuitySequence = numberAfter(line, '#EXT-X-DISCONTINUITY-SEQUENCE:') ?? read.discontinuitySequence;
    read.target = numberAfter(line, '#EXT-X-TARGETDURATION:') ?? read.target;
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8));
    else if (line === '#EXT-X-DISCONTINUITY') discontinuity = true;
    else if (line !== '' && !line.startsWith('#')) {
      if (!isFileName(line, '.ts') || !(seconds <= MOST_SECONDS) || entries.length === MOST_ENTRIES) return null;
      // The number of a skipped entry still counts.
      if (seconds < LEAST_SECONDS) read.sequence += entries.length === 0 ? 1 : 0;
      else {
        entries.push({ file: line, seconds, discontinuity });
        discontinuity = false;
      }
    }
  }
  return Object.values(read).some(Number.isNaN) ? null : { ...read, entries };
}

/** Has no end tag, because a reader stops there. */
export const formatHoldPlaylist = ({ sequence, discontinuitySequence, target, entries }: HoldPlaylist): string =>
  `${[
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    ...entries.flatMap(({ file, seconds, discontinuity }) => [
      ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
      `#EXTINF:${seconds.toFixed(6)},`,
      file,
    ]),
  ].join('\n')}\n`;
