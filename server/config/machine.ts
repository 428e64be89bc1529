import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Machine } from './validate.ts';

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // absent, or not executable
    return false;
  }
};

export const machine: Machine = {
  // Without a limit of the container some versions of Node say 0, others more than there is.
  memoryBytes: () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  exists: (path) => existsSync(path),
  isExecutable: (file) =>
    file.includes('/')
      ? runs(file)
      : (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && runs(join(folder, file))),
};
