import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../tempDir.ts';
import { launchCore } from './testing.ts';

const broken = (name: string, text: string) => () => {
  const home = tempDir();
  mkdirSync(join(home, 'db'));
  writeFileSync(join(home, 'db', name), text);
  return { home, environment: {} };
};

it.each([
  [
    'a folder that cannot be made',
    () => ({ home: tempDir(), environment: { CORE_DB_DIR: '/proc/x' } }),
    /\/proc\/x.*ENOENT/,
  ],
  [
    'a folder below one that cannot be made',
    () => ({ home: tempDir(), environment: { CORE_DB_DIR: '/proc/x/y/z' } }),
    /\/proc\/x.*ENOENT/,
  ],
  [
    'no folder for files',
    () => ({ home: tempDir(), environment: { CORE_STORAGE_DISK_DIR: '/proc/x' } }),
    /\/proc\/x is not writable/,
  ],
  ['half a config', broken('config.json', '{"version":3,'), /config\.json is not a config/],
  ['half a database', broken('db.json', '{"version":4,'), /db\.json is not a process database/],
])('with %s the core ends at once, with one line that says why', { timeout: 30_000 }, async (_, given, reason) => {
  const { home, environment } = given();
  const { ended, said } = launchCore(home, environment);
  expect(await ended).toBe(1);
  const lines = said()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('ts='));
  expect(lines).toEqual([expect.stringMatching(reason)]);
});
