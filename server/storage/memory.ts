import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '../util/apiError.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { compileGlob } from './glob.ts';
import { normalizeName } from './normalizeName.ts';
import { selectFiles } from './selectFiles.ts';
import type { ByteRange, Storage, StoredFile } from './types.ts';

interface PendingUpload {
  readonly name: string;
  readonly done: Promise<unknown>;
}

interface Upload<T> {
  readonly name: string;
  collect(): Promise<Buffer>;
  keep(bytes: Buffer): T;
}

/**
 * ffmpeg sends a segment and, without waiting, its playlist on another connection, which arrives first; players would
 * miss the segment. A playlist therefore waits for the earlier uploads that it names, and for its older self.
 */
function createUploadOrder(): <T>(upload: Upload<T>) => Promise<T> {
  const underWay = new Set<PendingUpload>();

  const receive = async <T>({ name, collect, keep }: Upload<T>): Promise<T> => {
    const earlier = [...underWay];
    const bytes = await collect();
    if (name.endsWith('.m3u8')) {
      const awaited = earlier.filter((other) => other.name === name || bytes.includes(posix.basename(other.name)));
      await Promise.allSettled(awaited.map(({ done }) => done));
    }
    return keep(bytes);
  };

  return (upload) => {
    const done = receive(upload);
    const pending = { name: upload.name, done };
    underWay.add(pending);
    return done.finally(() => underWay.delete(pending));
  };
}

interface MemoryFile extends StoredFile {
  readonly body: Buffer;
}

interface MemoryLimits {
  /** 0: unlimited. */
  readonly limitBytes: number;
  /** Drop the oldest files when a new one does not fit. */
  readonly purge: boolean;
}

export interface MemoryStorage extends Storage {
  /** A reader keeps the old bytes when the file is replaced. */
  get(name: string): MemoryFile | null;
  setLimits(limits: MemoryLimits): void;
}

const refuse = (detail: string) => new ApiError(400, 'Bad request', [detail]);
const TOO_BIG = 'File is too big';
const NO_SPACE = 'not enough space on device';
/** Less does no harm: it is below the seconds of HTTP. */
const CLOCK_SET_MS = 1_000;

export function createMemory(limits: MemoryLimits): MemoryStorage {
  const receive = createUploadOrder();
  /** In the order of their last change: the first is the oldest. */
  const files = new Map<string, MemoryFile>();
  let { limitBytes, purge } = limits;
  let usedBytes = 0;
  /** The bytes of uploads under way. */
  let incomingBytes = 0;
  let lastStamp = 0;
  let writes = 0;
  let clockMs = Date.now() - elapsedMs();

  /** A clock that was set moves all times along: players tell by `Date` and `Last-Modified` whether a stream goes on. */
  const followClock = (): void => {
    const byMs = Math.round(Date.now() - elapsedMs() - clockMs);
    if (Math.abs(byMs) < CLOCK_SET_MS) return;
    clockMs += byMs;
    lastStamp += byMs;
    for (const [name, file] of files) {
      files.set(name, { ...file, lastModified: new Date(file.lastModified.getTime() + byMs) });
    }
  };

  /** No two files share a time. A version lasts, whatever happens to the times. */
  const stamp = () => {
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    writes += 1;
    return { lastModified: new Date(lastStamp), version: `${lastStamp.toString(36)}-${writes.toString(36)}` };
  };

  const drop = (name: string): boolean => {
    const file = files.get(name);
    if (file === undefined) return false;
    usedBytes -= file.sizeBytes;
    return files.delete(name);
  };

  const makeRoom = (name: string, sizeBytes: number): void => {
    if (limitBytes === 0) return;
    if (sizeBytes > limitBytes) throw refuse(TOO_BIG);
    const replaced = files.get(name)?.sizeBytes ?? 0;
    const missing = () => usedBytes - replaced + sizeBytes - limitBytes;
    if (missing() <= 0) return;
    if (!purge) throw refuse(NO_SPACE);
    for (const [oldest] of files) {
      if (oldest !== name) drop(oldest);
      if (missing() <= 0) return;
    }
  };

  /** null: the upload may go on. */
  const refusalOf = (name: string, sizeBytes: number): ApiError | null => {
    if (limitBytes === 0) return null;
    if (sizeBytes > limitBytes) return refuse(TOO_BIG);
    const kept = purge ? 0 : usedBytes - (files.get(name)?.sizeBytes ?? 0);
    // All uploads together: many at once must not fill the machine either.
    return kept + incomingBytes > limitBytes ? refuse(NO_SPACE) : null;
  };

  /** Uses events, as an iterator costs more than the bytes. A refused body pauses, so its request can be answered. */
  const collect = (name: string, body: Readable) =>
    new Promise<Buffer>((resolve, reject) => {
      const parts: Buffer[] = [];
      let sizeBytes = 0;
      const end = (settle: () => void) => {
        body.off('data', take).off('end', whole).off('error', fail).off('close', breakOff);
        incomingBytes -= sizeBytes;
        settle();
      };
      const fail = (error: unknown) => {
        body.pause();
        end(() => reject(error));
      };
      const breakOff = () => fail(new Error('the upload was broken off'));
      const whole = () => {
        const [first] = parts;
        end(() => resolve(parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, sizeBytes)));
      };
      const take = (part: unknown) => {
        const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
        sizeBytes += bytes.length;
        incomingBytes += bytes.length;
        // While it comes in, so that an endless upload is refused early and not after it has filled the machine.
        const refusal = refusalOf(name, sizeBytes);
        if (refusal !== null) fail(refusal);
        else parts.push(bytes);
      };
      if (body.destroyed) return breakOff();
      body.on('data', take).on('end', whole).on('error', fail).on('close', breakOff);
    });

  const keep = (name: string, body: Buffer): 'created' | 'replaced' => {
    followClock();
    makeRoom(name, body.length);
    const replaced = drop(name);
    files.set(name, { name, sizeBytes: body.length, ...stamp(), changedAtMs: elapsedMs(), body });
    usedBytes += body.length;
    return replaced ? 'replaced' : 'created';
  };

  const get = (path: string): MemoryFile | null => {
    followClock();
    return files.get(path) ?? files.get(normalizeName(path)) ?? null;
  };

  return {
    name: 'mem',
    get,
    setLimits: (next) => {
      ({ limitBytes, purge } = next);
    },
    list: async (glob) => {
      followClock();
      if (glob === undefined) return [...files.values()];
      const pattern = compileGlob(glob);
      return pattern === null ? [] : selectFiles(pattern, [...files.values()]);
    },
    stat: async (path) => get(path),
    read: async (path, range?: ByteRange) => {
      const file = get(path);
      if (file === null) return null;
      return { file, body: range === undefined ? file.body : file.body.subarray(range.start, range.end + 1) };
    },
    write: async (path, body) => {
      const name = normalizeName(path);
      if (name === '/') throw refuse('a file name is missing');
      if (name.includes('\0')) throw refuse(`${name} is not a file name`);
      if (Buffer.isBuffer(body)) return keep(name, body);
      return receive({ name, collect: () => collect(name, body), keep: (bytes) => keep(name, bytes) });
    },
    remove: async (path) => drop(normalizeName(path)),
    usage: async () => ({ usedBytes, limitBytes, files: files.size }),
  };
}
