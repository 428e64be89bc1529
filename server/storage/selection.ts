import { setImmediate as turn } from 'node:timers/promises';
import type { Pattern } from '../pattern/expression.ts';

/** Short enough to go unnoticed. */
const AT_ONCE_MS = 8;
const LOOK_EVERY = 4;

/** Those whose names fit, in their order. Others are served in between when there are many. */
export async function selectFiles<T extends { readonly name: string }>(
  pattern: Pattern,
  files: readonly T[],
): Promise<T[]> {
  const found: T[] = [];
  let began = performance.now();
  for (const [index, file] of files.entries()) {
    if (pattern.test(file.name)) found.push(file);
    if (index % LOOK_EVERY !== LOOK_EVERY - 1 || performance.now() - began < AT_ONCE_MS) continue;
    await turn();
    began = performance.now();
  }
  return found;
}
