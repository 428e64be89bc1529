import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { start } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';
import { cheapProcess } from './runCore.ts';

/** A core whose web root contains its config, its database in `db`, and a mapped folder. */
async function inOneFolder(dbDir: string) {
  const home = testTempDir();
  const root = join(home, 'data');
  const db = join(root, dbDir);
  mkdirSync(db, { recursive: true });
  const key = join(root, 'key.pem');
  writeFileSync(key, 'secret key');
  writeFileSync(join(root, 'page.html'), 'page');
  const routes = { '/mapped/*': root, '/above/*': home };
  writeFileSync(
    join(root, 'config.json'),
    JSON.stringify({ version: 3, api: { auth: { enable: false } }, tls: { key_file: key }, router: { routes } }),
  );
  const core = await start({ CORE_CONFIGFILE: join(root, 'config.json'), CORE_DB_DIR: db }, home);
  expect((await core.json('POST', '/api/v3/process', cheapProcess('a'))).status).toBe(200);
  return { ...core, root, db };
}

const SECRETS = ['config.json', 'key.pem', '.uploads.lock'];

describe.each([
  ['in the served folder', ''],
  ['in a subfolder of the served one', 'db'],
])('files of the core %s', (_, dbDir) => {
  const inDb = [
    'db.json',
    'db.json.lock',
    'ffmpeg.pids',
    'db.json.next',
    'db.json.previous',
    'db.json.damaged-20261128T154500.000Z-copy-none',
    ...['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite.damaged', 'api.sock'].map((name) =>
      join('agent', name),
    ),
  ].map((name) => join(dbDir, name));
  const secrets = [...SECRETS, ...inDb];

  it('are not served under any name', async () => {
    const { ask, root } = await inOneFolder(dbDir);
    writeFileSync(join(root, dbDir, 'db.json.next'), '{}');
    writeFileSync(join(root, dbDir, 'db.json.damaged-20261128T154500.000Z-copy-none'), '{}');
    mkdirSync(join(root, dbDir, 'agent'));
    for (const name of inDb.filter((file) => file.includes('agent'))) writeFileSync(join(root, name), '');
    symlinkSync('.', join(root, 'here'));
    symlinkSync(join(root, 'config.json'), join(root, 'soft.txt'));
    linkSync(join(root, dbDir, 'db.json'), join(root, 'hard.txt'));
    mkdirSync(join(root, '.uploads'), { recursive: true });
    writeFileSync(join(root, '.uploads', 'half'), 'half an upload');
    const names = [...secrets, 'soft.txt', 'hard.txt', '.uploads/half'].flatMap((name) => [
      name,
      `here/${name}`,
      `./x/../${name}`,
    ]);
    for (const name of names) {
      for (const at of ['/', '/mapped/', '/above/data/', '/api/v3/fs/disk/']) {
        for (const method of ['GET', 'HEAD'])
          expect((await ask(method, at + name)).status, `${method} ${at}${name}`).toBe(404);
      }
    }
    for (const at of ['/', '/mapped/', '/above/data/']) expect((await ask('GET', `${at}page.html`)).text).toBe('page');
    for (const glob of ['', '?glob=/**', '?glob=/here/**', `?glob=/${dbDir}/*`, '?glob=**.json']) {
      const files: { name: string }[] = (await ask('GET', `/api/v3/fs/disk${glob}`)).json();
      expect(
        files.filter(({ name }) => name !== '/page.html'),
        glob,
      ).toEqual([]);
    }
  });

  it('are not written, deleted or cleaned up', async () => {
    const { ask, json, root } = await inOneFolder(dbDir);
    symlinkSync('.', join(root, 'here'));
    const before = SECRETS.map((name) => readFileSync(join(root, name), 'utf8'));
    for (const name of [...secrets, 'config.json.next', 'config.json.lock', '.uploads/x', '.uploads']) {
      for (const path of [name, `here/${name}`, `here/here/${name}`]) {
        expect((await ask('PUT', `/api/v3/fs/disk/${path}`, { body: 'mine' })).status, path).toBe(400);
        expect((await ask('DELETE', `/api/v3/fs/disk/${path}`)).status, path).toBe(404);
      }
      const output = { id: 'o', address: join(root, name), options: [] };
      if (!name.startsWith('.uploads')) {
        expect((await json('POST', '/api/v3/process', { ...cheapProcess('x'), output: [output] })).status, name).toBe(
          400,
        );
      }
    }
    const cleanup = [{ pattern: 'diskfs:/**', max_files: 0, max_file_age_seconds: 0, purge_on_delete: true }];
    const [output] = cheapProcess('x').output;
    await json('POST', '/api/v3/process', { ...cheapProcess('x'), output: [{ ...output, cleanup }] });
    expect((await ask('DELETE', '/api/v3/process/x')).status).toBe(200);
    expect(existsSync(join(root, 'page.html'))).toBe(false);
    expect(SECRETS.map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(before);
    expect(JSON.parse(readFileSync(join(root, dbDir, 'db.json'), 'utf8')).process.a).toBeDefined();
  });

  it('are reported in the log', async () => {
    const { ask, root } = await inOneFolder(dbDir);
    const log = (await ask('GET', '/api/v3/log')).text;
    expect(log).toContain('lies in a folder that is served');
    for (const name of ['config.json', join(dbDir, 'db.json')]) expect(log).toContain(join(root, name));
  });
});

it('files of a core with separate folders are not reported in the log', async () => {
  const { ask } = await start();
  expect((await ask('GET', '/api/v3/log')).text).not.toContain('lies in a folder that is served');
});
