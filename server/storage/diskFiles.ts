import type { Stats } from 'node:fs';
import { constants, open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { elapsedMs } from '../monotonicClock.ts';
import type { ByteRange, StoredFile } from '../types.ts';
import { type DiskPaths, orNull } from './diskPaths.ts';
import { compileGlob, folderOf } from './glob.ts';
import type { PrivateFiles } from './hidePrivateFiles.ts';
import { normalName } from './path.ts';
import { selectFiles } from './selectFiles.ts';

const ANY = { test: () => true };

/** The operations on files below a folder. */
export function createDiskFiles(root: string, paths: DiskPaths, { isOne }: PrivateFiles) {
  const statOf = async (path: string): Promise<StoredFile | null> => {
    const real = await paths.real(path);
    const found = real === null ? null : await orNull(stat(real));
    return found?.isFile() && !isOne(found) ? fileOf(path, found) : null;
  };

  return {
    stat: statOf,

    async isFolder(path: string): Promise<boolean> {
      const real = await paths.real(path);
      return real !== null && (await orNull(stat(real)))?.isDirectory() === true;
    },

    async list(glob?: string): Promise<StoredFile[]> {
      const pattern = glob === undefined ? ANY : compileGlob(glob);
      const folder = await paths.real(glob === undefined ? '/' : folderOf(glob));
      if (pattern === null || folder === null) return [];
      const entries = (await orNull(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
      const names = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((real) => !paths.isHidden(real))
        .map((real) => ({ name: `/${relative(root, real)}` }));
      const found = await Promise.all((await selectFiles(pattern, names)).map(({ name }) => statOf(name)));
      return found.filter((file) => file !== null);
    },

    async read(path: string, range?: ByteRange) {
      const real = await paths.real(path);
      const handle = real === null ? null : await orNull(open(real, constants.O_RDONLY | constants.O_NONBLOCK));
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
      // The end is fixed, so that a file that grows does not run over its Content-Length.
      return { file, body: handle.createReadStream(range ?? { start: 0, end: found.size - 1 }) };
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
