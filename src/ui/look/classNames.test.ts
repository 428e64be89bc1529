import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCES = new URL('../../', import.meta.url);
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
const textsOf = (ending: string) =>
  files.filter((path) => path.endsWith(ending)).map((path) => readFileSync(new URL(path, SOURCES), 'utf8'));
const foundIn = (texts: readonly string[], pattern: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, found = '']) => found.split(' '))));

it('each class of a component has a rule', () => {
  const used = foundIn(textsOf('.tsx'), /className="([^"]+)"/g);
  const styled = foundIn(textsOf('.css'), /\.([a-z][\w-]*)/g);
  expect([...used].filter((name) => !styled.has(name))).toEqual([]);
});
