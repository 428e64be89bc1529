import { renameSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build, buildSync } from 'esbuild';

const options = {
  bundle: true,
  platform: 'node',
  // An import of node:http as a module also loads all of fetch: 7 MiB.
  format: 'cjs',
  target: 'node22',
  // What is wrong stands in the error that is thrown.
  logLevel: 'silent',
} satisfies BuildOptions;

/** All files that the embedded core is made from. */
export async function serverInputs(source: string): Promise<string[]> {
  const { metafile } = await build({ ...options, entryPoints: [source], write: false, outdir: '.', metafile: true });
  return Object.keys(metafile.inputs);
}

/**
 * Makes one file of the embedded core at `source` (`server/main.ts`) and answers where it is. Node could run the
 * sources as they are, but its own compiler of TypeScript then stays in memory, 38 MiB of it, and costs a third of the
 * start. Names and lines are kept, so that the log says where a fault was.
 */
export function bundleServer(source: string): string {
  const file = path.resolve(path.dirname(source), '../.setup/server.cjs');
  const fresh = `${file}.${process.pid}`;
  buildSync({ ...options, entryPoints: [source], outfile: fresh });
  // Another test may be starting the last one just now.
  renameSync(fresh, file);
  return file;
}
