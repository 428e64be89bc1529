import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UPLOADS } from './storage/diskPaths.ts';
import { createPrivateFiles, type PrivateFiles, realOf } from './storage/hidePrivateFiles.ts';
import type { Config } from './types.ts';

/** Config, database, journal, the key of the certificate, and the log, if our words go into a file. */
export function privateFilesOf(configFile: string, { db, tls, storage }: Config): PrivateFiles {
  const dbDir = resolve(db.dir);
  const inDb = ['db.json', 'ffmpeg.pids'].map((name) => join(dbDir, name));
  const disk = realOf(resolve(storage.disk.dir));
  // Then there are files of the operator in it, too.
  const isShared = `${disk}/`.startsWith(`${realOf(dbDir)}/`);
  const key = tls.key_file === '' ? [] : [resolve(tls.key_file)];
  return createPrivateFiles({
    files: [resolve(configFile), ...inDb, ...key, ...logFiles()],
    folders: [...(isShared ? [] : [dbDir]), join(disk, UPLOADS)],
  });
}

const logFiles = (): string[] => ['/proc/self/fd/1', '/proc/self/fd/2'].filter(isFile);

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // closed, or another system
  }
}
