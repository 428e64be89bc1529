import type { BuildOptions } from 'esbuild';
import {
  minifyStyles,
  replaceGlobalWindowModule,
  serviceListPlugin,
  trimRouter,
  trimZod,
} from './harness/tools/build/esbuildPlugins.ts';
import { trimAuth0 } from './harness/tools/build/trimAuth0.ts';
import { trimVideojs } from './harness/tools/build/trimVideojs.ts';
import project from './package.json' with { type: 'json' };

/** Builds the interface into dist/. harness/tools/build adds the page, the assets and the size budget. */
export const options = {
  entryPoints: ['src/main.tsx'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  splitting: true,
  target: 'es2022',
  minify: true,
  // Module scripts are always UTF-8. With escapes, Cyrillic and accented texts are several times as long.
  charset: 'utf8',
  sourcemap: true,
  metafile: true,
  // All scripts are beside index.html, so that "./x" resolves alike in scripts, styles and the page.
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.jpg': 'file' },
  plugins: [serviceListPlugin, replaceGlobalWindowModule, minifyStyles, trimRouter, trimZod, trimAuth0, trimVideojs],
  define: {
    'process.env.NODE_ENV': '"production"',
    __SLUICE_DEV__: 'false',
    __SLUICE_VERSION__: JSON.stringify(project.version),
  },
  legalComments: 'linked',
  logLevel: 'warning',
} satisfies BuildOptions;
