import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Modules that are worked out here, so that their result alone is delivered, without what it was made from. */
const BAKED = /\/catalog\/serviceFacts\/serviceList\.ts$/;

/** A module whose exports are plain data, as source text of the same exports. */
export async function evaluateModuleAtBuild(file: string): Promise<string> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}

export const bake: Plugin = {
  name: 'bake',
  setup: ({ onLoad }) =>
    onLoad({ filter: BAKED }, async ({ path }) => ({ contents: await evaluateModuleAtBuild(path), loader: 'js' })),
};
