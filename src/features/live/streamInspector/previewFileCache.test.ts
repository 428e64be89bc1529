import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPreviewFile, previewFile, startKeepingFiles, stopKeepingFiles, storagePath } from './previewFileCache.ts';

describe('the storage path of a file that the player has fetched', () => {
  it.each([
    ['https://core/memfs/a_1.ts', 'https://core/memfs/a.m3u8', '/a_1.ts'],
    ['https://core/memfs/a_1.ts?session=1#x', 'https://core/memfs/a.m3u8', '/a_1.ts'],
    ['https://core/memfs/720/a_1.ts', 'https://core/memfs/a.m3u8', '/720/a_1.ts'],
    ['https://core/a_1.ts', 'https://core/a.m3u8', '/a_1.ts'],
    ['https://core/a_1.ts', 'https://core/memfs/a.m3u8', null],
    ['https://core/memfs2/a_1.ts', 'https://core/memfs/a.m3u8', null],
    ['https://elsewhere/memfs/a_1.ts', 'https://core/memfs/a.m3u8', null],
  ])('%s beside %s is %s', (address, playlist, path) => expect(storagePath(address, playlist, 'a')).toBe(path));
});

describe('cached files of the preview', () => {
  beforeEach(startKeepingFiles);
  afterEach(stopKeepingFiles);

  const keep = (name: string, megabytes: number) => keepPreviewFile(name, new ArrayBuffer(megabytes * 1024 * 1024));
  const cachedOf = (names: string) => [...names].filter((name) => previewFile(name));

  it('are the newest six', () => {
    for (const name of 'abcdefgh') keep(name, 1);
    expect(cachedOf('abcdefgh')).toEqual([...'cdefgh']);
  });

  it('take at most 32 MiB', () => {
    for (const name of 'abc') keep(name, 12);
    keep('d', 33);
    expect(cachedOf('abcd')).toEqual(['b', 'c']);
  });

  it('are copies, because the player transfers its buffer to a worker', () => {
    const buffer = new Uint8Array([1, 2]).buffer;
    keepPreviewFile('a', buffer);
    structuredClone(buffer, { transfer: [buffer] });
    expect(previewFile('a')).toEqual(new Uint8Array([1, 2]));
  });

  it('are not kept while the panel is closed', () => {
    stopKeepingFiles();
    keep('a', 1);
    startKeepingFiles();
    expect(previewFile('a')).toBeNull();
  });
});
