export interface Segment {
  uri: string;
  seconds: number;
  map: string | null;
}

export type Playlist =
  /** `audio`: a separate audio playlist. */
  | { kind: 'master'; uri: string; audio: string | null }
  /** The newest segments, oldest first. */
  | { kind: 'media'; segments: readonly Segment[] };

const MOST = 8;

const attribute = (line: string, name: string) => new RegExp(`[:,]${name}="([^"]*)"`).exec(line)?.[1] ?? null;

export function parsePlaylist(text: string): Playlist | null {
  if (!text.startsWith('#EXTM3U')) return null;
  const lines = text.split(/\r?\n/);
  return text.includes('#EXT-X-STREAM-INF') ? masterOf(lines) : mediaOf(lines);
}

function masterOf(lines: readonly string[]): Playlist | null {
  const at = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'));
  const uri = lines.slice(at + 1).find((line) => line !== '' && !line.startsWith('#'));
  const sound = lines.find((line) => line.startsWith('#EXT-X-MEDIA:') && line.includes('TYPE=AUDIO'));
  return uri === undefined
    ? null
    : { kind: 'master', uri, audio: sound === undefined ? null : attribute(sound, 'URI') };
}

/** Rejects 1e999, too. */
function lengthOf(text: string): number {
  const seconds = Number.parseFloat(text);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

function mediaOf(lines: readonly string[]): Playlist | null {
  const segments: Segment[] = [];
  let seconds = 0;
  let map: string | null = null;
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) seconds = lengthOf(line.slice(8));
    else if (line.startsWith('#EXT-X-MAP:')) map = attribute(line, 'URI');
    else if (line !== '' && !line.startsWith('#')) segments.push({ uri: line, seconds, map });
  }
  return segments.length === 0 ? null : { kind: 'media', segments: segments.slice(-MOST) };
}

/** Resolves a relative file name; null if it leads elsewhere. */
export function besides(file: string, uri: string): string | null {
  const [path = ''] = uri.split(/[?#]/);
  const parts = path.split('/').filter((part) => part !== '.');
  if (parts.join('') === '' || parts.includes('..') || /^[a-z]+:|^\//i.test(path)) return null;
  return [...file.split('/').slice(0, -1), ...parts].join('/');
}
