import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Where a program is, by the PATH of the core: its children get an empty environment, and with it none. What is not
 * found stays as it is, so that the error names what was asked for.
 */
export function findBinary(name: string, path = process.env.PATH ?? ''): string {
  if (isAbsolute(name) || name.includes('/')) return name;
  return (
    path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find(isExecutable) ?? name
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not for us
  }
}
