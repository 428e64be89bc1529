import type { Plugin } from 'esbuild';

/**
 * video.js imports `window` and `document` from modules of the old kind. Made into new ones, each of the thousand
 * properties of a window is looked at and wrapped before the first picture: 30 ms, four times that on a phone.
 * What requires them in the old way still gets those modules.
 */
export const replaceGlobalWindowModule: Plugin = {
  name: 'globals',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^global\/(window|document)$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.slice('global/'.length), namespace: 'globals' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'globals' }, ({ path }) => ({ contents: `export default globalThis.${path};` }));
  },
};
