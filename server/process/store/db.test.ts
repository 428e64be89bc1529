import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';
import type { RestoredFile } from '../../util/keptFile.ts';
import { renameUnreachableIds } from './addressableIds.ts';
import { type DbContent, openDb } from './db.ts';
import { createBlankConfig, patchConfig } from './processConfig.ts';

const config = patchConfig(createBlankConfig(), {
  id: 'a/b c',
  reference: 'r',
  input: [{ id: 'i', address: 'in', options: ['-re'] }],
  output: [{ id: 'o', address: '-', cleanup: [{ pattern: 'memfs:/x', max_files: 2 }] }],
  options: ['-y'],
  reconnect: true,
  reconnect_delay_seconds: 5,
  autostart: false,
  stale_timeout_seconds: 30,
  limits: { cpu_usage: 1.5, memory_mbytes: 100, waitfor_seconds: 2 },
});
const content: DbContent = {
  processes: [{ config, createdAt: 1, updatedAt: 2, order: 'start' }],
  metadata: new Map<string, unknown>([['ui', { version: 1 }]]),
  processMetadata: new Map([['a/b c', new Map<string, unknown>([['k', ['x']]])]]),
};

it('the database reads what it wrote', async () => {
  const dir = testTempDir();
  await openDb(dir).write(content);
  expect(await openDb(dir).read()).toEqual(content);
  expect(readdirSync(dir)).toEqual(['db.json', 'db.json.previous']);
});

it('keys like `__proto__` are kept', async () => {
  const dir = testTempDir();
  const oddContent: DbContent = {
    processes: [{ config: { ...config, id: '__proto__' }, createdAt: 1, updatedAt: 2, order: 'stop' }],
    metadata: new Map<string, unknown>([
      ['__proto__', 1],
      ['constructor', 2],
    ]),
    processMetadata: new Map([['__proto__', new Map<string, unknown>([['__proto__', 3]])]]),
  };
  await openDb(dir).write(oddContent);
  expect(await openDb(dir).read()).toEqual(oddContent);
});

it('a missing file or folder means an empty database', () =>
  expect(openDb(join(testTempDir(), 'new')).read()).resolves.toEqual({
    processes: [],
    metadata: new Map(),
    processMetadata: new Map(),
  }));

it("the real core's file is readable", async () => {
  const dir = testTempDir();
  writeFileSync(join(dir, 'db.json'), readFileSync(new URL('../../fixtures/db-v4.json', import.meta.url)));
  const { processes, metadata, processMetadata } = await openDb(dir).read();
  expect(processes).toMatchObject([
    {
      order: 'start',
      createdAt: 1795214887,
      config: { id: 'p1', reconnect_delay_seconds: 3, output: [{ cleanup: [{ pattern: 'memfs:/x', max_files: 2 }] }] },
    },
  ]);
  expect(metadata).toEqual(new Map([['g', { a: 1 }]]));
  expect(processMetadata.get('p1')).toEqual(new Map([['k', { a: 1 }]]));
});

it.each(['', '{', '[]', '{"version":3}', '{"version":4,"process":{"a":{}}}'])(
  'an unreadable file stays untouched: %j',
  async (text) => {
    const dir = testTempDir();
    writeFileSync(join(dir, 'db.json'), text);
    await expect(openDb(dir).read()).rejects.toThrow(/db\.json is not a process database of version 4/);
    expect(readFileSync(join(dir, 'db.json'), 'utf8')).toBe(text);
  },
);

it.each([
  ['no text', ''],
  ['a truncated text', '{'],
  ['a list', '[]'],
  ['no version', '{"process":{}}'],
  ['a process without its config', '{"version":4,"process":{"a":{}}}'],
  ['a list instead of processes', '{"version":4,"process":[1]}'],
  ['an unknown order', JSON.stringify({ version: 4, process: { a: { config: { id: 'a' }, order: 'x' } } })],
])('a file with %s is set aside and replaced by its copy', async (_, text) => {
  const dir = testTempDir();
  await openDb(dir).write(content);
  writeFileSync(join(dir, 'db.json'), text);
  const restored: RestoredFile[] = [];
  expect(await openDb(dir, (file) => restored.push(file)).read()).toEqual(content);
  const [{ setAside = null } = {}] = restored;
  expect(readFileSync(setAside ?? '', 'utf8')).toBe(text);
  expect(await openDb(dir).read()).toEqual(content);
});

it('a file of a newer core is not replaced by an older copy', async () => {
  const dir = testTempDir();
  await openDb(dir).write(content);
  const newer = '{"version":5,"process":[]}';
  writeFileSync(join(dir, 'db.json'), newer);
  await expect(openDb(dir).read()).rejects.toThrow(/is not a process database of version 4/);
  expect(readFileSync(join(dir, 'db.json'), 'utf8')).toBe(newer);
});

it.each([
  [
    'a link to nowhere',
    (file: string) => symlinkSync('/nowhere/db.json', file),
    /is a link to a file that is not there/,
  ],
  ['a folder', (file: string) => mkdirSync(file), /cannot be read: it is no file/],
  [
    'huge',
    (file: string) => {
      writeFileSync(file, '');
      truncateSync(file, 5e9);
    },
    /is larger than 256 MB/,
  ],
])('%s is not replaced by an empty database', async (_, damage, reason) => {
  const dir = testTempDir();
  damage(join(dir, 'db.json'));
  await expect(openDb(dir).read()).rejects.toThrow(reason);
  expect(readdirSync(dir)).toEqual(['db.json']);
});

it('a byte order mark of an editor is skipped, and removed by the next write', async () => {
  const dir = testTempDir();
  await openDb(dir).write(content);
  const file = join(dir, 'db.json');
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  chmodSync(file, 0o644);
  writeFileSync(`${file}.next`, 'left over', { mode: 0o644 });
  expect(await openDb(dir).read()).toEqual(content);
  await openDb(dir).write(content);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

describe('a SIGKILL during writes', () => {
  it.each([1, 7, 20, 41])('after %d responses loses nothing that was confirmed', async (count) => {
    const dir = testTempDir();
    const writer = spawn(process.execPath, [
      new URL('../../../harness/test/core/faults/addProcessesEndlessly.ts', import.meta.url).pathname,
      dir,
    ]);
    let answered = '';
    let complaints = '';
    writer.stderr.on('data', (chunk) => {
      complaints += String(chunk);
    });
    writer.stdout.on('data', (chunk) => {
      answered += String(chunk);
      if (answered.split('\n').length > count) writer.kill('SIGKILL');
    });
    await new Promise((resolve) => writer.once('close', resolve));
    expect(complaints).toBe('');
    const ids = answered.split('\n').filter((line) => line !== '');
    expect(ids.length).toBeGreaterThanOrEqual(count);
    const { processes, processMetadata } = await openDb(dir).read();
    const stored = processes.map((process) => process.config.id);
    expect(stored).toEqual(expect.arrayContaining(ids));
    for (const id of ids) expect(processMetadata.get(id)?.get('k')).toBe(id);
  });
});

it('a process with an unreachable id gets another one, all others keep theirs', () => {
  const oddIds = ['.', '..', '\ud800', 'ü'.repeat(2_001), 'a\nb', 'a/b', ''];
  const { processes, processMetadata } = renameUnreachableIds({
    processes: oddIds.map((id) => ({ config: { ...config, id }, createdAt: 1, updatedAt: 2, order: 'start' })),
    metadata: new Map(),
    processMetadata: new Map([['..', new Map([['k', 1]])]]),
  }).content;
  const ids = processes.map((process) => process.config.id);
  expect(ids.slice(4)).toEqual(['a\nb', 'a/b', '']);
  expect(new Set(ids).size).toBe(oddIds.length);
  for (const id of ids.slice(0, 4)) expect(id).toMatch(/^unnamed-[0-9a-f]{16}$/);
  expect(processMetadata.get(ids[1] ?? '')).toEqual(new Map([['k', 1]]));
});
