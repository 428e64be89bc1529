import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { createDisk } from './diskStorage.ts';
import { createMemory } from './memory.ts';
import type { Storage } from './types.ts';

const folder = async () => testTempDir();
const MB = 1024 * 1024;

async function content(storage: Storage, path: string): Promise<string | null> {
  const found = await storage.read(path);
  if (found === null) return null;
  return Buffer.isBuffer(found.body) ? found.body.toString() : (await buffer(found.body)).toString();
}

describe.each([
  ['memory', async (limitBytes: number) => createMemory({ limitBytes, purge: false })],
  ['disk', async (limitBytes: number) => createDisk(await folder(), { limitBytes })],
])('the %s storage', (_, open) => {
  it('creates, replaces, lists and removes files', async () => {
    const storage = await open(0);
    expect(await storage.write('/rec/a.txt', Readable.from([Buffer.from('one'), Buffer.from(' two')]))).toBe('created');
    expect(await storage.write('rec/a.txt', Buffer.from('three'))).toBe('replaced');
    await storage.write('/ä ?#%.ts', Buffer.alloc(0));
    expect(await content(storage, '/rec/a.txt')).toBe('three');
    expect(await content(storage, '/ä ?#%.ts')).toBe('');
    expect((await storage.list('**.txt')).map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([['/rec/a.txt', 5]]);
    expect(await storage.list('/[')).toEqual([]);
    expect(await storage.usage()).toMatchObject({ usedBytes: 5, files: 2 });
    expect(await storage.remove('/rec/a.txt')).toBe(true);
    expect(await storage.remove('/rec/a.txt')).toBe(false);
    expect(await storage.read('/rec/a.txt')).toBeNull();
    expect(await storage.stat('/rec')).toBeNull();
  });

  it('stays inside of its root', async () => {
    const storage = await open(0);
    await storage.write('/../../up.txt', Buffer.from('x'));
    expect((await storage.list()).map(({ name }) => name)).toEqual(['/up.txt']);
    expect(await storage.read('/../../../../etc/passwd')).toBeNull();
  });

  it('rejects uploads that exceed the limit together', async () => {
    const storage = await open(MB);
    const half = Buffer.alloc(300 * 1024);
    const uploads = ['/1', '/2', '/3', '/4', '/5'].map((name) => storage.write(name, Readable.from([half, half])));
    const outcomes = await Promise.allSettled(uploads);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    expect((await storage.usage()).usedBytes).toBeLessThanOrEqual(MB);
    await storage.remove('/1');
    expect(await storage.write('/6', Readable.from([half]))).toBe('created');
  });

  it('reads a range', async () => {
    const storage = await open(0);
    await storage.write('/a', Buffer.from('0123456789'));
    const part = await storage.read('/a', { start: 2, end: 4 });
    expect(part && (Buffer.isBuffer(part.body) ? part.body : await buffer(part.body)).toString()).toBe('234');
  });

  it('rejects a file that does not fit, and keeps the old one', async () => {
    const storage = await open(MB);
    await storage.write('/q1', Buffer.alloc(600 * 1024, 'a'));
    await expect(storage.write('/q2', Buffer.alloc(600 * 1024))).rejects.toMatchObject({
      status: 400,
      details: ['not enough space on device'],
    });
    await storage.write('/q1', Readable.from([Buffer.alloc(MB, 'b')]));
    await expect(storage.write('/q1', endlessStream())).rejects.toMatchObject({ status: 400, message: 'Bad request' });
    expect((await storage.stat('/q1'))?.sizeBytes).toBe(MB);
  });
});

describe('the memory storage', () => {
  it('keeps the old bytes for current readers', async () => {
    const storage = createMemory({ limitBytes: 0, purge: false });
    await storage.write('/a', Buffer.from('old'));
    const previous = storage.get('/a');
    await storage.write('/a', Buffer.from('new'));
    expect(previous?.body.toString()).toBe('old');
    expect(storage.get('/a')?.lastModified.getTime()).toBeGreaterThan(previous?.lastModified.getTime() ?? 0);
  });

  describe('a playlist that names a segment in flight', () => {
    const playlist = (text: string) => Readable.from([Buffer.from(text)]);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const open = () => {
      const storage = createMemory({ limitBytes: 0, purge: false });
      const segment = new PassThrough();
      segment.write('half');
      return { storage, segment, segmentKept: storage.write('/live/a_1.ts', segment) };
    };

    it('is stored after the segment', async () => {
      const { storage, segment, segmentKept } = open();
      const first = storage.write('/live/a.m3u8', playlist('a_1.ts'));
      const second = storage.write('/live/a.m3u8', playlist('a_2.ts'));
      for (let i = 0; i < 10; i++) await turn();
      expect(await storage.stat('/live/a.m3u8')).toBeNull();
      segment.end();
      expect(await Promise.all([segmentKept, first, second])).toEqual(['created', 'created', 'replaced']);
      expect(await content(storage, '/live/a.m3u8')).toBe('a_2.ts');
      expect((await storage.list()).map(({ name }) => name)).toEqual(['/live/a_1.ts', '/live/a.m3u8']);
    });

    it("is stored when the segment's upload fails", async () => {
      const { storage, segment, segmentKept } = open();
      const written = storage.write('/live/a.m3u8', playlist('a_1.ts'));
      segment.destroy(new Error('connection lost'));
      await expect(segmentKept).rejects.toThrow('connection lost');
      expect(await written).toBe('created');
    });

    it('does not wait for files that it does not name', async () => {
      const { storage, segment, segmentKept } = open();
      expect(await storage.write('/live/b.m3u8', playlist('b_1.ts'))).toBe('created');
      expect(await storage.write('/live/a_1.txt', playlist('a_1.ts'))).toBe('created');
      segment.end();
      await segmentKept;
    });
  });

  describe.each([30, -3])('after a clock jump by %d days', (days) => {
    const jumpMs = days * 24 * 3_600_000;
    const setUp = () => {
      vi.useFakeTimers({ now: Date.UTC(2026, 10, 28) });
      onTestFinished(() => void vi.useRealTimers());
      const storage = createMemory({ limitBytes: 0, purge: false });
      const agesMs = async () =>
        (await storage.list()).map(({ name, lastModified }) => [name, Date.now() - lastModified.getTime()]);
      return { storage, agesMs, jump: () => vi.setSystemTime(Date.now() + jumpMs) };
    };

    it('dates new files by the clock, and shifts old ones to keep their age (A14)', async () => {
      const { storage, agesMs, jump } = setUp();
      await storage.write('/ended.m3u8', Buffer.from('x'));
      vi.advanceTimersByTime(60_000);
      await storage.write('/live.m3u8', Buffer.from('x'));
      jump();
      expect((await storage.stat('/live.m3u8'))?.lastModified.getTime()).toBe(Date.now());
      vi.advanceTimersByTime(2_000);
      await storage.write('/live.m3u8', Buffer.from('y'));
      expect(await agesMs()).toEqual([
        ['/ended.m3u8', 62_000],
        ['/live.m3u8', 0],
      ]);
    });

    it('keeps the version of unchanged files, and gives every write another one', async () => {
      const { storage, jump } = setUp();
      const versionOf = async (name: string) => (await storage.stat(name))?.version;
      await storage.write('/a', Buffer.from('x'));
      const first = await versionOf('/a');
      jump();
      expect(await versionOf('/a')).toBe(first);
      vi.setSystemTime(Date.now() - jumpMs);
      await storage.write('/a', Buffer.from('y'));
      expect(await versionOf('/a')).not.toBe(first);
    });
  });

  it('purges the oldest files', async () => {
    const storage = createMemory({ limitBytes: 10, purge: true });
    for (const name of ['/1', '/2', '/3']) await storage.write(name, Buffer.alloc(3));
    await storage.write('/1', Buffer.alloc(3));
    await storage.write('/4', Buffer.alloc(5));
    expect((await storage.list()).map(({ name }) => name)).toEqual(['/1', '/4']);
  });
});

describe('the disk storage', () => {
  it('follows no symlink out of its root', async () => {
    const outside = await folder();
    await writeFile(join(outside, 'secret'), 's');
    const root = await folder();
    const disk = await createDisk(root, { limitBytes: 0 });
    await symlink(outside, join(root, 'out'));
    await symlink(join(outside, 'secret'), join(root, 'link'));
    expect(await disk.read('/out/secret')).toBeNull();
    expect(await disk.read('/link')).toBeNull();
    await expect(disk.write('/out/new', Buffer.from('x'))).rejects.toMatchObject({ status: 400 });
    await expect(disk.write('/out/deep/new', Buffer.from('x'))).rejects.toMatchObject({ status: 400 });
    expect(await readdir(outside)).toEqual(['secret']);
    await disk.write('/link', Buffer.from('x'));
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('s');
  });

  it('rejects a folder as a file, and a file as a folder', async () => {
    const root = await folder();
    const disk = await createDisk(root, { limitBytes: 0 });
    await mkdir(join(root, 'channels'));
    await disk.write('/index.html', Buffer.from('x'));
    await expect(disk.write('/channels', Buffer.from('x'))).rejects.toMatchObject({ status: 400 });
    await expect(disk.write('/index.html/x', Buffer.from('x'))).rejects.toMatchObject({ status: 400 });
    expect(await disk.isFolder('/channels')).toBe(true);
    expect(await disk.remove('/channels')).toBe(false);
  });

  it('keeps nothing of a failed upload', async () => {
    const root = await folder();
    const disk = await createDisk(root, { limitBytes: 0 });
    await disk.write('/a', Buffer.from('old'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('new');
        throw new Error('connection lost');
      })(),
    );
    await expect(disk.write('/a', broken)).rejects.toThrow('connection lost');
    expect(await content(disk, '/a')).toBe('old');
    expect(await readdir(join(root, '.uploads'))).toEqual([]);
    expect(await disk.read('/.uploads')).toBeNull();
  });
});

function endlessStream(): Readable {
  return Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
}
