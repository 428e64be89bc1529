import { access, constants, realpath, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../atomicFiles.ts';
import type { Storage } from '../types.ts';
import { createDiskFiles } from './diskFiles.ts';
import { createDiskPaths, orNull, UPLOADS } from './diskPaths.ts';
import { createDiskUploads } from './diskUploads.ts';
import { nothingPrivate, type PrivateFiles } from './hidePrivateFiles.ts';
import { normalName } from './path.ts';

export interface DiskStorage extends Storage {
  /** Absolute, without symbolic links. */
  readonly root: string;
  isFolder(path: string): Promise<boolean>;
}

/** Opens a folder, made if missing. Throws with one clear line if it cannot be written to. */
export async function createDisk(
  dir: string,
  { limitBytes, privateFiles = nothingPrivate }: { limitBytes: number; privateFiles?: PrivateFiles },
): Promise<DiskStorage> {
  try {
    await makeFolder(dir);
    await access(dir, constants.W_OK | constants.X_OK);
    await rm(join(dir, UPLOADS), { recursive: true, force: true });
  } catch (error) {
    throw new Error(`the folder ${dir} is not writable (${error instanceof Error ? error.message : String(error)})`);
  }
  return openDisk(await realpath(dir), limitBytes, privateFiles);
}

/** Opens a folder that exists and is only read. */
export const readOnlyDisk = async (dir: string, privateFiles: PrivateFiles): Promise<DiskStorage> =>
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
      // The link itself, not what it leads to.
      return (await orNull(unlink(join(root, normalName(path))))) !== null || (await files.stat(path)) === null;
    },
  };
}
