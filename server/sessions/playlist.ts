import { newSessionId } from './sessionId.ts';

const OWN = Symbol('session of the viewer');
const NEW = Symbol('new session');

/** A playlist with gaps for session ids. It is made once per playlist and filled for every viewer. */
export interface Template {
  /** A playlist of playlists needs no made-up one in front of it. */
  readonly isMaster: boolean;
  readonly parts: readonly (string | typeof OWN | typeof NEW)[];
}

/** Stand-ins while a line is put together. Random, so no playlist can contain them. */
const ownMark = newSessionId();
const newMark = newSessionId();
const marks = new RegExp(`(${ownMark}|${newMark})`);

/** Where the playlist is; relative references are resolved against it. Only its path is ever looked at. */
const HERE = 'http://this.invalid';

/**
 * Prepares a playlist: every `.ts` gets the session of the viewer, every `.m3u8` one of its own, also in absolute
 * URLs. A reference to itself becomes a comment, because players would follow it for ever. `diskDir` is cut off:
 * ffmpeg writes absolute paths into playlists on the disk.
 */
export function compilePlaylist(text: string, path: string, diskDir?: string): Template {
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  const lines = (diskDir === undefined ? ended : withoutFolder(ended, diskDir))
    .split(/\r?\n/)
    .map((line) => rewriteLine(line, path));
  const parts = lines
    .join('\n')
    .split(marks)
    .map((part) => (part === ownMark ? OWN : part === newMark ? NEW : part));
  return { isMaster: /^#EXT-X-STREAM-INF:/m.test(text), parts };
}

/** ffmpeg writes absolute paths into playlists on the disk; nobody else can follow them. */
export const withoutFolder = (text: string, folder: string): string =>
  text.replaceAll(folder.endsWith('/') ? folder : `${folder}/`, '');

function rewriteLine(line: string, path: string): string {
  if (line === '' || line.startsWith('#')) return line;
  const [address = '', query = ''] = splitQuery(line);
  if (address.endsWith('.ts')) return `${address}?${withSession(query, ownMark)}`;
  if (!address.endsWith('.m3u8')) return line;
  const rewritten = `${address}?${withSession(query, newMark)}`;
  return resolve(address, path) === path ? `# m3u8 is referencing itself: ${rewritten}` : rewritten;
}

/** The path that a reference in the playlist at `path` means; null: on another host. */
function resolve(address: string, path: string): string | null {
  // Put together, not resolved: a path that begins with two slashes would name a host.
  const base = new URL(`${HERE}${path.split('/').map(encodeURIComponent).join('/')}`);
  const target = URL.parse(address, base);
  return target === null || target.origin !== HERE ? null : decode(target.pathname);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A stray percent sign means itself.
    return pathname;
  }
}

const splitQuery = (line: string) => {
  const at = line.indexOf('?');
  return at === -1 ? [line] : [line.slice(0, at), line.slice(at + 1)];
};

/** The query with this session; sorted by name, as the core writes queries. */
function withSession(query: string, session: string): string {
  if (query === '') return `session=${session}`;
  const parameters = new URLSearchParams(query);
  parameters.set('session', session);
  parameters.sort();
  return parameters.toString();
}

/** More playlists than this in one are no choice of qualities; the rest share the last session. */
const MOST_NEW = 64;

/** The playlist for one viewer. An empty session is left empty. */
export function renderPlaylist({ parts }: Template, session: string, create: () => string = newSessionId): string {
  let text = '';
  let fresh = '';
  let created = 0;
  for (const part of parts) {
    if (part === NEW && created < MOST_NEW) {
      created += 1;
      fresh = create();
    }
    text += part === OWN ? session : part === NEW ? fresh : part;
  }
  return text;
}

/** The playlist that hands out a session: it points to the same name (escaped: a colon would look like a scheme). */
export function sessionMaster(path: string, query: string, session: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=1024\n${encodeURIComponent(name)}?${withSession(query, session)}`;
}

/** Paths of the segments that a playlist lists; segments on other hosts are left out. */
export function segmentsOf(text: string, path: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [address = ''] = splitQuery(line);
    const segment = line.startsWith('#') || !address.endsWith('.ts') ? null : resolve(address, path);
    return segment === null ? [] : [segment];
  });
}
