import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemory } from '../../storage/memory.ts';
import type { Storage, StoredFile } from '../../storage/types.ts';
import { createCleanup, findExpiredFiles, parseCleanupTarget } from './fileCleanup.ts';

const rule = { pattern: '', max_files: 0, max_file_age_seconds: 0, purge_on_delete: false };

it.each([
  ['memfs:/a**', { storage: 'mem', glob: '/a**' }],
  ['mem:/a', { storage: 'mem', glob: '/a' }],
  ['diskfs:/a', { storage: 'disk', glob: '/a' }],
  ['disk:/a:b', { storage: 'disk', glob: '/a:b' }],
  ['s3:/a', null],
  ['/a', null],
  ['', null],
])('%j is %j', (pattern, target) => expect(parseCleanupTarget(pattern)).toEqual(target));

describe('a rule gives up', () => {
  const file = (name: string, second: number): StoredFile => ({
    name,
    sizeBytes: 1,
    lastModified: new Date(0),
    changedAtMs: second * 1000,
  });
  const files = [file('/3', 3), file('/1', 1), file('/2', 2)];
  it.each([
    ['nothing', {}, []],
    ['the oldest beyond the number', { max_files: 2 }, ['/1']],
    ['what is too old', { max_file_age_seconds: 8 }, ['/1']],
    ['both', { max_files: 1, max_file_age_seconds: 9 }, ['/2', '/1']],
    ['nothing that is young and few', { max_files: 3, max_file_age_seconds: 9 }, []],
  ])('%s: %j', (_, limits, names) => expect(findExpiredFiles({ ...rule, ...limits }, files, 10_000)).toEqual(names));
});

describe('in the storages', () => {
  const write = async (storage: Storage, names: string[]) => {
    for (const name of names) await storage.write(name, Buffer.from('x'));
  };
  const names = async (storage: Storage) => (await storage.list()).map(({ name }) => name).sort();
  const open = () => {
    const mem = createMemory({ limitBytes: 0, purge: false });
    const disk = createMemory({ limitBytes: 0, purge: false });
    return { mem, disk, cleanup: createCleanup({ mem, disk }) };
  };

  it('keeps the newest', async () => {
    const { mem, disk, cleanup } = open();
    await write(mem, ['/a_1.ts', '/a_2.ts', '/a_3.ts', '/b_1.ts', '/b_2.ts']);
    await write(disk, ['/a_1.ts', '/a_2.ts']);
    await cleanup.round([
      { ...rule, pattern: 'memfs:/a_*.ts', max_files: 1 },
      { ...rule, pattern: 'diskfs:/**', max_files: 1 },
      { ...rule, pattern: '', max_files: 1 },
      { ...rule, pattern: 'memfs:[', max_files: 1 },
    ]);
    expect(await names(mem)).toEqual(['/a_3.ts', '/b_1.ts', '/b_2.ts']);
    expect(await names(disk)).toEqual(['/a_2.ts']);
  });

  it('purges only files of outputs with purge_on_delete', async () => {
    const { mem, cleanup } = open();
    await write(mem, ['/a_1.ts', '/b_1.ts']);
    await cleanup.purge([
      { ...rule, pattern: 'memfs:/a**', purge_on_delete: true },
      { ...rule, pattern: 'memfs:/b**', max_files: 1 },
    ]);
    expect(await names(mem)).toEqual(['/b_1.ts']);
  });
});

it.each([3_600_000, -3_600_000])(
  'a system clock that is set by %d ms makes no file older or newer',
  async (shiftMs) => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const mem = createMemory({ limitBytes: 0, purge: false });
    const cleanup = createCleanup({ mem, disk: mem });
    const rules = [
      { ...rule, pattern: 'memfs:/old*', max_file_age_seconds: 5 },
      { ...rule, pattern: 'memfs:/seg*', max_files: 2 },
    ];
    const names = async () => (await mem.list()).map(({ name }) => name);
    await mem.write('/old', Buffer.from('x'));
    await mem.write('/seg1', Buffer.from('x'));
    await mem.write('/seg2', Buffer.from('x'));
    vi.advanceTimersByTime(3000);
    vi.setSystemTime(Date.now() + shiftMs);
    await mem.write('/seg3', Buffer.from('x'));
    await cleanup.round(rules);
    expect(await names()).toEqual(['/old', '/seg2', '/seg3']);
    vi.advanceTimersByTime(3000);
    await cleanup.round(rules);
    expect(await names()).toEqual(['/seg2', '/seg3']);
  },
);

it('others are served while globs are hard to match', async () => {
  const mem = createMemory({ limitBytes: 0, purge: false });
  for (let index = 0; index < 300; index += 1) await mem.write(`/${'a'.repeat(120)}${index}`, Buffer.from('x'));
  const cleanup = createCleanup({ mem, disk: mem });
  const hard = `memfs:/${'**a'.repeat(40)}**b`;
  let longestMs = 0;
  let last = performance.now();
  const look = () => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  };
  const watch = setInterval(look, 1);
  onTestFinished(() => clearInterval(watch));
  const rules = Array.from({ length: 3 }, (_, index) => ({ ...rule, pattern: `${hard}${index}`, max_files: 1 }));
  await cleanup.round(rules);
  // On a fast machine the round ends before the first interval.
  look();
  expect(longestMs).toBeGreaterThan(0);
  // One name is looked at in well below a millisecond; the rest is what a busy machine does.
  expect(longestMs).toBeLessThan(1_000);
  expect(await mem.list()).toHaveLength(300);
});
