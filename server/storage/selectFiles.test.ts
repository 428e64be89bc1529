import { expect, it } from 'vitest';
import { compileGlob, findGlobPrefix } from './glob.ts';
import { findFilesByPrefix, selectFiles, sortByName } from './selectFiles.ts';

const files = ['/b', '/a_10.ts', '/a_1.ts', '/a', '/A', '/ab/1.ts', '/ä', '/a_2.m3u8', '', '/a\uffff', '/a*'].map(
  (name) => ({
    name,
  }),
);
const sorted = sortByName(files);

it.each(['', '/', '/a', '/a_', '/a_1', '/a_10.ts', '/a_10.tsx', '/b', '/c', 'a', '/ä', '/a\uffff', '\uffff'])(
  'sorted files with the prefix %j are contiguous',
  (prefix) => {
    const found = findFilesByPrefix(sorted, prefix).map(({ name }) => name);
    const all = files.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    expect(found.toSorted()).toEqual(all.toSorted());
  },
);

it.each(['/a*', '/a_*.ts', '/a_{1,10}.ts', '/\\a*', '/a\\*', '**', '/[ab]', '/a', '/a**/*.ts', '/x*'])(
  'the glob %s finds the same files within its prefix',
  async (glob) => {
    const pattern = compileGlob(glob);
    if (pattern === null) throw new Error('The glob is broken');
    const found = await selectFiles(pattern, findFilesByPrefix(sorted, findGlobPrefix(glob)));
    expect(found).toEqual(await selectFiles(pattern, sorted));
  },
);
