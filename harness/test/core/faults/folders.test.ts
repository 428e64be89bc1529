import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeLock } from '../../../../server/lock/index.ts';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { start, until } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';
import { cheapProcess, ffmpegsOf, launchCore, runCore } from './runCore.ts';

const refusal = (pid: number, folder: string) => `another core (pid ${pid}) uses the folder ${folder}: stop it`;

describe('a second core', () => {
  it.each(
    sampleOf(
      [
        ['all folders', (home: string) => ({ home, environment: {}, folder: join(home, 'db') })],
        [
          'the database',
          (home: string) => ({
            home: testTempDir(),
            environment: {
              CORE_DB_DIR: join(home, 'db'),
              CORE_CONFIGFILE: join(testTempDir(), 'c.json'),
              CORE_API_AUTH_ENABLE: 'false',
            },
            folder: join(home, 'db'),
          }),
        ],
        [
          'the config',
          (home: string) => ({
            home: testTempDir(),
            environment: { CORE_CONFIGFILE: join(home, 'db', 'config.json') },
            folder: join(home, 'db'),
          }),
        ],
        [
          'the folder for files',
          (home: string) => ({
            home: testTempDir(),
            environment: { CORE_STORAGE_DISK_DIR: join(home, 'data') },
            folder: join(home, 'data'),
          }),
        ],
        [
          'the folder for files by another name',
          (home: string) => {
            const link = join(testTempDir(), 'link');
            symlinkSync(join(home, 'data'), link);
            return { home: testTempDir(), environment: { CORE_STORAGE_DISK_DIR: link }, folder: join(home, 'data') };
          },
        ],
      ] as const,
      5,
    ),
  )('sharing %s is rejected, and the first one runs on', async (_, second) => {
    const first = await runCore();
    await first.ask('POST', '/api/v3/process', cheapProcess('a', { autostart: true }));
    mkdirSync(join(first.home, 'data', '.uploads'), { recursive: true });
    const { home, environment, folder } = second(first.home);
    const { ended, said } = launchCore(home, environment);
    expect(await ended).toBe(1);
    expect(said()).toContain(refusal(first.pid, folder));
    expect(readdirSync(join(first.home, 'data'))).toContain('.uploads');
    expect((await first.ask('POST', '/api/v3/process', cheapProcess('b'))).status).toBe(200);
    expect(ffmpegsOf(first.pid)).toHaveLength(1);
  });

  it('may use another config in the same folder @nightly', async () => {
    const folder = testTempDir();
    const core = (name: string) => runCore({ environment: { CORE_CONFIGFILE: join(folder, name) } });
    await core('a.json');
    await core('b.json');
  });

  it('may start at once when the first is killed or ends, and leaves no lock behind', async () => {
    const home = testTempDir();
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const core = await runCore({ home });
      await core.end(signal);
    }
    const names = (folder: string) => readdirSync(join(home, folder)).filter((name) => name.includes('.lock'));
    expect([...names('db'), ...names('data')]).toEqual([]);
  });

  it('that starts at the same moment is rejected @nightly', async () => {
    const home = testTempDir();
    const cores = Array.from({ length: 4 }, () => launchCore(home, {}));
    const isDecided = () =>
      cores.every(({ said, child }) => said().includes('msg="Started"') || child.exitCode !== null);
    await until(async () => isDecided(), Boolean);
    expect(cores.filter(({ child }) => child.exitCode === null)).toHaveLength(1);
    for (const { child, said } of cores)
      if (child.exitCode !== null) expect(said()).toMatch(/another core \(pid \d+\) uses the folder/);
  });
});

it('a reload does not take a folder in use by another core, and releases the folder it leaves', async () => {
  const [home, left, target] = [testTempDir(), testTempDir(), testTempDir()];
  mkdirSync(join(home, 'db'));
  writeFileSync(
    join(home, 'db', 'config.json'),
    JSON.stringify({ version: 3, api: { auth: { enable: false } }, storage: { disk: { dir: left } } }),
  );
  const core = await start({ CORE_STORAGE_DISK_DIR: '' }, home);
  const other = await start({ CORE_STORAGE_DISK_DIR: target });
  const reload = async () => {
    const { http } = core.core.ports();
    expect((await core.json('PUT', '/api/v3/config', { version: 3, storage: { disk: { dir: target } } })).status).toBe(
      200,
    );
    await core.ask('GET', '/api/v3/config/reload');
    await until(
      async () => core.core.ports().http,
      (now) => now !== http,
      60_000,
    );
  };
  const isFree = async (folder: string) => {
    const lock = await takeLock(join(folder, '.uploads.lock'), { write: () => undefined });
    lock?.release();
    return lock !== null;
  };

  await reload();
  expect((await core.ask('GET', '/api/v3/log')).text).toContain(`uses the folder ${target}`);
  await expect(isFree(left)).rejects.toThrow('another core');
  await other.core.stop();
  await reload();
  expect(await isFree(left)).toBe(true);
  await expect(isFree(target)).rejects.toThrow('another core');
});
