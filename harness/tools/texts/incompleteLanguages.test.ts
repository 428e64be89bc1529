import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { options } from '../../../esbuild.config.ts';

const EMPTY = 'incompleteLanguages: readonly Language[] = [';
const klingon = "{ code: 'tlh', name: 'tlhIngan Hol', load: () => Promise.resolve({ default: {} }) },";

it.each([
  ['the interface as it is built does not offer', options.define, false],
  ['"make dev" offers', { ...options.define, __SLUICE_DEV__: 'true' }, true],
])('%s a language that is incomplete', async (_, define, offered) => {
  const source = await readFile('src/i18n/languages.ts', 'utf8');
  expect(source).toContain(EMPTY);
  const { code } = await transform(source.replace(EMPTY, `${EMPTY}${klingon}`), { loader: 'ts', define });
  const { languages }: typeof import('../../../src/i18n/languages.ts') = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  );
  expect(languages.length).toBeGreaterThan(5);
  expect(languages.some((language) => language.code === 'tlh')).toBe(offered);
});
