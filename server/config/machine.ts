import { accessSync, constants, existsSync, statSync } from 'node:fs';
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
  exists: (path) => existsSync(path),
  isExecutable: (file) =>
    file.includes('/')
      ? runs(file)
      : (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && runs(join(folder, file))),
};
