import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type Plugin, transform } from 'esbuild';
import { withoutStyles } from './trimVideojsStyles.ts';

const ASKED = 'core.util.constantCatch(';

/** A single reference of zod to its helpers, through nested namespaces, would bundle all of them: 8 kB. */
function withoutDetour(source: string): string {
  if (!source.includes(ASKED)) throw new Error('zod asks for its helpers in another way now: trimZod is not needed');
  return source.replace(ASKED, 'util.constantCatch(');
}

export const trimZod: Plugin = {
  name: 'trimZod',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]mini[\\/]schemas\.js$/ }, async ({ path }) => ({
      contents: withoutDetour(await readFile(path, 'utf8')),
    })),
};

/** The exports of react-router name only its development build, which differs by this constant. */
const WARNS = /\bENABLE_DEV_WARNINGS(?=\)| \?)/g;
/** Calls that only write to the console. */
const WARNING = /^ +(?=warning(Once)?\()/gm;

export const trimRouter: Plugin = {
  name: 'trimRouter',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]react-router[\\/]dist[\\/]development[\\/]chunk-\w+\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(WARNS, 'false').replace(WARNING, '/* @__PURE__ */ '),
    })),
};

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

const BAKED = /\/catalog\/serviceFacts\/serviceList\.ts$/;

async function evaluateModuleAtBuild(file: string): Promise<string> {
  const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
  return exported.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}

export const serviceListPlugin: Plugin = {
  name: 'evaluateServiceList',
  setup: ({ onLoad }) =>
    onLoad({ filter: BAKED }, async ({ path }) => ({ contents: await evaluateModuleAtBuild(path), loader: 'js' })),
};

/** Importing the CommonJS `window` wraps each of its properties: 30 ms, 120 ms on a phone. `require` is unchanged. */
export const replaceGlobalWindowModule: Plugin = {
  name: 'globals',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^global\/(window|document)$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: path.slice('global/'.length), namespace: 'globals' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'globals' }, ({ path }) => ({ contents: `export default globalThis.${path};` }));
  },
};
