import { posix } from 'node:path';

/** `/a/b.ts`: absolute and without `..`. */
export function normalizeName(path: string): string {
  const name = posix.normalize(`/${path}`);
  return name.length > 1 && name.endsWith('/') ? name.slice(0, -1) : name;
}
