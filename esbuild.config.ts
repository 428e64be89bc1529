import type { BuildOptions } from 'esbuild';
import { bake } from './harness/tools/build/evaluateModuleAtBuild.ts';
import { minifyStyles } from './harness/tools/build/minifyStyles.ts';
import { projectAddresses } from './harness/tools/build/projectAddresses.ts';
import { replaceGlobalWindowModule } from './harness/tools/build/replaceGlobalWindowModule.ts';
import { trimVideojs } from './harness/tools/build/trimVideojs.ts';
import { trim } from './harness/tools/build/trimZod.ts';
import project from './package.json' with { type: 'json' };

/** How the interface becomes dist/. harness/tools/build adds the page, the assets and the size budget. */
export const options = {
  entryPoints: ['src/main.tsx'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  splitting: true,
  target: 'es2022',
  minify: true,
  sourcemap: true,
  metafile: true,
  // All scripts lie flat beside index.html, so that "./x" means the same to a script, a style and the page.
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.jpg': 'file' },
  plugins: [bake, replaceGlobalWindowModule, minifyStyles, trim, trimVideojs],
  define: {
    'process.env.NODE_ENV': '"production"',
    __SLUICE_VERSION__: JSON.stringify(project.version),
    __SLUICE_PROJECT__: JSON.stringify(projectAddresses(project)),
  },
  legalComments: 'linked',
  logLevel: 'warning',
} satisfies BuildOptions;
