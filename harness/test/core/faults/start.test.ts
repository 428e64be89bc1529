import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../testTempDir.ts';
import { launchCore } from './runCore.ts';

const broken = (name: string, text: string) => () => {
  const home = testTempDir();
  mkdirSync(join(home, 'db'));
  writeFileSync(join(home, 'db', name), text);
  return { home, environment: {} };
};

/** `config` null: none. */
const besideChannels = (config: string | null) => () => {
  const { home, environment } = broken(
    'db.json',
    readFileSync(new URL('../../../../server/fixtures/db-v4.json', import.meta.url), 'utf8'),
  )();
  if (config !== null) writeFileSync(join(home, 'db', 'config.json'), config);
  return { home, environment };
};

const filesOf = (home: string) =>
  Object.fromEntries(
    (existsSync(join(home, 'db')) ? readdirSync(join(home, 'db')) : []).map((name) => [
      name,
      readFileSync(join(home, 'db', name), 'utf8'),
    ]),
  );

it.each([
  [
    'a folder that cannot be made',
    () => ({ home: testTempDir(), environment: { CORE_DB_DIR: '/proc/x' } }),
    /\/proc\/x.*ENOENT/,
  ],
  [
    'a folder below one that cannot be made',
    () => ({ home: testTempDir(), environment: { CORE_DB_DIR: '/proc/x/y/z' } }),
    /\/proc\/x.*ENOENT/,
  ],
  [
    'no folder for files',
    () => ({ home: testTempDir(), environment: { CORE_STORAGE_DISK_DIR: '/proc/x' } }),
    /\/proc\/x is not writable/,
  ],
  ['no object for a config', broken('config.json', 'null'), /config\.json is not a config: it holds no object/],
  ['a config of a newer core', broken('config.json', '{"version":4,"api":{}}'), /config\.json .* made by a newer core/],
  ['channels and an empty config', besideChannels(''), /config\.json is empty, but .*\/db holds channels/],
  ['channels and no config', besideChannels(null), /config\.json is missing, but .*\/db holds channels/],
  ['half a config', broken('config.json', '{"version":3,'), /config\.json is not a config/],
  ['half a database', broken('db.json', '{"version":4,'), /db\.json is not a process database/],
])('with %s the core ends at once, with one line that says why', async (_, given, reason) => {
  const { home, environment } = given();
  const before = filesOf(home);
  const { ended, said } = launchCore(home, environment);
  expect(await ended).toBe(1);
  const lines = said()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('ts='));
  expect(lines).toEqual([expect.stringMatching(reason)]);
  // A first start makes a config before it looks at the folder for files; what was there stays as it was.
  expect(filesOf(home)).toMatchObject(before);
  if (Object.keys(before).length > 0) expect(filesOf(home)).toEqual(before);
});
