import path from 'node:path';
import { build } from 'esbuild';

/** Writes the program of the images that applies declared installations, with the thread that it starts. */
export async function bundleDeclareProgram(root: string): Promise<void> {
  await build({
    entryPoints: {
      declare: path.join(root, 'harness/tools/bundle/declare.ts'),
      renderTemplateThread: path.join(root, 'src/headless/renderTemplateThread.ts'),
    },
    ...{ outdir: path.join(root, '.setup/declare'), outExtension: { '.js': '.mjs' } },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node22', logLevel: 'error' },
    // Some packages are CommonJS and require built-in modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
  });
}
