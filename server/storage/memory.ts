import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '../util/apiError.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { compileGlob } from './glob.ts';
import { normalizeName } from './normalizeName.ts';
import { selectFiles } from './selectFiles.ts';
import { createShares, type FileOwner, isSameOwner, OPERATOR, ownerOf, type ShareLimits } from './shares.ts';
import type { ByteRange, SharedStorage, StoredFile } from './types.ts';

interface PendingUpload {
  readonly name: string;
  readonly done: Promise<unknown>;
}

interface Upload<T> {
  readonly name: string;
  collect(): Promise<Buffer>;
  keep(bytes: Buffer): T;
}

/** ffmpeg uploads a segment and its playlist at the same time; the playlist waits for the segments that it names. */
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
  readonly owner: FileOwner;
}

interface MemoryLimits extends Omit<ShareLimits, 'pushBytes'> {
  readonly pushBytes?: number;
  /** Whether a new file replaces the oldest ones of its writer and the operator, not those of other streams. */
  readonly purge: boolean;
}

export interface MemoryStorage extends SharedStorage {
  /** A reader keeps the old bytes when the file is replaced. */
  get(name: string): MemoryFile | null;
  setLimits(limits: MemoryLimits): void;
}

const refuse = (detail: string) => new ApiError(400, 'Bad request', [detail]);
const TOO_BIG = 'File is too big';
const NO_SPACE = 'not enough space on device';
/** HTTP dates have whole seconds. */
const CLOCK_SET_MS = 1_000;

export function createMemory(limits: MemoryLimits): MemoryStorage {
  const receive = createUploadOrder();
  const files = new Map<string, MemoryFile>();
  const withDefaults = ({ limitBytes, purge, pushBytes = Number.POSITIVE_INFINITY }: MemoryLimits) => ({
    ...{ limitBytes, purge, pushBytes },
  });
  let current = withDefaults(limits);
  const shares = createShares(() => current);
  let usedBytes = 0;
  let lastStamp = 0;
  let writes = 0;
  let clockMs = Date.now() - elapsedMs();

  /** Shifts all times with the clock: players judge by `Date` and `Last-Modified` whether a stream continues. */
  const followClock = (): void => {
    const shiftMs = Math.round(Date.now() - elapsedMs() - clockMs);
    if (Math.abs(shiftMs) < CLOCK_SET_MS) return;
    clockMs += shiftMs;
    lastStamp += shiftMs;
    for (const [name, file] of files) {
      files.set(name, { ...file, lastModified: new Date(file.lastModified.getTime() + shiftMs) });
    }
  };

  /** Times are distinct. A version does not change when times shift. */
  const stamp = () => {
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    writes += 1;
    return { lastModified: new Date(lastStamp), version: `${lastStamp.toString(36)}-${writes.toString(36)}` };
  };

  const drop = (name: string): boolean => {
    const file = files.get(name);
    if (file === undefined) return false;
    usedBytes -= file.sizeBytes;
    shares.change(file.owner, { storedBytes: -file.sizeBytes, files: -1 });
    return files.delete(name);
  };

  const hasRoom = (name: string, owner: FileOwner, moreBytes: number): boolean => {
    const replaced = files.get(name);
    const own = replaced !== undefined && isSameOwner(replaced.owner, owner) ? replaced : null;
    return shares.fits(owner, moreBytes - (own?.sizeBytes ?? 0), own === null ? 1 : 0);
  };

  const makeRoom = (name: string, owner: FileOwner, sizeBytes: number): void => {
    const { limitBytes, purge } = current;
    if (limitBytes > 0 && sizeBytes > limitBytes) throw refuse(TOO_BIG);
    if (hasRoom(name, owner, sizeBytes)) return;
    if (!purge) throw refuse(NO_SPACE);
    for (const [oldest, file] of files) {
      if (oldest === name || !shares.mayDrop(owner, file.owner)) continue;
      drop(oldest);
      if (hasRoom(name, owner, sizeBytes)) return;
    }
    throw refuse(NO_SPACE);
  };

  /** Returns null if the upload may continue; its bytes already count. */
  const refusalOf = (name: string, owner: FileOwner, sizeBytes: number): ApiError | null => {
    const { limitBytes, purge } = current;
    if (limitBytes > 0 && sizeBytes > limitBytes) return refuse(TOO_BIG);
    return (purge ? shares.fitsIncoming(owner) : hasRoom(name, owner, 0)) ? null : refuse(NO_SPACE);
  };

  /** Uses events, because an iterator costs more than the bytes. Bytes count until `release`. */
  const collect = (name: string, owner: FileOwner, body: Readable) => {
    let sizeBytes = 0;
    const release = () => {
      shares.change(owner, { incomingBytes: -sizeBytes });
      sizeBytes = 0;
    };
    const collected = new Promise<Buffer>((resolve, reject) => {
      const parts: Buffer[] = [];
      const end = () => body.off('data', onData).off('end', onEnd).off('error', fail).off('close', breakOff);
      const fail = (error: unknown) => {
        body.pause();
        end();
        reject(error);
      };
      const breakOff = () => fail(new Error('the upload was broken off'));
      const onEnd = () => {
        const [first] = parts;
        end();
        resolve(parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, sizeBytes));
      };
      const onData = (part: unknown) => {
        const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
        sizeBytes += bytes.length;
        shares.change(owner, { incomingBytes: bytes.length });
        // Checked while data arrives, so that an endless upload is rejected early.
        const refusal = refusalOf(name, owner, sizeBytes);
        if (refusal !== null) fail(refusal);
        else parts.push(bytes);
      };
      if (body.destroyed) return breakOff();
      body.on('data', onData).on('end', onEnd).on('error', fail).on('close', breakOff);
    });
    return { collected, release };
  };

  const keep = (name: string, owner: FileOwner, body: Buffer): 'created' | 'replaced' => {
    followClock();
    makeRoom(name, owner, body.length);
    const replaced = drop(name);
    const sizeBytes = body.length;
    files.set(name, { name, owner, sizeBytes, ...stamp(), changedAtMs: elapsedMs(), body });
    usedBytes += sizeBytes;
    shares.change(owner, { storedBytes: sizeBytes, files: 1 });
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
      current = withDefaults(next);
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
    write: async (path, body, writer = OPERATOR) => {
      const name = normalizeName(path);
      if (name === '/') throw refuse('a file name is missing');
      if (name.includes('\0')) throw refuse(`${name} is not a file name`);
      const owner = ownerOf(name, writer);
      if (Buffer.isBuffer(body)) return keep(name, owner, body);
      const { collected, release } = collect(name, owner, body);
      const keepIt = (bytes: Buffer) => {
        release();
        return keep(name, owner, bytes);
      };
      return receive({ name, collect: () => collected, keep: keepIt }).finally(release);
    },
    roomBytes: shares.roomBytes,
    remove: async (path) => drop(normalizeName(path)),
    usage: async () => ({ usedBytes, limitBytes: current.limitBytes, files: files.size }),
  };
}
