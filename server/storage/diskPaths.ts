import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ApiError } from '../util/apiError.ts';
import { makeFolder } from '../util/atomicFiles.ts';
import { errorCodeOf } from '../util/errorMessage.ts';
import { normalizeName } from './normalizeName.ts';
import type { PrivateFiles } from './privateFiles.ts';

export const createBadRequest = (detail: string) => new ApiError(400, 'Bad request', [detail]);

const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES'].includes(String(errorCodeOf(error)));

/** null where the file system reports a missing file; other errors pass through. */
export const nullIfAbsent = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });

/** Uploads are written here and then renamed, so a reader never meets half a file. */
export const UPLOADS = '.uploads';
/** The lock beside it names the core that uses the folder. */
export const UPLOADS_LOCK = `${UPLOADS}.lock`;

/** Maps names of the storage to paths of the machine; none leads out of the root. */
export function createDiskPaths(root: string, privateFiles: PrivateFiles) {
  const own = join(root, UPLOADS);
  const isInside = (real: string) => real === root || real.startsWith(root === sep ? sep : root + sep);
  const isFileName = (name: string) => !name.includes('\0');
  /** Hides uploads under way, the lock and private files under any name. */
  const isHidden = (real: string): boolean =>
    real === own || real.startsWith(`${own}/`) || real.startsWith(`${own}.lock`) || privateFiles.hides(real, root);

  /** Throws if `target`, below the existing `folder`, really lies outside of the root or is hidden. */
  const requireInside = async (folder: string, target: string, name: string): Promise<void> => {
    const real = await realpath(folder);
    if (!isInside(real)) throw createBadRequest(`${name} is not inside of the storage`);
    if (isHidden(join(real, relative(folder, target)))) throw createBadRequest(`${name} is not a file name`);
  };

  return {
    /** The real path of an existing file or folder; null if there is none, or if a link leads out of the root. */
    async real(path: string): Promise<string | null> {
      const name = normalizeName(path);
      if (!isFileName(name)) return null;
      const real = await nullIfAbsent(realpath(join(root, name)));
      return real !== null && isInside(real) && !isHidden(real) ? real : null;
    },

    isHidden,

    /** The path of a new file, whose folders are created. */
    async target(name: string): Promise<string> {
      if (name === '/' || !isFileName(name)) throw createBadRequest(`${name} is not a file name`);
      const target = join(root, name);
      let existing = dirname(target);
      while (existing !== root && (await nullIfAbsent(stat(existing))) === null && existing.startsWith(root)) {
        existing = dirname(existing);
      }
      await requireInside(existing, target, name);
      await makeFolder(dirname(target));
      // A link may have come in between.
      await requireInside(dirname(target), target, name);
      const found = await nullIfAbsent(stat(target));
      if (found !== null && privateFiles.isOne(found)) throw createBadRequest(`${name} is not a file name`);
      if (found?.isDirectory() === true) {
        throw createBadRequest(`creating file failed: ${name}: is a directory`);
      }
      return target;
    },
  };
}
export type DiskPaths = ReturnType<typeof createDiskPaths>;
