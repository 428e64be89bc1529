import { describe, expect, it } from 'vitest';
import type { Storage, StoredFile } from '../doors.ts';
import { createMemory } from '../storage/memory.ts';
import { createCleanup, expired, targetOf } from './cleanup.ts';

const rule = { pattern: '', max_files: 0, max_file_age_seconds: 0, purge_on_delete: false };

it.each([
  ['memfs:/a**', { storage: 'mem', glob: '/a**' }],
  ['mem:/a', { storage: 'mem', glob: '/a' }],
  ['diskfs:/a', { storage: 'disk', glob: '/a' }],
  ['disk:/a:b', { storage: 'disk', glob: '/a:b' }],
  ['s3:/a', null],
  ['/a', null],
  ['', null],
])('%j is %j', (pattern, target) => expect(targetOf(pattern)).toEqual(target));

describe('a rule gives up', () => {
  const file = (name: string, second: number): StoredFile => ({
    name,
    sizeBytes: 1,
    lastModified: new Date(second * 1000),
  });
  const files = [file('/3', 3), file('/1', 1), file('/2', 2)];
  it.each([
    ['nothing', {}, []],
    ['the oldest beyond the number', { max_files: 2 }, ['/1']],
    ['what is too old', { max_file_age_seconds: 8 }, ['/1']],
    ['both', { max_files: 1, max_file_age_seconds: 9 }, ['/2', '/1']],
    ['nothing that is young and few', { max_files: 3, max_file_age_seconds: 9 }, []],
  ])('%s: %j', (_, limits, names) => expect(expired({ ...rule, ...limits }, files, 10_000)).toEqual(names));
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

  it('purges only what asks for it', async () => {
    const { mem, cleanup } = open();
    await write(mem, ['/a_1.ts', '/b_1.ts']);
    await cleanup.purge([
      { ...rule, pattern: 'memfs:/a**', purge_on_delete: true },
      { ...rule, pattern: 'memfs:/b**', max_files: 1 },
    ]);
    expect(await names(mem)).toEqual(['/b_1.ts']);
  });
});
