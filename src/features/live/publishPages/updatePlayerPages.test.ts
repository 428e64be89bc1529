import { expect, it } from 'vitest';
import { pagesVersion } from './pagesVersion.ts';
import { oldPages } from './updatePlayerPages.ts';

const pages = (sizes: Record<string, number>) =>
  Object.entries(sizes).map(([name, size_bytes]) => ({ name, size_bytes }));

it.each<[string, Record<string, number>, (string | null)[]]>([
  ['no pages at all', {}, []],
  ['a page of this version', { '/a.html': 5, '/channels/a/pages-v2-5.txt': 1 }, []],
  ['a page of another version', { '/a.html': 5, '/channels/a/pages-v1-5.txt': 1 }, ['a']],
  ['a page without a mark', { '/a.html': 5, '/b.html': 6, '/channels/b/pages-v2-6.txt': 1 }, ['a']],
  ['a page overwritten by another product', { '/a.html': 7, '/channels/a/pages-v2-5.txt': 1 }, ['a']],
  ['a page of an unknown channel', { '/x.html': 5 }, []],
  ['a mark without its page', { '/channels/a/pages-v1-5.txt': 1 }, []],
  ['a website without a mark', { '/index.html': 9, '/playersite_a.html': 9 }, [null]],
  ['a website of this version', { '/index.html': 9, '/playersite_a.html': 9, '/playersite/pages-v2-9.txt': 1 }, []],
  ['an index of another product', { '/index.html': 9 }, []],
])('finds outdated pages: %s', (_, names, old) => expect(oldPages(pages(names), ['a', 'b'], 'v2')).toEqual(old));

it('the version of pages changes with the library', () => {
  expect(pagesVersion('one')).toMatch(/^[0-9a-f]{8}$/);
  expect(pagesVersion('one')).toBe(pagesVersion('one'));
  expect(pagesVersion('one')).not.toBe(pagesVersion('other'));
});
