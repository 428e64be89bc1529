import { setImmediate as turn } from 'node:timers/promises';
import type { Pattern } from '../pattern/expression.ts';

interface NamedFile {
  readonly name: string;
}

const AT_ONCE_MS = 8;
const LOOK_EVERY = 4;

/** Keeps the order, and yields to other requests if there are many files. */
export async function selectFiles<T extends NamedFile>(pattern: Pattern, files: readonly T[]): Promise<T[]> {
  const found: T[] = [];
  let startedAt = performance.now();
  for (const [index, file] of files.entries()) {
    if (pattern.test(file.name)) found.push(file);
    if (index % LOOK_EVERY !== LOOK_EVERY - 1 || performance.now() - startedAt < AT_ONCE_MS) continue;
    await turn();
    startedAt = performance.now();
  }
  return found;
}

/** Sorts by code units (`<`), so that names with a common prefix are contiguous. */
export const sortByName = <T extends NamedFile>(files: readonly T[]): T[] =>
  files.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));

export function findFilesByPrefix<T extends NamedFile>(sorted: readonly T[], prefix: string): readonly T[] {
  const start = firstIndex(sorted, (name) => name >= prefix);
  const end = firstIndex(sorted, (name) => name >= prefix && !name.startsWith(prefix));
  return sorted.slice(start, end);
}

function firstIndex(sorted: readonly NamedFile[], isBehind: (name: string) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(sorted[middle]?.name ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}
