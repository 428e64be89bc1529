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

export const nullIfAbsent = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });

/** Uploads are written here and then renamed, so that readers never see a partial file. */
export const UPLOADS = '.uploads';
export const UPLOADS_LOCK = `${UPLOADS}.lock`;

/** Maps names of the storage to paths of the machine; none leaves the root. */
export function createDiskPaths(root: string, privateFiles: PrivateFiles) {
  const own = join(root, UPLOADS);
  const isInside = (realPath: string) => realPath === root || realPath.startsWith(root === sep ? sep : root + sep);
  const isFileName = (name: string) => !name.includes('\0');
  const isHidden = (realPath: string): boolean =>
    realPath === own ||
    realPath.startsWith(`${own}/`) ||
    realPath.startsWith(`${own}.lock`) ||
    privateFiles.hides(realPath, root);

  /** Throws if `target`, below the existing `folder`, resolves outside of the root or is hidden. */
  const requireInside = async (folder: string, target: string, name: string): Promise<void> => {
    const realPath = await realpath(folder);
    if (!isInside(realPath)) throw createBadRequest(`${name} is not inside of the storage`);
    if (isHidden(join(realPath, relative(folder, target)))) throw createBadRequest(`${name} is not a file name`);
  };

  return {
    async real(path: string): Promise<string | null> {
      const name = normalizeName(path);
      if (!isFileName(name)) return null;
      const realPath = await nullIfAbsent(realpath(join(root, name)));
      return realPath !== null && isInside(realPath) && !isHidden(realPath) ? realPath : null;
    },

    isHidden,

    async target(name: string): Promise<string> {
      if (name === '/' || !isFileName(name)) throw createBadRequest(`${name} is not a file name`);
      const target = join(root, name);
      let existing = dirname(target);
      while (existing !== root && (await nullIfAbsent(stat(existing))) === null && existing.startsWith(root)) {
        existing = dirname(existing);
      }
      await requireInside(existing, target, name);
      await makeFolder(dirname(target));
      // A symlink may have appeared meanwhile.
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
