import { randomUUID } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { access, constants, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../util/atomicFiles.ts';
import { errorCodeOf, messageOf } from '../util/errorMessage.ts';
import { createBadRequest, createDiskPaths, type DiskPaths, nullIfAbsent, UPLOADS } from './diskPaths.ts';
import { compileGlob, findGlobFolder } from './glob.ts';
import { normalizeName } from './normalizeName.ts';
import { nothingPrivate, type PrivateFiles } from './privateFiles.ts';
import { selectFiles } from './selectFiles.ts';
import type { ByteRange, Storage, StoredFile } from './types.ts';

const ANY = { test: () => true };

function createDiskFiles(root: string, paths: DiskPaths, { isOne }: PrivateFiles) {
  const statOf = async (path: string): Promise<StoredFile | null> => {
    const realPath = await paths.real(path);
    const found = realPath === null ? null : await nullIfAbsent(stat(realPath));
    return found?.isFile() && !isOne(found) ? fileOf(path, found) : null;
  };

  return {
    stat: statOf,

    async isFolder(path: string): Promise<boolean> {
      const realPath = await paths.real(path);
      return realPath !== null && (await nullIfAbsent(stat(realPath)))?.isDirectory() === true;
    },

    async list(glob?: string): Promise<StoredFile[]> {
      const pattern = glob === undefined ? ANY : compileGlob(glob);
      const folder = await paths.real(glob === undefined ? '/' : findGlobFolder(glob));
      if (pattern === null || folder === null) return [];
      const entries = (await nullIfAbsent(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((realPath) => !paths.isHidden(realPath))
        .map((realPath) => ({ name: `/${relative(root, realPath)}` }));
      const found = await Promise.all((await selectFiles(pattern, names)).map(({ name }) => statOf(name)));
      return found.filter((file) => file !== null);
    },

    async read(path: string, range?: ByteRange) {
      const realPath = await paths.real(path);
      const handle =
        realPath === null ? null : await nullIfAbsent(open(realPath, constants.O_RDONLY | constants.O_NONBLOCK));
      if (handle === null) return null;
      const found = await handle.stat();
      if (!found.isFile() || isOne(found)) {
        await handle.close();
        return null;
      }
      const file = fileOf(path, found);
      if (found.size === 0) {
        await handle.close();
        return { file, body: Buffer.alloc(0) };
      }
      // The end is fixed, so that a growing file does not exceed its Content-Length.
      return { file, body: handle.createReadStream(range ?? { start: 0, end: found.size - 1 }) };
    },
  };
}

const fileOf = (path: string, { size, mtime, mtimeMs }: Stats): StoredFile => ({
  name: normalizeName(path),
  sizeBytes: size,
  lastModified: mtime,
  version: `${mtimeMs.toString(36)}-${size.toString(36)}`,
  changedAtMs: null,
});

const NO_SPACE = 'not enough space on device';

const refusedNames: Readonly<Record<string, string>> = {
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EEXIST: 'not a directory',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'the folder was removed meanwhile',
};

interface DiskUploadsDeps {
  readonly root: string;
  readonly paths: DiskPaths;
  roomFor(name: string): Promise<number>;
}

function createDiskUploads({ root, paths, roomFor }: DiskUploadsDeps) {
  let incomingBytes = 0;
  let lastCommit: Promise<void> = Promise.resolve();

  /** Commits are serialized and check the space again, because another upload may have taken it. */
  const commit = (name: string, upload: string, target: string, sizeBytes: number): Promise<void> => {
    const committed = lastCommit.then(async () => {
      if (sizeBytes > (await roomFor(name))) throw createBadRequest(NO_SPACE);
      await rename(upload, target);
    });
    lastCommit = committed.catch(() => undefined);
    return committed;
  };

  return async (path: string, body: Buffer | Readable): Promise<'created' | 'replaced'> => {
    const name = normalizeName(path);
    const upload = join(root, UPLOADS, randomUUID());
    let ownBytes = 0;
    try {
      const target = await paths.target(name);
      const room = await roomFor(name);
      const before = await nullIfAbsent(stat(target));
      await makeFolder(dirname(upload));
      const limit = createLimit((bytes) => {
        ownBytes += bytes;
        incomingBytes += bytes;
        return incomingBytes <= room;
      });
      const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
      await pipeline(source, limit, createWriteStream(upload, { flags: 'wx', flush: true }));
      await commit(name, upload, target, ownBytes);
      return before === null ? 'created' : 'replaced';
    } catch (error) {
      await rm(upload, { force: true });
      throw refusalOf(error, name);
    } finally {
      incomingBytes -= ownBytes;
    }
  };
}

function refusalOf(error: unknown, name: string): unknown {
  const code = String(errorCodeOf(error));
  if (code === 'ENOSPC') return createBadRequest(NO_SPACE);
  const reason = refusedNames[code];
  return reason === undefined ? error : createBadRequest(`creating file failed: ${name}: ${reason}`);
}

function createLimit(fits: (bytes: number) => boolean): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (fits(chunk.length)) done(null, chunk);
      else done(createBadRequest(NO_SPACE));
    },
  });
}

export interface DiskStorage extends Storage {
  readonly root: string;
  isFolder(path: string): Promise<boolean>;
}

/** Creates the folder if missing. Throws a one-line message if it is not writable. */
export async function createDisk(
  dir: string,
  { limitBytes, privateFiles = nothingPrivate }: { limitBytes: number; privateFiles?: PrivateFiles },
): Promise<DiskStorage> {
  try {
    await makeFolder(dir);
    await access(dir, constants.W_OK | constants.X_OK);
    await rm(join(dir, UPLOADS), { recursive: true, force: true });
  } catch (error) {
    throw new Error(`the folder ${dir} is not writable (${messageOf(error)})`);
  }
  return openDisk(await realpath(dir), limitBytes, privateFiles);
}

export const openReadOnlyDisk = async (dir: string, privateFiles: PrivateFiles): Promise<DiskStorage> =>
  openDisk(await realpath(dir), 0, privateFiles);

function openDisk(root: string, limitBytes: number, privateFiles: PrivateFiles): DiskStorage {
  const paths = createDiskPaths(root, privateFiles);
  const files = createDiskFiles(root, paths, privateFiles);

  const usage = async () => {
    const list = await files.list();
    return { usedBytes: list.reduce((sum, file) => sum + file.sizeBytes, 0), limitBytes, files: list.length };
  };
  const roomFor = async (name: string): Promise<number> => {
    if (limitBytes === 0) return Number.POSITIVE_INFINITY;
    return limitBytes - (await usage()).usedBytes + ((await files.stat(name))?.sizeBytes ?? 0);
  };

  return {
    name: 'disk',
    root,
    ...files,
    usage,
    write: createDiskUploads({ root, paths, roomFor }),
    remove: async (path) => {
      if ((await files.stat(path)) === null) return false;
      // Unlinks the symlink itself, not its target.
      return (
        (await nullIfAbsent(unlink(join(root, normalizeName(path))))) !== null || (await files.stat(path)) === null
      );
    },
  };
}
