import { createSessionId, SESSION_ID_LENGTH } from './sessionId.ts';

const MAX = 64;
const MAX_BYTES = 16 * 1024 * 1024;

interface StoredTemplate {
  readonly body: Buffer;
  readonly template: Template;
}

const sizeOf = ({ body, template: { bytes, own, fresh } }: StoredTemplate): number =>
  body.length + bytes.length + 8 * (own.length + fresh.length);

export function createTemplates(compile = compilePlaylist) {
  const templates = new Map<string, StoredTemplate>();
  let [newest, bytes]: [StoredTemplate | undefined, number] = [undefined, 0];

  const forget = (path: string) => {
    const found = templates.get(path);
    if (found !== undefined) bytes -= sizeOf(found);
    templates.delete(path);
  };

  return {
    of(body: Buffer, path: string, diskDir: string | undefined): Template {
      const found = templates.get(path);
      // The disk storage returns another buffer each time.
      const isSame = found !== undefined && (found.body === body || found.body.equals(body));
      if (isSame && found === newest) return found.template;
      const template = isSame ? found.template : compile(body.toString('utf8'), path, diskDir);
      forget(path);
      newest = { body, template };
      templates.set(path, newest);
      bytes += sizeOf(newest);
      for (const [oldest] of templates) {
        if (templates.size <= MAX && bytes <= MAX_BYTES) break;
        forget(oldest);
      }
      return template;
    },
  };
}

/** A playlist with gaps of the length of a session id, filled for each viewer. */
export interface Template {
  /** A master playlist needs no generated one in front. */
  readonly isMaster: boolean;
  readonly bytes: Buffer;
  readonly own: readonly number[];
  readonly fresh: readonly number[];
}

/** Random placeholder, so that no playlist can contain it. */
const GAP = createSessionId();
const SESSION = `session=${GAP}`;

/** Base URL for relative references. Only its path counts. */
const HERE = 'http://this.invalid';

/**
 * A self-reference becomes a comment, because players would loop. `diskDir` is removed from ffmpeg's absolute paths.
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

/** ffmpeg writes absolute paths into playlists on the disk, which clients cannot follow. */
export const removeFolder = (text: string, folder: string): string =>
  text.replaceAll(folder.endsWith('/') ? folder : `${folder}/`, '');

function kindOf(line: string): 'segment' | 'playlist' | 'other' {
  if (line === '' || line.startsWith('#')) return 'other';
  const address = addressIn(line);
  return address.endsWith('.ts') ? 'segment' : address.endsWith('.m3u8') ? 'playlist' : 'other';
}

function resolverAt(path: string): (address: string) => string | null {
  // Concatenated, because a path with two leading slashes would name a host.
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
    // A malformed percent encoding is literal.
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

/** Sorted by name, like the real core's queries. */
function queryWith(query: string, session: string): string {
  if (query === '') return `session=${session}`;
  const parameters = new URLSearchParams(query);
  parameters.set('session', session);
  parameters.sort();
  return parameters.toString();
}

/** A master playlist has fewer entries; more share the last session. */
const MAX_NEW = 64;

/** Fills in the session, which may be empty. Takes one copy, whatever the number of lines. */
export function renderPlaylist(template: Template, session: string, create: () => string = createSessionId): Buffer {
  const filled = Buffer.from(template.bytes);
  const ids = template.fresh.slice(0, MAX_NEW).map(() => Buffer.from(create()));
  template.fresh.forEach((at, index) => {
    const id = ids[Math.min(index, MAX_NEW - 1)];
    if (id !== undefined) fill(filled, at, id);
  });
  if (session === '') return removeGaps(filled, template.own);
  const id = Buffer.from(session);
  for (const at of template.own) fill(filled, at, id);
  return filled;
}

/** For so few bytes, a loop is faster than a Buffer method. */
function fill(bytes: Buffer, at: number, id: Buffer): void {
  for (let index = 0; index < SESSION_ID_LENGTH; index += 1) bytes[at + index] = id[index] ?? 0;
}

function removeGaps(bytes: Buffer, gaps: readonly number[]): Buffer {
  const closed = Buffer.allocUnsafe(bytes.length - gaps.length * SESSION_ID_LENGTH);
  let from = 0;
  let offset = 0;
  for (const gap of [...gaps, bytes.length]) {
    offset += bytes.copy(closed, offset, from, gap);
    from = gap + SESSION_ID_LENGTH;
  }
  return closed;
}

/** The playlist that hands out a session. The name is escaped, because a colon would look like a scheme. */
export function buildSessionMaster(path: string, query: string, session: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=1024\n${encodeURIComponent(name)}?${queryWith(query, session)}`;
}

/** Leaves out segments on other hosts. */
export function listSegments(text: string, path: string): string[] {
  const resolve = resolverAt(path);
  return text.split(/\r?\n/).flatMap((line) => {
    const segment = kindOf(line) === 'segment' ? resolve(addressIn(line)) : null;
    return segment === null ? [] : [segment];
  });
}
