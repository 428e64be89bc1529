import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openAlarmStore } from '../../../agent/alarms/alarmStore.ts';
import { openHistoryStore } from '../../../agent/historyStore.ts';
import { openJournalStore } from '../../../agent/journalStore.ts';
import { openCertificateStore } from '../../../server/certificates/certificateStore.ts';
import { createLog } from '../../../server/log/index.ts';
import { keptFile } from '../../../server/util/keptFile.ts';
import { fileStorage } from '../../../src/headless.ts';
import { sampleOf } from '../../../src/media/series/sample.ts';
import { demoPassword } from '../../tools/demo/demoPassword.ts';
import { writeEdgeTemplates } from '../../tools/edge/writeEdgeTemplates.ts';
import { openLogFile } from '../../tools/launch/rotatingLogFile.ts';
import { EXAMPLE_SETTINGS, presharedKey } from '../../tools/pi/cardSettings.ts';
import { CORE_PROGRAM } from './coreProgram.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

const SECRET = 'This-is-a-secret-00';
const SSH_KEY = `ssh-ed25519 ${['ssh-ed25519', 'x'.repeat(32)]
  .map((part) => Buffer.from([0, 0, 0, part.length, ...Buffer.from(part)]))
  .reduce((all, part) => Buffer.concat([all, part]))
  .toString('base64')}`;
const PI_CARD = path.resolve('harness/tools/pi/main.ts');

/** Code that writes secrets to disk, by source file. Each function returns the secrets. */
const WRITERS: Readonly<Record<string, (folder: string) => Promise<readonly string[]>>> = {
  'src/headless/storage.ts': async (folder) => {
    fileStorage(path.join(folder, 'kept.json')).write('token', SECRET);
    return [SECRET];
  },
  'server/util/keptFile.ts': async (folder) => {
    const content = 'settings';
    await keptFile(path.join(folder, 'config.json'), {
      ...{ content, isWhole: (text) => text.includes(SECRET), onRestored: () => undefined },
    }).write(SECRET);
    return [SECRET];
  },
  'server/certificates/certificateStore.ts': async (folder) => {
    const store = openCertificateStore(
      folder,
      'https://authority.example/',
      createLog(() => undefined),
    );
    await store.saveAccountKey(SECRET);
    await store.savePair('a.example', { key: SECRET, cert: 'public' });
    return [SECRET];
  },
  'agent/sqliteFile.ts': async (folder) => {
    const store = openJournalStore(folder);
    store.write([{ id: 1, time: 0, channel: null, event: 'core-lost', fields: { message: SECRET } }]);
    store.close();
    const history = openHistoryStore(folder, 20_000_000);
    const sample = sampleOf({ state: 'live', figures: {} }, 10);
    history.write([{ time: 0, samples: new Map([[SECRET, sample]]) }]);
    history.close();
    const alarms = openAlarmStore(folder);
    const receiver = { id: 'r', kind: 'ntfy', name: 'Phone', isGone: false, fields: { token: SECRET } };
    alarms.save({ memory: null, incidents: [], rows: [], receivers: [receiver], removedReceivers: [] });
    alarms.close();
    return [SECRET];
  },
  'harness/tools/demo/demoPassword.ts': async (folder) => [await demoPassword(folder)],
  'harness/tools/launch/rotatingLogFile.ts': async (folder) => {
    const file = path.join(folder, 'core.log');
    const log = openLogFile(file);
    writeSync(log.handle, SECRET.repeat(100));
    log.close();
    // Rotation moves its second half to `.1`.
    openLogFile(file, { bytes: SECRET.length * 50, everyMs: 1000 }).close();
    return [SECRET];
  },
  'harness/tools/pi/main.ts': async (folder) => {
    const { wifi, host } = EXAMPLE_SETTINGS;
    if (wifi === null) throw new Error('the example has no Wi-Fi');
    const { PATH } = process.env;
    const network = { WIFI_NAME: wifi.name, WIFI_PASSWORD: wifi.password, WIFI_COUNTRY: wifi.country };
    const env = { PATH, IMAGE: 'sluice:1', HOST_NAME: host, SSH_KEY, ...network };
    const { status, stderr } = spawnSync(process.execPath, [PI_CARD], { cwd: folder, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return [presharedKey(wifi)];
  },
  'docker/edge/start.sh': async (folder) => {
    const image = testTempDir();
    await writeEdgeTemplates(image);
    copyFileSync('docker/edge/start.sh', path.join(image, 'start.sh'));
    const session = '7SBmNdKSbLdkrFbkDcSgLn';
    writeFileSync(path.join(image, 'nginx'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = {
      PATH: `${image}:${process.env.PATH}`,
      ...{ EDGE_WORK: folder, EDGE_ORIGIN: 'http://core:8080', EDGE_CHANNELS: 'paid:signed' },
      ...{ EDGE_SECRET: SECRET, EDGE_SESSION: session, EDGE_RESOLVER: '127.0.0.11' },
    };
    const { stderr } = spawnSync('sh', [path.join(image, 'start.sh')], { env, encoding: 'utf8' });
    if (!stderr.includes('nginx refuses the config')) throw new Error(stderr);
    return [SECRET, session];
  },
};

/** Other code that writes files, and why it writes no secret. */
const PUBLIC: Readonly<Record<string, string>> = {
  'server/util/atomicFiles.ts': 'what the others write with',
  'server/process/run/children.ts': 'numbers of processes',
  'server/storage/diskStorage.ts': 'files for viewers',
  'server/agent/superviseAgent.ts': 'a number for the kernel',
  'agent/metricsToken.ts': 'nothing: it reads',
  'src/headless/readDeclaration.ts': 'nothing: it reads',
  'harness/tools/bundle/main.ts': 'an export, whose secrets are sealed with a passphrase',
  'harness/tools/proof/renderProofFrames.ts': 'a fixture of the tests',
  'server/lock/index.ts': 'the number of a process',
  'server/lock/owner.ts': 'nothing: it opens folders',
  'harness/package.ts': 'the package for programs',
  'harness/test.ts': 'results of tests',
  'harness/tools/edge/writeEdgeTemplates.ts': 'names in place of the secrets',
  'harness/tools/edge/startEdge.ts': 'the secret of a test',
  'harness/tools/pi/checkCardInDebian.ts': 'the card of an example',
  'harness/tools/pi/checkCardFiles.ts': 'the card of an example',
  'harness/tools/release/main.ts': 'the notes of a release',
  'harness/tools/supply/fillPackageLock.ts': 'in the repository',
  'harness/tools/supply/audit.ts': 'a report about public packages',
  'harness/tools/texts/main.ts': 'in the repository',
  'harness/setup.sh': 'messages of npm',
  'docker/start.sh': 'tested in harness/containers/start.test.ts',
  'docker/pi/sluice-setup.sh': 'tested in harness/tools/pi/machine.test.ts',
};
const BUILD = /^harness\/tools\/build\//;

const WRITES =
  /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|openSync|open)\b[^;]*from 'node:fs/;
const WRITES_IN_SHELL = /(?<!<)>\s*"\$/;

it('every source that writes files is in one of the tables', () => {
  const programs = globSync([
    'agent/**/*.ts',
    'server/**/*.ts',
    'src/headless/*.ts',
    'harness/*.ts',
    'harness/tools/**/*.ts',
  ])
    .filter((file) => !/\.test\.ts$/.test(file) && !BUILD.test(file))
    .filter((file) => WRITES.test(readFileSync(file, 'utf8')));
  const scripts = globSync(['docker/**/*.sh', 'harness/*.sh']).filter((file) =>
    WRITES_IN_SHELL.test(readFileSync(file, 'utf8').replace(/^\s*#.*$/gm, '')),
  );
  const listed = [...Object.keys(WRITERS), ...Object.keys(PUBLIC)];
  expect([...programs, ...scripts].filter((file) => !listed.includes(file))).toEqual([]);
  expect(listed.filter((file) => !existsSync(file))).toEqual([]);
});

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => lstatSync(file).isFile());

const umask = process.umask();
afterEach(() => {
  process.umask(umask);
});

const WIDE = 0o077;
const modeOf = (file: string) => lstatSync(file).mode & 0o777;

describe.each(Object.entries(WRITERS))('%s', (_, write) => {
  const judge = async (folder: string, ...more: readonly string[]) => {
    const secrets = await write(folder);
    const all = [folder, ...more].flatMap(filesBelow);
    const holding = all.filter((file) => secrets.some((secret) => readFileSync(file, 'utf8').includes(secret)));
    return { holding, readable: holding.filter((file) => (modeOf(file) & WIDE) !== 0) };
  };

  it('keeps its secret readable for its owner only, whatever the umask', async () => {
    process.umask(0);
    const folder = testTempDir();
    chmodSync(folder, 0o777);
    const { holding, readable } = await judge(folder);
    expect(holding).not.toEqual([]);
    expect(readable).toEqual([]);
  });

  it.each<[string, (file: string, traps: string, at: number) => void]>([
    ['files that others can read', (file) => writeFileSync(file, 'old', { mode: 0o666 })],
    [
      'links to such files',
      (file, traps, at) => {
        const trap = path.join(traps, String(at));
        writeFileSync(trap, 'old', { mode: 0o666 });
        symlinkSync(trap, file);
      },
    ],
    ['links to files that do not exist yet', (file, traps, at) => symlinkSync(path.join(traps, String(at)), file)],
  ])('does not write it to %s', async (_kind, plant) => {
    process.umask(0);
    const dir = testTempDir();
    await write(dir);
    const names = filesBelow(dir).map((file) => path.relative(dir, file));
    const [folder, traps] = [testTempDir(), testTempDir()];
    const planted = names.flatMap((name) => ['', '.next', `.${process.pid}`, '.1'].map((end) => `${name}${end}`));
    for (const [at, name] of [...new Set(planted)].entries()) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (!existsSync(file)) plant(file, traps, at);
    }
    const { holding, readable } = await judge(folder, traps).catch((error: Error) => {
      // Writing nothing is also right.
      expect(error.message).toMatch(/holds something else|is a link to a file that is not there|EEXIST|ENOENT/);
      return { holding: ['refused'], readable: [] };
    });
    expect(holding).not.toEqual([]);
    expect(readable).toEqual([]);
  });
});

describe('the folder of a card', () => {
  const card = WRITERS['harness/tools/pi/main.ts'];
  if (card === undefined) throw new Error('no card is written');

  it('is new, and closed to other users', async () => {
    process.umask(0);
    const home = testTempDir();
    const folder = path.join(home, 'pi-card');
    mkdirSync(folder, { mode: 0o777 });
    writeFileSync(path.join(folder, 'user-data'), 'old', { mode: 0o666 });
    await card(home);
    expect(modeOf(folder)).toBe(0o700);
    expect(readdirSync(folder).map((name) => modeOf(path.join(folder, name)))).toEqual([0o600, 0o600, 0o600]);
    await card(home);
  });

  it.each<[string, (folder: string, other: string) => void]>([
    ['a link', (folder, other) => symlinkSync(other, folder)],
    ['a file', (folder) => writeFileSync(folder, 'mine')],
    [
      'a folder with other files',
      (folder) => {
        mkdirSync(folder);
        writeFileSync(path.join(folder, 'mine'), '');
      },
    ],
  ])('does not replace %s', async (_, make) => {
    const [home, other] = [testTempDir(), testTempDir()];
    make(path.join(home, 'pi-card'), other);
    await expect(card(home)).rejects.toThrow('pi-card is there already and holds something else');
    expect(readdirSync(other)).toEqual([]);
  });
});

it.each([
  ['harness/tools/launch/rotatingLogFile.ts', ['core.log']],
  ['docker/edge/start.sh', ['nginx.conf', 'run/status.json', 'session', 'edge.conf']],
])('%s does not change the target of a link in its folder', async (source, names) => {
  const [folder, traps] = [testTempDir(), testTempDir()];
  const trapOf = (name: string) => path.join(traps, name.replace('/', '-'));
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(trapOf(name), 'old', { mode: 0o644 });
    symlinkSync(trapOf(name), path.join(folder, name));
  }
  const write = WRITERS[source];
  if (write === undefined) throw new Error(`nothing writes as ${source}`);
  await write(folder);
  expect(names.map((name) => [readFileSync(trapOf(name), 'utf8'), modeOf(trapOf(name))])).toEqual(
    names.map(() => ['old', 0o644]),
  );
});

it('a core denies other users write access to its files and folders, whatever the umask', async () => {
  const folder = testTempDir();
  mkdirSync(folder, { recursive: true });
  const environment = {
    CORE_ADDRESS: '127.0.0.1:0',
    CORE_DB_DIR: path.join(folder, 'db'),
    CORE_CONFIGFILE: path.join(folder, 'config', 'config.json'),
    CORE_STORAGE_DISK_DIR: path.join(folder, 'data'),
  };
  const core = spawn('sh', ['-c', `umask 0; exec node ${CORE_PROGRAM}`], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const isThere = (name: string) => existsSync(path.join(folder, name));
  await until(
    async () => isThere('config/config.json') && isThere('db') && isThere('data'),
    (all) => all,
  );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
  core.kill('SIGTERM');
  await once(core, 'exit');
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => existsSync(file) && (modeOf(file) & 0o002) !== 0)).toEqual([]);
});
