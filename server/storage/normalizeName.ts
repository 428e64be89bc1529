import { posix } from 'node:path';

/** `/a/b.ts`: always absolute, without `..`, so nothing above the root can be named. */
export function normalizeName(path: string): string {
  const name = posix.normalize(`/${path}`);
  return name.length > 1 && name.endsWith('/') ? name.slice(0, -1) : name;
}
