import type { BuildOptions } from 'esbuild';
import { bake } from './harness/build/baked.ts';
import { globals } from './harness/build/globals.ts';
import { sheets } from './harness/build/sheets.ts';
import { trim } from './harness/build/trimmed.ts';
import project from './package.json' with { type: 'json' };

/** Parts of video.js that nothing of ours needs: 37 kB (gzip) for the operator, and for every viewer. */
export const aliases = {
  'mpd-parser': './src/viewer/browser/stubs/dash.ts',
  'videojs-vtt.js': './src/viewer/browser/stubs/vtt.ts',
};

/** How the interface becomes dist/. harness/build adds the page, the assets and the size budget. */
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
  alias: aliases,
  plugins: [bake, globals, sheets, trim],
  define: {
    'process.env.NODE_ENV': '"production"',
    __SLUICE_VERSION__: JSON.stringify(project.version),
  },
  legalComments: 'linked',
  logLevel: 'warning',
} satisfies BuildOptions;
