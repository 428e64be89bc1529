import { lstat, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf, messageOf } from './errorMessage.ts';

/** Node's own `recursive` loops forever below folders like `/proc`, where creating one fails with ENOENT. */
export async function makeFolder(path: string): Promise<void> {
  const tried = await mkdir(path).then(() => null, reasonOf);
  if (tried === null) return;
  if (tried.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    const failure = await mkdir(path).then(() => null, reasonOf);
    if (failure === null) return;
    if (failure.code !== 'EEXIST') throw failure.error;
  }
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw tried.error;
}

const reasonOf = (error: unknown) => ({ error, code: errorCodeOf(error) });

/** A crash leaves the old or the new content. `path` must not be a symlink. `before` runs before the replacement. */
export async function writeFileAtomically(
  path: string,
  content: string | Buffer,
  before: (next: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const next = `${path}.next`;
  try {
    // A leftover file has its own mode, and may be a symlink.
    await rm(next, { force: true });
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await before(next);
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  // The rename is durable only after this.
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Returns null if there is no such file. Otherwise throws a readable sentence with the error as `cause`. */
export async function readBytes(path: string): Promise<Buffer | null> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new Error('it is no file');
    if (found.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
    return await readFile(path);
  } catch (error) {
    const isAbsent = errorCodeOf(error) === 'ENOENT';
    // A symlink to a volume that is not mounted does not count as absent.
    const leadsNowhere =
      isAbsent &&
      (await lstat(path).then(
        () => true,
        () => false,
      ));
    if (isAbsent && !leadsNowhere) return null;
    const reason = leadsNowhere ? 'it is a link to a file that is not there' : messageOf(error);
    throw new Error(`${path} cannot be read: ${reason}. Restore it from a backup, or move it away to start anew.`, {
      cause: error,
    });
  }
}

/** The largest file that fits into a string of Node, with its copies. */
const MAX_BYTES = 256 * 1024 * 1024;
