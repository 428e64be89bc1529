import { randomUUID } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { access, constants, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../apiError.ts';
import { elapsedMs } from '../clock.ts';
import { makeFolder } from '../file.ts';
import type { ByteRange, Storage, StoredFile } from '../types.ts';
import { folderOf, globToRegExp } from './glob.ts';
import { normalName } from './path.ts';

export interface DiskStorage extends Storage {
  /** Absolute, without symbolic links. */
  readonly root: string;
  isFolder(path: string): Promise<boolean>;
}

/** Uploads are written here and then renamed, so a reader never meets half a file. */
const UPLOADS = '.uploads';
const HIDDEN = `/${UPLOADS}/`;

const refuse = (detail: string) => new ApiError(400, 'Bad request', [detail]);
const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);
const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'].includes(String(codeOf(error)));

/** Names that the file system does not take. */
const refused: Readonly<Record<string, string>> = {
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EEXIST: 'not a directory',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'the folder was removed meanwhile',
};

/** null where the file system says "no such thing"; other faults go on. */
const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });

/** Opens a folder, made if missing. Throws with one clear line if it cannot be written to. */
export async function createDisk(dir: string, { limitBytes }: { limitBytes: number }): Promise<DiskStorage> {
  try {
    await makeFolder(dir);
    await access(dir, constants.W_OK | constants.X_OK);
    await rm(join(dir, UPLOADS), { recursive: true, force: true });
  } catch (error) {
    throw new Error(`the folder ${dir} is not writable (${error instanceof Error ? error.message : String(error)})`);
  }
  return openDisk(await realpath(dir), limitBytes);
}

/** Opens a folder that exists and is only read. */
export const readOnlyDisk = async (dir: string): Promise<DiskStorage> => openDisk(await realpath(dir), 0);

function openDisk(root: string, limitBytes: number): DiskStorage {
  /** Of uploads that are under way. */
  let incomingBytes = 0;
  let lastPlaced: Promise<void> = Promise.resolve();
  const isInside = (real: string) => real === root || real.startsWith(root === sep ? sep : root + sep);

  /** The real path of an existing file or folder; null if there is none, or if a link leads out of the root. */
  const realOf = async (path: string): Promise<string | null> => {
    const name = normalName(path);
    if (name.includes('\0') || `${name}/`.startsWith(HIDDEN)) return null;
    const real = await orNull(realpath(join(root, name)));
    return real !== null && isInside(real) ? real : null;
  };

  /** Where a new file goes; its folders are made. */
  const placeFor = async (name: string): Promise<string> => {
    if (name === '/' || name.includes('\0') || `${name}/`.startsWith(HIDDEN))
      throw refuse(`${name} is not a file name`);
    const target = join(root, name);
    let existing = dirname(target);
    while (existing !== root && (await orNull(stat(existing))) === null && existing.startsWith(root)) {
      existing = dirname(existing);
    }
    if (!isInside(await realpath(existing))) throw refuse(`${name} is not inside of the storage`);
    await makeFolder(dirname(target));
    // A link may have come in between.
    if (!isInside(await realpath(dirname(target)))) throw refuse(`${name} is not inside of the storage`);
    if ((await orNull(stat(target)))?.isDirectory() === true)
      throw refuse(`creating file failed: ${name}: is a directory`);
    return target;
  };

  const statOf = async (path: string): Promise<StoredFile | null> => {
    const real = await realOf(path);
    const found = real === null ? null : await orNull(stat(real));
    if (!found?.isFile()) return null;
    return fileOf(path, found);
  };

  const list = async (glob?: string): Promise<StoredFile[]> => {
    const pattern = glob === undefined ? /^/ : globToRegExp(glob);
    const folder = await realOf(glob === undefined ? '/' : folderOf(glob));
    if (pattern === null || folder === null) return [];
    const entries = (await orNull(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(root, join(entry.parentPath, entry.name))}`)
      .filter((name) => !name.startsWith(HIDDEN) && pattern.test(name));
    const found = await Promise.all(names.map(statOf));
    return found.filter((file) => file !== null);
  };

  const usage = async () => {
    const files = await list();
    return { usedBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0), limitBytes, files: files.length };
  };

  /** Bytes that a new content of `name` may have. */
  const roomFor = async (name: string): Promise<number> => {
    if (limitBytes === 0) return Number.POSITIVE_INFINITY;
    return limitBytes - (await usage()).usedBytes + ((await statOf(name))?.sizeBytes ?? 0);
  };

  /** One after the other, and asked again: what was free when an upload began may be taken by now. */
  const place = (name: string, upload: string, target: string, sizeBytes: number): Promise<void> => {
    const placed = lastPlaced.then(async () => {
      if (sizeBytes > (await roomFor(name))) throw refuse('not enough space on device');
      await rename(upload, target);
    });
    lastPlaced = placed.catch(() => undefined);
    return placed;
  };

  const write = async (path: string, body: Buffer | Readable): Promise<'created' | 'replaced'> => {
    const name = normalName(path);
    const upload = join(root, UPLOADS, randomUUID());
    let ownBytes = 0;
    try {
      const target = await placeFor(name);
      const room = await roomFor(name);
      const before = await orNull(stat(target));
      await makeFolder(dirname(upload));
      await pipeline(
        Buffer.isBuffer(body) ? Readable.from([body]) : body,
        counted((bytes) => {
          ownBytes += bytes;
          incomingBytes += bytes;
          // All uploads together: each of them alone may fit.
          return incomingBytes <= room;
        }),
        createWriteStream(upload, { flags: 'wx' }),
      );
      await place(name, upload, target, ownBytes);
      return before === null ? 'created' : 'replaced';
    } catch (error) {
      await rm(upload, { force: true });
      if (codeOf(error) === 'ENOSPC') throw refuse('not enough space on device');
      const reason = refused[String(codeOf(error))];
      if (reason !== undefined) throw refuse(`creating file failed: ${name}: ${reason}`);
      throw error;
    } finally {
      incomingBytes -= ownBytes;
    }
  };

  const read = async (path: string, range?: ByteRange) => {
    const real = await realOf(path);
    const handle = real === null ? null : await orNull(open(real, constants.O_RDONLY | constants.O_NONBLOCK));
    if (handle === null) return null;
    const found = await handle.stat();
    if (!found.isFile()) {
      await handle.close();
      return null;
    }
    const file = fileOf(path, found);
    if (found.size === 0) {
      await handle.close();
      return { file, body: Buffer.alloc(0) };
    }
    // The end is fixed, so that a file that grows does not run over its Content-Length.
    return { file, body: handle.createReadStream(range ?? { start: 0, end: found.size - 1 }) };
  };

  return {
    name: 'disk',
    root,
    list,
    stat: statOf,
    read,
    write,
    usage,
    isFolder: async (path) => {
      const real = await realOf(path);
      return real !== null && (await orNull(stat(real)))?.isDirectory() === true;
    },
    remove: async (path) => {
      if ((await statOf(path)) === null) return false;
      // The link itself, not what it leads to.
      return (await orNull(unlink(join(root, normalName(path))))) !== null || (await statOf(path)) === null;
    },
  };
}

const fileOf = (path: string, { size, mtime, mtimeMs }: Stats): StoredFile => ({
  name: normalName(path),
  sizeBytes: size,
  lastModified: mtime,
  // The file system knows no other clock.
  changedAtMs: elapsedMs() - (Date.now() - mtimeMs),
});

function counted(fits: (bytes: number) => boolean): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (fits(chunk.length)) done(null, chunk);
      else done(refuse('not enough space on device'));
    },
  });
}
