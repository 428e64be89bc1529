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

it('private files are recognized under any name, even after a replacement, but not a new file with the old inode', async () => {
  const pathOf = (name: string) => join(folder, name);
  const [db, next, page, alias] = [pathOf('db.json'), pathOf('db.json.next'), pathOf('page.html'), pathOf('alias')];
  await writeFile(db, 'first');
  const { isOne } = createPrivateFiles({ files: [db], folders: [] });
  const first = await stat(db);
  expect(isOne(first)).toBe(true);

  // The old inode is free now, and file systems reuse it.
  await writeFile(next, 'second');
  await rename(next, db);
  await writeFile(page, 'page');
  expect(isOne({ dev: first.dev, ino: first.ino })).toBe(false);
  expect(isOne(await stat(page))).toBe(false);
  await link(db, alias);
  expect(isOne(await stat(alias))).toBe(true);
});
