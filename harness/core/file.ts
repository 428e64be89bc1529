import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file so that after a crash at any moment either the old or the new content is there, whole. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const next = `${path}.next`;
  await mkdir(dirname(path), { recursive: true });
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
