import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { UserError } from '../launch/userError.ts';

/**
 * A new folder that only its owner can read, in place of the one of before: one that is there has rights of its own, and
 * may lead elsewhere.
 * @param names of the files that it may hold to be taken for the one of before
 */
export async function makeNewFolder(folder: string, names: readonly string[]): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found !== null) {
    const isOwn = found.isDirectory() && found.uid === process.getuid?.();
    // A write that was interrupted leaves `.next`.
    const isReplaceable = isOwn && (await readdir(folder)).every((name) => names.includes(name.replace(/\.next$/, '')));
    if (!isReplaceable)
      throw new UserError(`${folder} is there already and holds something else: move it away and try again.`);
    await rm(folder, { recursive: true });
  }
  await mkdir(folder, { mode: 0o700 });
}
