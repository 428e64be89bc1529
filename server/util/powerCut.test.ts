import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { openCertificateStore } from '../certificates/certificateStore.ts';
import type { KeyPair } from '../certificates/readCertificate.ts';
import { Config } from '../config/configSchema.ts';
import { openConfig } from '../config/index.ts';
import { takeLock } from '../lock/index.ts';
import { createLog } from '../log/index.ts';
import { createOrphanReaper } from '../process/run/children.ts';
import { type DbContent, openDb } from '../process/store/db.ts';
import { createSessions } from '../sessions/index.ts';
import { openSessionHistory } from '../sessions/sessionHistory.ts';
import type { RestoredFile } from './keptFile.ts';

/** File system operations left before the power cut. */
const power = vi.hoisted(() => ({ stepsLeft: Number.POSITIVE_INFINITY, unsynced: new Set<string>() }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const takeStep = () => {
    power.stepsLeft -= 1;
    if (power.stepsLeft < 0) throw new Error('the power is cut');
  };
  return {
    ...real,
    open: async (path: string, flags: string, mode?: number) => {
      takeStep();
      const handle = await real.open(path, flags, mode);
      if (flags === 'r') return handle;
      power.unsynced.add(path);
      return {
        writeFile: async (content: string | Buffer) => {
          takeStep();
          await handle.writeFile(content);
        },
        sync: async () => {
          takeStep();
          await handle.sync();
          power.unsynced.delete(path);
        },
        close: () => handle.close(),
      };
    },
    rename: async (from: string, to: string) => {
      takeStep();
      await real.rename(from, to);
      if (power.unsynced.delete(from)) power.unsynced.add(to);
    },
    link: async (from: string, to: string) => {
      takeStep();
      await real.link(from, to);
    },
    rm: async (path: string, options?: object) => {
      takeStep();
      await real.rm(path, options);
    },
  };
});

beforeEach(() => {
  power.stepsLeft = Number.POSITIVE_INFINITY;
  power.unsynced.clear();
});
afterEach(() => vi.restoreAllMocks());

const DAMAGES: readonly (readonly [string, (text: string) => string | Buffer])[] = [
  ['zeros', () => Buffer.alloc(4096)],
  ['nothing', () => ''],
  ['partly written', (text) => text.slice(0, Math.floor(text.length / 2))],
  ['rubbish in its middle', (text) => Buffer.concat([Buffer.from(text.slice(0, 9)), Buffer.from([0xff, 0x00, 0xfe])])],
];

const log = createLog(() => undefined);
const machine = { memoryBytes: () => 8e9, isExecutable: () => true, exists: () => true };
const LOCAL = { address: '127.0.0.1', via: 'http', hasJustLoggedIn: true } as const;
const DIRECTORY = 'https://acme.example/directory';
const acmeFile = (name: string) => join('acme', 'acme.example-directory', name);

const keys = Array.from(
  { length: 4 },
  () =>
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey,
);

const NAME = 'live.example.org';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function createPair(): Promise<KeyPair> {
  const signingKeys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ name: `CN=${NAME}`, keys: signingKeys, signingAlgorithm: ALGORITHM },
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: NAME }])],
  });
  const exported = Buffer.from(await crypto.subtle.exportKey('pkcs8', signingKeys.privateKey));
  const key = createPrivateKey({ key: exported, format: 'der', type: 'pkcs8' }).export({
    format: 'pem',
    type: 'pkcs8',
  });
  return { key: String(key), cert: certificate.toString('pem') };
}
const pairs = Promise.all(Array.from({ length: 4 }, createPair));

const dbOf = (generation: number): DbContent => ({
  processes: [],
  metadata: new Map([['generation', generation]]),
  processMetadata: new Map(),
});

const sessionsOf = async (dir: string, onRestored: (restored: RestoredFile) => void) => {
  const config = Config.parse({ db: { dir }, sessions: { persist: true, persist_interval_sec: 0, ip_ignorelist: [] } });
  const sessions = createSessions({ config: () => config });
  const history = await openSessionHistory({ config, totals: sessions.totals, log, onRestored });
  return { sessions, history };
};

interface OwnedFile {
  readonly file: string;
  readonly by: string;
  /** Writes the contents number 1, 2, 3 … over each other. */
  write(dir: string, generation: number): Promise<unknown>;
  /** Opens the file like a start of the core. Returns the number of the content; null for a new file. */
  read(dir: string, onRestored: (restored: RestoredFile) => void): Promise<unknown>;
  readonly isForThisRun?: true;
}

const OWNED: readonly OwnedFile[] = [
  {
    file: 'config.json',
    by: 'server/config/configFile.ts',
    write: async (dir, generation) =>
      (await openConfig({ CORE_DB_DIR: dir }, machine, async () => false)).put(
        { version: 3, name: String(generation) },
        LOCAL,
      ),
    read: async (dir, onRestored) =>
      Number((await openConfig({ CORE_DB_DIR: dir }, machine, async () => false, onRestored)).active().name),
  },
  {
    file: 'db.json',
    by: 'server/process/store/db.ts',
    write: (dir, generation) => openDb(dir).write(dbOf(generation)),
    read: async (dir, onRestored) => (await openDb(dir, onRestored).read()).metadata.get('generation') ?? null,
  },
  {
    file: 'sessions/rtmp.json',
    by: 'server/sessions/sessionHistory.ts',
    write: async (dir, generation) => {
      const { sessions, history } = await sessionsOf(dir, () => undefined);
      const identity = { reference: 'a', local: '/a', remote: 'example.org', extra: '' };
      for (let count = sessions.totals.rtmp.sessions(); count < generation; count += 1) {
        sessions.open('rtmp', { id: String(count), ...identity }).tx(1);
      }
      sessions.stop();
      await history.stop();
      if (power.stepsLeft < 0) throw new Error('the power is cut');
    },
    read: async (dir, onRestored) => {
      const { sessions, history } = await sessionsOf(dir, onRestored);
      const count = sessions.totals.rtmp.sessions();
      await history.stop();
      sessions.stop();
      return count;
    },
  },
  {
    file: acmeFile('account.pem'),
    by: 'server/certificates/certificateStore.ts',
    write: (dir, generation) => openCertificateStore(dir, DIRECTORY, log).saveAccountKey(keys[generation] ?? ''),
    read: async (dir, onRestored) => {
      const key = await openCertificateStore(dir, DIRECTORY, log, onRestored).readAccountKey();
      return key === null ? null : keys.indexOf(key);
    },
  },
  {
    file: acmeFile(`${NAME}.crt`),
    by: 'server/certificates/certificateStore.ts',
    write: async (dir, generation) =>
      openCertificateStore(dir, DIRECTORY, log).savePair(NAME, (await pairs)[generation] ?? { key: '', cert: '' }),
    read: async (dir, onRestored) => {
      const found = await openCertificateStore(dir, DIRECTORY, log, onRestored).readPair(NAME);
      return found === null ? null : (await pairs).findIndex(({ key }) => key === found.key);
    },
  },
  {
    file: acmeFile('attempts.json'),
    by: 'server/certificates/certificateStore.ts',
    write: (dir, generation) =>
      openCertificateStore(dir, DIRECTORY, log).saveAttempts({
        a: { startedMs: [], failures: generation, notBeforeMs: 0, isToldByAuthority: false },
      }),
    read: async (dir) => (await openCertificateStore(dir, DIRECTORY, log).readAttempts())?.a?.failures ?? null,
    isForThisRun: true,
  },
  {
    file: 'ffmpeg.pids',
    by: 'server/process/run/children.ts',
    write: async (dir) => createOrphanReaper(dir, log).stop(),
    read: async (dir) => createOrphanReaper(dir, log).stop(),
    isForThisRun: true,
  },
  {
    file: 'db.json.lock',
    by: 'server/lock/index.ts',
    write: async (dir) => (await takeLock(join(dir, 'db.json.lock'), log))?.release(),
    read: async (dir) => (await takeLock(join(dir, 'db.json.lock'), log))?.release(),
    isForThisRun: true,
  },
];

const files = OWNED.filter(({ isForThisRun }) => isForThisRun !== true);

async function createFilled(row: OwnedFile, generations: number): Promise<string> {
  const dir = testTempDir();
  for (let generation = 1; generation <= generations; generation += 1) await row.write(dir, generation);
  return dir;
}

/** Cuts the power during the next write. Returns false if the write was faster. */
async function cutAt(row: OwnedFile, dir: string, generation: number, steps: number): Promise<boolean> {
  power.stepsLeft = steps;
  const isCut = await row.write(dir, generation).then(
    () => power.stepsLeft < 0,
    () => true,
  );
  power.stepsLeft = Number.POSITIVE_INFINITY;
  return isCut;
}

async function openedAfter(row: OwnedFile, dir: string) {
  const restored: RestoredFile[] = [];
  const content = await row.read(dir, (file) => restored.push(file));
  return { content, restored };
}

describe.each(files)('$file after a power cut', (row) => {
  it.each(DAMAGES)('is the old or the new one at any step of a write, with unsynced files %s', async (_, damage) => {
    for (let generations = 0; generations <= 2; generations += 1) {
      let isCut = true;
      for (let steps = 0; isCut; steps += 1) {
        const dir = await createFilled(row, generations);
        isCut = await cutAt(row, dir, generations + 1, steps);
        for (const path of power.unsynced)
          if (existsSync(path)) writeFileSync(path, damage(readFileSync(path, 'utf8')));
        power.unsynced.clear();
        const { content, restored } = await openedAfter(row, dir);
        const allowed: unknown[] = isCut ? [generations, generations + 1] : [generations + 1];
        if (generations === 0) allowed.push(null, Number.NaN);
        expect(allowed, `after ${generations}, cut at ${steps}`).toContainEqual(content);
        expect(restored).toEqual([]);
      }
    }
  });

  it.each(DAMAGES)(
    'that turns it into %s is restored from a copy and set aside, at any step of a write',
    async (_, damage) => {
      let isCut = true;
      for (let steps = 0; isCut; steps += 1) {
        const dir = await createFilled(row, 2);
        const path = join(dir, row.file);
        isCut = await cutAt(row, dir, 3, steps);
        writeFileSync(path, damage(readFileSync(path, 'utf8')));
        const damaged = readFileSync(path);
        const { content, restored } = await openedAfter(row, dir);
        expect([1, 2, 3], `cut at ${steps}`).toContain(content);
        expect(restored).toEqual([
          {
            path,
            content: expect.any(String),
            setAside: expect.stringContaining(`${path}.damaged-`),
            copyFromMs: expect.any(Number),
            isEarlier: false,
          },
        ]);
        expect(readFileSync(restored[0]?.setAside ?? '')).toEqual(damaged);
        expect(Date.now() - (restored[0]?.copyFromMs ?? 0)).toBeLessThan(600_000);

        // Now it is intact, but every start reports the file that was set aside.
        const reopened = await openedAfter(row, dir);
        expect(reopened.content).toBe(content);
        expect(reopened.restored).toEqual(restored.map((file) => ({ ...file, isEarlier: true })));
        await row.write(dir, 3);
        expect((await openedAfter(row, dir)).content).toBe(3);
      }
    },
  );

  it('is read from its copy even if the disk rejects every step of the repair', async () => {
    const dir = await createFilled(row, 2);
    const path = join(dir, row.file);
    writeFileSync(path, '');
    power.stepsLeft = 0;
    const { content, restored } = await openedAfter(row, dir);
    expect([1, 2]).toContain(content);
    expect(restored).toMatchObject([{ path, setAside: null, isEarlier: false }]);
    power.stepsLeft = Number.POSITIVE_INFINITY;
    await row.write(dir, 3);
    expect((await openedAfter(row, dir)).content).toBe(3);
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.damaged-`))).toHaveLength(1);
  });

  it('repeated many times does not fill the disk', async () => {
    const dir = await createFilled(row, 2);
    const path = join(dir, row.file);
    for (let times = 0; times < 6; times += 1) {
      writeFileSync(path, '');
      expect([1, 2]).toContain((await openedAfter(row, dir)).content);
    }
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.damaged-')).length).toBeLessThanOrEqual(3);
  });
});

it.each(OWNED.flatMap((row) => DAMAGES.map(([name, damage]) => ({ row, name, damage, file: row.file }))))(
  'a core whose only $file turned to $name opens it or reports that it cannot',
  async ({ row, damage }) => {
    const dir = await createFilled(row, 1);
    const path = join(dir, row.file);
    mkdirSync(dirname(path), { recursive: true });
    for (const file of [path, `${path}.previous`]) {
      writeFileSync(file, damage(existsSync(file) ? readFileSync(file, 'utf8') : 'half of it'));
    }
    const before = readFileSync(path);
    const opened = await row
      .read(dir, () => undefined)
      .then(
        () => 'opened',
        (error: Error) => error.message,
      );
    expect(opened).toMatch(/^opened$|(is not a config|is not a process database)/);
    if (opened !== 'opened') expect(readFileSync(path)).toEqual(before);
  },
);

/** Modules that write files of others, or on behalf of modules above. */
const OTHER_WRITERS = [
  'server/util/atomicFiles.ts',
  'server/util/keptFile.ts',
  'server/agent/superviseAgent.ts',
  // Databases, tested in journalDisk, historyDisk, journalStore, historyStore, alarmStore and alarmsKilled.test.ts.
  'agent/sqliteFile.ts',
  'agent/metricsToken.ts',
  'server/lock/owner.ts',
  'server/storage/diskStorage.ts',
];

it('every module that writes files is listed', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const WRITES =
    /\b(?:openSync|keptFile|openConfigFile|writeFileAtomically|writeFile(?:Sync)?|appendFile(?:Sync)?|writeSync|createWriteStream)\(/;
  const writers = globSync(['agent/**/*.ts', 'server/**/*.ts'], { cwd: root }).filter(
    (file) => !/(?:\.test|\/testing)\.ts$/.test(file) && WRITES.test(readFileSync(join(root, file), 'utf8')),
  );
  const inTable = new Set([...OWNED.map(({ by: owner }) => owner), ...OTHER_WRITERS, 'server/config/index.ts']);
  expect(writers.toSorted()).toEqual([...inTable].toSorted());
});
