import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';
import { withoutStyles } from './trimVideojsStyles.ts';

/** Style sheets that come as texts in a script are made small as all others are. */
export const minifyStyles: Plugin = {
  name: 'sheets',
  setup: ({ initialOptions, onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path, with: { type } }) => {
      if (type !== 'text') return null;
      const source = await readFile(path, 'utf8');
      const { code } = await transform(/[\\/]video-js\.css$/.test(path) ? withoutStyles(source) : source, {
        loader: 'css',
        minify: initialOptions.minify ?? false,
      });
      return { contents: code, loader: 'text' };
    }),
};
