import { createSessionId, SESSION_ID_LENGTH } from './sessionId.ts';

/** The cache keeps the latest requested playlists, up to these limits. */
const MOST = 64;
const MOST_BYTES = 16 * 1024 * 1024;

interface StoredTemplate {
  readonly body: Buffer;
  readonly template: Template;
}

/** Bytes; an offset is a number of eight. */
const sizeOf = ({ body, template: { bytes, own, fresh } }: StoredTemplate): number =>
  body.length + bytes.length + 8 * (own.length + fresh.length);

/** Playlists are prepared once for all viewers, until they change. */
export function createTemplates(compile = compilePlaylist) {
  const known = new Map<string, StoredTemplate>();
  let [newest, bytes]: [StoredTemplate | undefined, number] = [undefined, 0];

  const forget = (path: string) => {
    const found = known.get(path);
    if (found !== undefined) bytes -= sizeOf(found);
    known.delete(path);
  };

  return {
    of(body: Buffer, path: string, diskDir: string | undefined): Template {
      const found = known.get(path);
      // The disk storage reads another buffer every time.
      const isSame = found !== undefined && (found.body === body || found.body.equals(body));
      if (isSame && found === newest) return found.template;
      const template = isSame ? found.template : compile(body.toString('utf8'), path, diskDir);
      forget(path);
      newest = { body, template };
      known.set(path, newest);
      bytes += sizeOf(newest);
      for (const [oldest] of known) {
        if (known.size <= MOST && bytes <= MOST_BYTES) break;
        forget(oldest);
      }
      return template;
    },
  };
}

/** A playlist with gaps for session ids, each as long as one. It is made once per playlist and filled for every viewer. */
export interface Template {
  /** A playlist of playlists needs no made-up one in front of it. */
  readonly isMaster: boolean;
  /** The gaps contain an id that no session has. */
  readonly bytes: Buffer;
  /** Offsets of gaps for the session of the viewer, in bytes. */
  readonly own: readonly number[];
  /** Offsets of gaps for new sessions. */
  readonly fresh: readonly number[];
}

/** Stand-in while a line is put together. Random, so no playlist can contain it. */
const GAP = createSessionId();
const SESSION = `session=${GAP}`;

/** The address of the playlist, against which relative references are resolved. Only its path counts. */
const HERE = 'http://this.invalid';

/**
 * Every `.ts` gets the viewer's session, every `.m3u8` its own. A self-reference becomes a comment, as players would
 * follow it for ever. `diskDir` is cut off ffmpeg's absolute paths.
 */
export function compilePlaylist(text: string, path: string, diskDir?: string): Template {
  const ended = text.endsWith('\n') ? text : `${text}\n`;
  const resolve = resolverAt(path);
  const own: number[] = [];
  const fresh: number[] = [];
  let at = 0;
  const lines = (diskDir === undefined ? ended : removeFolder(ended, diskDir)).split(/\r?\n/).map((line) => {
    const kind = kindOf(line);
    const rewritten = kind === 'other' ? line : withSession(line);
    const isSelf = kind === 'playlist' && resolve(addressIn(line)) === path;
    const shown = isSelf ? `# m3u8 is referencing itself: ${rewritten}` : rewritten;
    if (kind !== 'other') {
      const gaps = kind === 'segment' ? own : fresh;
      gaps.push(at + Buffer.byteLength(shown.slice(0, shown.lastIndexOf(GAP))));
    }
    at += Buffer.byteLength(shown) + 1;
    return shown;
  });
  return { isMaster: /^#EXT-X-STREAM-INF:/m.test(text), bytes: Buffer.from(lines.join('\n')), own, fresh };
}

/** ffmpeg writes absolute paths into playlists on the disk; nobody else can follow them. */
export const removeFolder = (text: string, folder: string): string =>
  text.replaceAll(folder.endsWith('/') ? folder : `${folder}/`, '');

function kindOf(line: string): 'segment' | 'playlist' | 'other' {
  if (line === '' || line.startsWith('#')) return 'other';
  const address = addressIn(line);
  return address.endsWith('.ts') ? 'segment' : address.endsWith('.m3u8') ? 'playlist' : 'other';
}

/** Resolves references of the playlist at `path` to paths; null: on another host. */
function resolverAt(path: string): (address: string) => string | null {
  // Put together, not resolved: a path that begins with two slashes would name a host.
  const base = new URL(`${HERE}${path.split('/').map(encodeURIComponent).join('/')}`);
  return (address) => {
    const target = URL.parse(address, base);
    return target === null || target.origin !== HERE ? null : decode(target.pathname);
  };
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A stray percent sign means itself.
    return pathname;
  }
}

const addressIn = (line: string): string => {
  const at = line.indexOf('?');
  return at === -1 ? line : line.slice(0, at);
};

function withSession(line: string): string {
  const address = addressIn(line);
  const query = line.slice(address.length + 1);
  return `${address}?${query === '' ? SESSION : queryWith(query, GAP)}`;
}

/** The query with this session; sorted by name, as the core writes queries. */
function queryWith(query: string, session: string): string {
  if (query === '') return `session=${session}`;
  const parameters = new URLSearchParams(query);
  parameters.set('session', session);
  parameters.sort();
  return parameters.toString();
}

/** More playlists than this in one are no choice of qualities; the rest share the last session. */
const MOST_NEW = 64;

/** The playlist for one viewer. An empty session is left empty. Costs a copy, whatever the number of lines. */
export function renderPlaylist(template: Template, session: string, create: () => string = createSessionId): Buffer {
  const filled = Buffer.from(template.bytes);
  const ids = template.fresh.slice(0, MOST_NEW).map(() => Buffer.from(create()));
  template.fresh.forEach((at, index) => {
    const id = ids[Math.min(index, MOST_NEW - 1)];
    if (id !== undefined) fill(filled, at, id);
  });
  if (session === '') return without(filled, template.own);
  const id = Buffer.from(session);
  for (const at of template.own) fill(filled, at, id);
  return filled;
}

/** Byte by byte: so few are written sooner than a method of Buffer is called. */
function fill(bytes: Buffer, at: number, id: Buffer): void {
  for (let index = 0; index < SESSION_ID_LENGTH; index += 1) bytes[at + index] = id[index] ?? 0;
}

function without(bytes: Buffer, gaps: readonly number[]): Buffer {
  const closed = Buffer.allocUnsafe(bytes.length - gaps.length * SESSION_ID_LENGTH);
  let from = 0;
  let to = 0;
  for (const gap of [...gaps, bytes.length]) {
    to += bytes.copy(closed, to, from, gap);
    from = gap + SESSION_ID_LENGTH;
  }
  return closed;
}

/** The playlist that hands out a session: it points to the same name (escaped: a colon would look like a scheme). */
export function buildSessionMaster(path: string, query: string, session: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=1024\n${encodeURIComponent(name)}?${queryWith(query, session)}`;
}

/** Paths of the segments that a playlist lists; segments on other hosts are left out. */
export function listSegments(text: string, path: string): string[] {
  const resolve = resolverAt(path);
  return text.split(/\r?\n/).flatMap((line) => {
    const segment = kindOf(line) === 'segment' ? resolve(addressIn(line)) : null;
    return segment === null ? [] : [segment];
  });
}
