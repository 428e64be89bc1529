import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own `recursive` does not end in folders where nothing can be made and that
 * say "not found" for it, as `/proc`.
 */
export async function makeFolder(path: string): Promise<void> {
  const tried = await mkdir(path).then(() => null, reasonOf);
  if (tried === null) return;
  if (tried.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    const again = await mkdir(path).then(() => null, reasonOf);
    if (again === null) return;
    if (again.code !== 'EEXIST') throw again.error;
  }
  // Whatever else was wrong: what counts is whether it is there.
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw tried.error;
}

const reasonOf = (error: unknown) => ({ error, code: error instanceof Error ? Reflect.get(error, 'code') : null });

/** Replaces a file so that after a crash at any moment either the old or the new content is there, whole. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const next = `${path}.next`;
  await makeFolder(dirname(path));
  try {
    const file = await open(next, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  // The rename itself is only safe on disk once the folder is.
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
