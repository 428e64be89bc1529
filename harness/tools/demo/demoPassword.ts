import { randomBytes } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, writeFileAtomically } from '../../../server/util/atomicFiles.ts';

/** Generates a random password at the first start, and again if another user could read or has written the file. */
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
