import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Machine } from './validate.ts';

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

export const machine: Machine = {
  // Without a container limit, Node returns 0 or more than there is, depending on its version.
  memoryBytes: () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  exists: (path) => existsSync(path),
  isExecutable: (file) =>
    file.includes('/')
      ? isExecutable(file)
      : (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, file))),
};
