import { posix } from 'node:path';
import type { Storage } from '../types.ts';

/** A folder of the disk shows its `index.html`. The memory storage has no folders. */
export async function indexPageOf(storage: Storage & { isFolder?: (path: string) => Promise<boolean> }, path: string) {
  if (storage.isFolder === undefined || !(await storage.isFolder(path))) return path;
  return posix.join(path, 'index.html');
}
