import { link, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPrivateFiles } from './privateFiles.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'private-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('knows a file by whatever name, also once it was replaced, and nothing that only takes its old place', async () => {
  const at = (name: string) => join(folder, name);
  const [db, next, page, alias] = [at('db.json'), at('db.json.next'), at('page.html'), at('alias')];
  await writeFile(db, 'first');
  const { isOne } = createPrivateFiles({ files: [db], folders: [] });
  const first = await stat(db);
  expect(isOne(first)).toBe(true);

  // The inode of the old one is free then, and file systems give it to the next that is written.
  await writeFile(next, 'second');
  await rename(next, db);
  await writeFile(page, 'page');
  expect(isOne({ dev: first.dev, ino: first.ino })).toBe(false);
  expect(isOne(await stat(page))).toBe(false);
  await link(db, alias);
  expect(isOne(await stat(alias))).toBe(true);
});
