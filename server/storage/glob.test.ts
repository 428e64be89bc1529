import { describe, expect, it } from 'vitest';
import { folderOf, globToRegExp } from './glob.ts';

const names = ['/rec/a.txt', '/rec/b.ts', '/rec/c.m3u8', '/rec/sub/d.ts', '/rec/ä b.txt', '/up.txt'];

describe('globToRegExp', () => {
  it.each([
    // recorded in the file lists of the memory storage
    ['/**', names],
    ['/*', ['/up.txt']],
    ['/rec/*.ts', ['/rec/b.ts']],
    ['/rec/**.ts', ['/rec/b.ts', '/rec/sub/d.ts']],
    ['/rec/?.ts', ['/rec/b.ts']],
    ['/rec/{a,b}.*', ['/rec/a.txt', '/rec/b.ts']],
    ['/rec/[ab].*', ['/rec/a.txt', '/rec/b.ts']],
    ['rec/*', []],
    ['*.ts', []],
    ['**.ts', ['/rec/b.ts', '/rec/sub/d.ts']],
    ['/rec/*b.txt', ['/rec/ä b.txt']],
    ['/rec/[!a].*', ['/rec/b.ts', '/rec/c.m3u8']],
    ['/rec/a.tx', []],
    ['/rec/a+txt', []],
  ])('%s', (glob, found) => {
    const pattern = globToRegExp(glob);
    expect(names.filter((name) => pattern?.test(name))).toEqual(found);
  });

  it.each(['/rec/[', '/rec/{a', '\\', '[b-a]'])('%s is broken', (glob) => expect(globToRegExp(glob)).toBeNull());
});

it.each([
  ['/channel_*.ts', '/'],
  ['/a/b/{x,y}/*', '/a/b/'],
  ['**.ts', '/'],
])('%s only looks into %s', (glob, folder) => expect(folderOf(glob)).toBe(folder));
