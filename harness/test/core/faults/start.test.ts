import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testTempDir } from '../testTempDir.ts';
import { cheapProcess, launchCore, runCore } from './runCore.ts';

const broken = (name: string, text: string) => () => {
  const home = testTempDir();
  mkdirSync(join(home, 'db'));
  writeFileSync(join(home, 'db', name), text);
  return { home, environment: {} };
};

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
    'a folder that cannot be created',
    () => ({ home: testTempDir(), environment: { CORE_DB_DIR: '/proc/x' } }),
    /\/proc\/x.*ENOENT/,
  ],
  [
    'a folder inside one that cannot be created',
    () => ({ home: testTempDir(), environment: { CORE_DB_DIR: '/proc/x/y/z' } }),
    /\/proc\/x.*ENOENT/,
  ],
  [
    'a files folder that is not writable',
    () => ({ home: testTempDir(), environment: { CORE_STORAGE_DISK_DIR: '/proc/x' } }),
    /\/proc\/x is not writable/,
  ],
  ['a config that is not an object', broken('config.json', 'null'), /config\.json is not a config: it holds no object/],
  ['a config of a newer core', broken('config.json', '{"version":4,"api":{}}'), /config\.json .* made by a newer core/],
  ['channels and an empty config', besideChannels(''), /config\.json is empty, but .*\/db holds channels/],
  ['channels and no config', besideChannels(null), /config\.json is missing, but .*\/db holds channels/],
  ['a truncated config', broken('config.json', '{"version":3,'), /config\.json is not a config/],
  ['a truncated database', broken('db.json', '{"version":4,'), /db\.json is not a process database/],
])('a core with %s ends at once, with one line that explains why', async (_, prepare, reason) => {
  const { home, environment } = prepare();
  const before = filesOf(home);
  const { ended, said } = launchCore(home, environment);
  expect(await ended).toBe(1);
  const lines = said()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('ts='));
  expect(lines).toEqual([expect.stringMatching(reason)]);
  // The first start writes a config before it checks the files folder. Existing files stay unchanged.
  expect(filesOf(home)).toMatchObject(before);
  if (Object.keys(before).length > 0) expect(filesOf(home)).toEqual(before);
});

/** Contents that an SD card can return after a power cut. */
const DAMAGES = { zeros: '\0'.repeat(4096), empty: '', cut: '{"version":4,"process":{"a":{"config":{"id":"a","inp' };

it.each(Object.entries(DAMAGES))(
  'a core with %s in place of its files starts from their copies, and reports it',
  async (_, text) => {
    const first = await runCore();
    const { home } = first;
    const process = (id: string) => first.ask('POST', '/api/v3/process', cheapProcess(id));
    expect((await process('kept')).status).toBe(200);
    expect((await process('last')).status).toBe(200);
    const login = { api: { auth: { enable: true, username: 'me', password: 'secret' } } };
    expect((await first.ask('PUT', '/api/v3/config', { version: 3, ...login })).status).toBe(200);
    expect((await first.ask('PUT', '/api/v3/config', { version: 3, name: 'later' })).status).toBe(200);
    await first.end();
    const names = ['db.json', 'config.json'];
    for (const name of names) writeFileSync(join(home, 'db', name), text);

    const restarted = await runCore({ home });
    const answer = (await restarted.ask('POST', '/api/login', { username: 'me', password: 'secret' })).json();
    const headers = { Authorization: `Bearer ${answer.access_token}` };
    const ids = (await restarted.ask('GET', '/api/v3/process', undefined, headers))
      .json()
      .map((process: { id: string }) => process.id);
    expect(ids).toEqual(['kept']);
    const { restored_files } = (await restarted.ask('GET', '/api', undefined, headers)).json();
    expect((await restarted.ask('GET', '/api')).text).not.toContain('restored');
    expect(restored_files.map(({ file }: { file: string }) => file).toSorted()).toEqual(names.toSorted());
    for (const { file, set_aside, copy_from } of restored_files) {
      expect(readFileSync(join(home, 'db', set_aside), 'utf8')).toBe(text);
      expect(new Date(copy_from).toISOString()).toBe(copy_from);
      expect(restarted.said()).toMatch(new RegExp(`level=WARN .*damaged or missing.*${file}.*${set_aside}`));
    }
    await restarted.end();
    expect(readdirSync(join(home, 'db')).filter((name) => name.includes('.damaged-'))).toHaveLength(2);
  },
);

it('a core without a database starts from its copy', async () => {
  const first = await runCore();
  await first.ask('POST', '/api/v3/process', cheapProcess('kept'));
  await first.end();
  rmSync(join(first.home, 'db', 'db.json'));
  const restarted = await runCore({ home: first.home });
  expect((await restarted.ask('GET', '/api/v3/process')).json()).toMatchObject([{ id: 'kept' }]);
});
