import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprint } from './sourceFingerprint.ts';

let folder = '';
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stamp-'));
  await write('src/a.ts', '1');
  await write('lock.json', '{}');
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  { change: 'nothing', name: null, differs: false },
  { change: 'a source', name: 'src/a.ts', differs: true },
  { change: 'a new source', name: 'src/deep/b.ts', differs: true },
  { change: 'a single file', name: 'lock.json', differs: true },
  { change: 'a test', name: 'src/a.test.ts', differs: false },
  { change: 'a fixture', name: 'src/fixtures/x.json', differs: false },
])('the fingerprint after this change: $change', async ({ name, differs }) => {
  const sources = [path.join(folder, 'src'), path.join(folder, 'lock.json')];
  const before = await fingerprint(sources);
  if (name !== null) await write(name, '2');
  expect((await fingerprint(sources)) !== before).toBe(differs);
});

it('a missing source is reported by name', () =>
  expect(fingerprint([path.join(folder, 'gone')])).rejects.toThrow('gone'));
