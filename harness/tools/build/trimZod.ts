import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const ASKED = 'core.util.constantCatch(';

/** One word of zod asks for its helpers by way of a namespace of a namespace, which brings all of them along: 8 kB. */
export function withoutDetour(source: string): string {
  if (!source.includes(ASKED)) throw new Error('zod asks for its helpers in another way now: trimZod.ts is not needed');
  return source.replace(ASKED, 'util.constantCatch(');
}

export const trim: Plugin = {
  name: 'trim',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/ }, async ({ path }) => ({
      contents: withoutDetour(await readFile(path, 'utf8')),
    })),
};
