import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BESIDE_KEPT_FILE } from '../util/keptFile.ts';

/** The core's own files contain secrets; no served folder may expose or change them. */
export interface PrivateFiles {
  /** `real` is a real path below a served folder; it need not exist. */
  hides(realPath: string, root: string): boolean;
  /** Compares the inode, because a file may have other names. */
  isOne(found: Pick<Stats, 'dev' | 'ino'>): boolean;
  names(path: string): boolean;
  below(root: string): string[];
}

interface Places {
  readonly files: readonly string[];
  /** Hidden as a whole inside a served folder. */
  readonly folders: readonly string[];
}

/** Inodes are cached for this long; every save replaces a file by a new one. */
const RECHECK_MS = 1_000;

export const nothingPrivate: PrivateFiles = {
  hides: () => false,
  isOne: () => false,
  names: () => false,
  below: () => [],
};

export function createPrivateFiles({ files, folders }: Places): PrivateFiles {
  const realPaths = [...new Set(files.map(resolveRealPath))];
  const hidden = [...new Set(folders.map(resolveRealPath))];
  let cached = { ids: new Set<string>(), atMs: Number.NEGATIVE_INFINITY };

  const readIds = (): ReadonlySet<string> => {
    const found = realPaths.flatMap((path) => {
      const stat = statOf(path);
      return stat === null ? [] : [idOf(stat)];
    });
    cached = { ids: new Set(found), atMs: performance.now() };
    return cached.ids;
  };
  const ids = () => (performance.now() - cached.atMs > RECHECK_MS ? readIds() : cached.ids);

  const beside = [...BESIDE_KEPT_FILE, '.lock'];
  const isKnown = (realPath: string) =>
    realPaths.some((path) => realPath === path || beside.some((ending) => realPath.startsWith(path + ending)));
  const isHiddenBy = (realPath: string) => (folder: string) =>
    realPath === folder || isBelow(realPath, folder) || realPath.startsWith(`${folder}.lock`);
  // Reads the inodes again before hiding a file, because a freed inode may be reused.
  const isOne = (found: Pick<Stats, 'dev' | 'ino'>) => ids().has(idOf(found)) && readIds().has(idOf(found));

  return {
    hides: (realPath, root) =>
      isKnown(realPath) || hidden.filter((folder) => isBelow(folder, root)).some(isHiddenBy(realPath)),
    isOne,
    names(path) {
      const realPath = resolveRealPath(path);
      const found = statOf(realPath);
      return isKnown(realPath) || (found !== null && isOne(found));
    },
    below: (root) => realPaths.filter((path) => isBelow(path, root)),
  };
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(folder === '/' ? '/' : `${folder}/`);
const idOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(resolveRealPath(dirname(path)), basename(path));
  }
}
