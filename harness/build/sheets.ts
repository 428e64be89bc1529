import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';

/** Style sheets that come as texts in a script are made small as all others are. */
export const sheets: Plugin = {
  name: 'sheets',
  setup: ({ initialOptions, onLoad }) =>
    onLoad({ filter: /\.css$/ }, async ({ path, with: { type } }) => {
      if (type !== 'text') return null;
      const { code } = await transform(await readFile(path, 'utf8'), {
        loader: 'css',
        minify: initialOptions.minify ?? false,
      });
      return { contents: code, loader: 'text' };
    }),
};
