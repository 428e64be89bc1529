import { randomBytes } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, writeFileAtomically } from '../../../server/util/atomicFiles.ts';

/**
 * The demo makes its password at its first start: a fixed one would be the same everywhere. So would one that another
 * account could read or has written, so it is made anew then.
 */
export async function demoPassword(folder: string): Promise<string> {
  const file = path.join(folder, 'password');
  const found = await lstat(file).catch(() => null);
  const isOwn = found?.isFile() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (isOwn) return readFile(file, 'utf8');
  await makeFolder(folder);
  const password = randomBytes(9).toString('base64url');
  await writeFileAtomically(file, password);
  return password;
}
