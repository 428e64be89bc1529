import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import { expect, it } from 'vitest';
import { options } from '../../../esbuild.config.ts';

const EMPTY = '// Languages in progress are listed here.';
const klingon = "{ code: 'tlh', name: 'tlhIngan Hol', load: () => Promise.resolve({ default: {} }) },";

it.each([
  ['the built interface does not offer', options.define, false],
  ['"make dev" offers', { ...options.define, __SLUICE_DEV__: 'true' }, true],
])('%s an incomplete language', async (_, define, offered) => {
  const source = await readFile('src/i18n/languages.ts', 'utf8');
  expect(source).toContain(EMPTY);
  const { code } = await transform(source.replace(EMPTY, klingon), { loader: 'ts', define });
  const { languages }: typeof import('../../../src/i18n/languages.ts') = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  expect(languages.length).toBeGreaterThan(5);
  expect(languages.some((language) => language.code === 'tlh')).toBe(offered);
});

it.each([
  ['the built interface does not contain', options.define, false],
  ['"make dev" contains', { ...options.define, __SLUICE_DEV__: 'true' }, true],
])('%s the texts of an incomplete language', async (_, define, isIncluded) => {
  const source = await readFile('src/i18n/languages.ts', 'utf8');
  const entry = "{ code: 'tlh', name: 'tlhIngan Hol', load: () => import('../../package.json') },";
  const { outputFiles } = await build({
    stdin: { contents: source.replace(EMPTY, entry), resolveDir: 'src/i18n', loader: 'ts' },
    ...{ bundle: true, splitting: true, format: 'esm', outdir: 'dist', write: false, define },
  });
  const files = outputFiles.map(({ path }) => path);
  expect(files.some((file) => /\/de-\w+\.js$/.test(file))).toBe(true);
  expect(files.some((file) => /\/package-\w+\.js$/.test(file))).toBe(isIncluded);
});
