import type { Readable } from 'node:stream';
import { ApiError } from '../apiError.ts';
import { elapsedMs } from '../clock.ts';
import type { ByteRange, Storage, StoredFile } from '../types.ts';
import { compileGlob } from './glob.ts';
import { normalName } from './path.ts';
import { selectFiles } from './selection.ts';
import { createUploadOrder } from './uploadOrder.ts';

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
  /** The file as it is now: who holds it keeps the old bytes when it is replaced. */
  get(name: string): MemoryFile | null;
  setLimits(limits: MemoryLimits): void;
}

const refuse = (detail: string) => new ApiError(400, 'Bad request', [detail]);
const TOO_BIG = 'File is too big';
const NO_SPACE = 'not enough space on device';

export function createMemory(limits: MemoryLimits): MemoryStorage {
  const receive = createUploadOrder();
  /** In the order of their last change: the first is the oldest. */
  const files = new Map<string, MemoryFile>();
  let { limitBytes, purge } = limits;
  let usedBytes = 0;
  /** Of uploads that are under way. */
  let incomingBytes = 0;
  let lastStamp = 0;

  /** Two files never share a time, so age gives an order and a time tells a version. */
  const stamp = (): Date => {
    lastStamp = Math.max(Date.now(), lastStamp + 1);
    return new Date(lastStamp);
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

  const collect = async (name: string, body: Readable): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let sizeBytes = 0;
    try {
      for await (const part of body) {
        const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
        sizeBytes += bytes.length;
        incomingBytes += bytes.length;
        // While it comes in, so that an endless upload is refused early and not after it has filled the machine.
        if (limitBytes > 0 && sizeBytes > limitBytes) throw refuse(TOO_BIG);
        const kept = purge ? 0 : usedBytes - (files.get(name)?.sizeBytes ?? 0);
        // All uploads together: many at once must not fill the machine either.
        if (limitBytes > 0 && kept + incomingBytes > limitBytes) throw refuse(NO_SPACE);
        parts.push(bytes);
      }
    } finally {
      incomingBytes -= sizeBytes;
    }
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, sizeBytes);
  };

  const keep = (name: string, body: Buffer): 'created' | 'replaced' => {
    makeRoom(name, body.length);
    const replaced = drop(name);
    files.set(name, { name, sizeBytes: body.length, lastModified: stamp(), changedAtMs: elapsedMs(), body });
    usedBytes += body.length;
    return replaced ? 'replaced' : 'created';
  };

  const get = (path: string): MemoryFile | null => files.get(path) ?? files.get(normalName(path)) ?? null;

  return {
    name: 'mem',
    get,
    setLimits: (next) => {
      ({ limitBytes, purge } = next);
    },
    list: async (glob) => {
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
      const name = normalName(path);
      if (name === '/') throw refuse('a file name is missing');
      if (name.includes('\0')) throw refuse(`${name} is not a file name`);
      if (Buffer.isBuffer(body)) return keep(name, body);
      return receive({ name, collect: () => collect(name, body), keep: (bytes) => keep(name, bytes) });
    },
    remove: async (path) => drop(normalName(path)),
    usage: async () => ({ usedBytes, limitBytes, files: files.size }),
  };
}
