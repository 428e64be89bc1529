import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { UserError } from '../launch/userError.ts';

/** Replaces an earlier folder if it belongs to the same user and only contains `names`. Readable for the owner only. */
export async function makeNewFolder(folder: string, names: readonly string[]): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found !== null) {
    const isOwn = found.isDirectory() && found.uid === process.getuid?.();
    // An interrupted write leaves `.next`.
    const isReplaceable = isOwn && (await readdir(folder)).every((name) => names.includes(name.replace(/\.next$/, '')));
    if (!isReplaceable)
      throw new UserError(`${folder} is there already and holds something else: move it away and try again.`);
    await rm(folder, { recursive: true });
  }
  await mkdir(folder, { mode: 0o700 });
}
