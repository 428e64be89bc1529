import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { metricsToken } from '../agent/metricsToken.ts';
import { AGENT_FILES, agentFolder } from './agent/agentFolder.ts';
import { readCertificateFiles } from './certificates/certificateFiles.ts';
import { certificateFolder } from './certificates/certificateStore.ts';
import { createOrders } from './certificates/orders.ts';
import type { KeyPair } from './certificates/readCertificate.ts';
import type { Config } from './config/configSchema.ts';
import { readAgentRun } from './config/environment.ts';
import { type ConfigStore, findConfigFile, openConfig } from './config/index.ts';
import { machine } from './config/machine.ts';
import { validateConfig } from './config/validate.ts';
import { requireFfmpeg } from './ffmpeg/ffmpegVersion.ts';
import { createSkills } from './ffmpeg/skills.ts';
import { createHeldLocks, type HeldLocks } from './lock/index.ts';
import { watchClockJumps } from './log/clockJumps.ts';
import { createLog, type LogRing } from './log/index.ts';
import { createRestoredFiles } from './log/restoredFiles.ts';
import { createProcesses } from './process/index.ts';
import { hasRecords } from './process/store/db.ts';
import type { ServerPorts, Servers } from './servers.ts';
import { findHistoryFolder } from './sessions/sessionHistory.ts';
import { UPLOADS, UPLOADS_LOCK } from './storage/diskPaths.ts';
import { createDisk, type DiskStorage } from './storage/diskStorage.ts';
import { createMemory } from './storage/memory.ts';
import { createPrivateFiles, type PrivateFiles, resolveRealPath } from './storage/privateFiles.ts';
import { messageOf } from './util/errorMessage.ts';

/** Config, database, journals, certificate key, and the log if stderr is a file. */
function privateFilesOf(configFile: string, { db, tls, storage }: Config): PrivateFiles {
  const dbDir = resolve(db.dir);
  const inDb = ['db.json', 'ffmpeg.pids', ...AGENT_FILES].map((name) => join(dbDir, name));
  const disk = resolveRealPath(resolve(storage.disk.dir));
  // The disk folder is inside of the database folder, which then also contains operators' files.
  const isShared = `${disk}/`.startsWith(`${resolveRealPath(dbDir)}/`);
  const key = tls.key_file === '' ? [] : [resolve(tls.key_file)];
  return createPrivateFiles({
    files: [resolve(configFile), ...inDb, ...key, ...logFiles()],
    folders: [
      ...[isShared ? findHistoryFolder(dbDir) : dbDir, certificateFolder(dbDir), agentFolder(dbDir)],
      join(disk, UPLOADS),
    ],
  });
}

const logFiles = (): string[] => ['/proc/self/fd/1', '/proc/self/fd/2'].filter(isFile);

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface Core {
  readonly log: LogRing;
  /** Ports in use; a reload may change them. */
  ports(): ServerPorts;
  stop(): Promise<void>;
}

interface CoreOptions {
  readonly print: (line: string) => void;
  readonly loginDelayMs?: number;
  readonly graceMs?: number;
  /** Program to fork as the SRT relay; without it there is no SRT server. */
  readonly program?: string;
  /** Called when neither the new nor the old settings work. */
  readonly onEnd?: (reason: string) => void;
}

const LOGIN_DELAY_MS = 5_000; // the real core's
const REOPEN_TRIES = 20;
const REOPEN_EVERY_MS = 500;
const MBYTE = 1024 * 1024;

/** Starts everything in order. Throws a one-line message. */
export async function openCore(environment: Environment, options: CoreOptions): Promise<Core> {
  const log = createLog(options.print);
  const locks = createHeldLocks(log);
  try {
    return await openLocked(environment, { ...options, log, locks });
  } catch (error) {
    locks.giveAll();
    throw error;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

async function openLocked(
  environment: Environment,
  options: CoreOptions & { log: LogRing; locks: HeldLocks },
): Promise<Core> {
  const { log, locks } = options;
  await locks.take(lockOf(await realpath(findConfigFile(environment)).catch(() => findConfigFile(environment))));
  const restored = createRestoredFiles(log);
  const clockJumps = watchClockJumps(log);
  const store = await openConfig(environment, machine, (dir) => hasRecords(dir, restored.note), restored.note);
  log.configure(logSettings(store.active()));
  log.write('info', 'Core', 'Read config file', { path: store.file });

  const mem = createMemory(memoryLimits(store));
  const dbDir = resolve(store.active().db.dir);
  await locks.take(lockOf(join(dbDir, 'db.json')));
  let privateFiles = privateFilesOf(store.file, store.active());
  let { disk, lock: diskLock } = await openDisk(store.active(), privateFiles, locks);
  let certificateFiles = await readCertificateFiles(store.active());
  // Most of the program loads while ffmpeg prints its version.
  const [{ openServers }] = await Promise.all([
    import('./servers.ts'),
    requireFfmpeg(store.active().ffmpeg.binary, log),
  ]);
  const skills = createSkills({ binary: () => store.active().ffmpeg.binary, log });

  const storages = {
    mem,
    get disk() {
      return disk;
    },
  };
  let servers: Servers | null = null;
  const orders = createOrders();
  const mayReadAgentMetrics = metricsToken(environment.SLUICE_AGENT_METRICS_TOKEN_FILE, (reason) =>
    log.write('warn', 'Agent', 'Nobody can read its metrics by a token', { reason }),
  );
  const agentRun = readAgentRun(environment, (text) => log.write('warn', 'Agent', text, {}));
  const processes = await createProcesses({
    config: store.active,
    log,
    storages,
    dbDir,
    onRestored: restored.note,
    isPrivate: (file) => privateFiles.names(file),
    placeholders: () => {
      if (servers === null) throw new Error('placeholders are known once the servers listen');
      return servers.placeholders;
    },
    rtmpChannelAt: (target) => servers?.rtmpChannelAt(target) ?? null,
    ...(options.graceMs === undefined ? {} : { graceMs: options.graceMs }),
  });

  const open = async (
    config: Config,
    disk: DiskStorage,
    keeping: PrivateFiles,
    showing: KeyPair | null,
  ): Promise<Servers> => {
    warnOfPrivate(config, disk, keeping, log);
    return openServers({
      config,
      store,
      log,
      mem,
      disk: disk,
      dbDir,
      isReload: servers !== null,
      privateFiles: keeping,
      certificateFiles: showing,
      restored,
      clockJumps,
      orders,
      program: options.program ?? '',
      agentRun,
      mayReadAgentMetrics,
      processes,
      skills,
      loginDelayMs: options.loginDelayMs ?? LOGIN_DELAY_MS,
      reload: () => {
        lastReload = lastReload.then(reload).catch((error: unknown) => {
          log.write('error', 'Core', 'Neither the new nor the old settings can be used', { error: messageOf(error) });
          options.onEnd?.(messageOf(error));
        });
      },
    });
  };

  /**
   * Retries, because the port was ours a moment ago. The certificate file may be the fault, so it is not read again.
   */
  const reopen = async (triesLeft = REOPEN_TRIES): Promise<Servers> =>
    open(store.active(), disk, privateFiles, certificateFiles).catch(async (error: unknown) => {
      if (triesLeft === 0) throw error;
      await sleep(REOPEN_EVERY_MS);
      return reopen(triesLeft - 1);
    });

  /** ffmpeg ends first, because it still writes its playlists. The second call stops what was started meanwhile. */
  const quiesce = async () => {
    await processes.stopAll();
    await servers?.stop();
    await processes.stopAll();
  };

  const reload = async (): Promise<void> => {
    if (stopping !== null) return;
    const next = store.next();
    if (servers !== null && isOnlyLogin(store.active(), next)) {
      log.write('info', 'Core', 'The login has changed');
      servers.changeLogin(next.api.auth);
      store.activate(next);
      return;
    }
    log.write('info', 'Core', 'Reloading');
    await quiesce();
    let lock: string | null = null;
    try {
      const next = await requireUsableConfig(store, log);
      const nextPrivate = privateFilesOf(store.file, next);
      const opened = await openDisk(next, nextPrivate, locks);
      lock = opened.lock;
      const nextFiles = await readCertificateFiles(next);
      servers = await open(next, opened.disk, nextPrivate, nextFiles);
      if (diskLock !== lock) locks.give(diskLock);
      ({ disk, lock: diskLock } = opened);
      privateFiles = nextPrivate;
      certificateFiles = nextFiles;
      const isOtherBinary = next.ffmpeg.binary !== store.active().ffmpeg.binary;
      store.activate(next);
      if (isOtherBinary) skills.reload().catch(() => undefined);
    } catch (error) {
      // The real core exits here; keeping streams running is worth more than the new settings.
      log.write('error', 'Core', 'The new settings could not be applied, the old ones stay in effect', {
        error: messageOf(error),
      });
      if (lock !== null && lock !== diskLock) locks.give(lock);
      servers = await reopen();
    }
    log.configure(logSettings(store.active()));
    mem.setLimits(memoryLimits(store));
    processes.resume();
  };

  let stopping: Promise<void> | null = null;
  let lastReload: Promise<void> = Promise.resolve();
  try {
    await locks.confirm();
    servers = await open(store.active(), disk, privateFiles, certificateFiles);
  } catch (error) {
    await processes.stop();
    throw error;
  }
  processes.resume();
  log.write('info', 'Core', 'Started', { address: store.active().address, ...servers.ports });

  return {
    log,
    ports: () => servers?.ports ?? { http: 0, rtmp: null, rtmps: null, srt: null },
    stop: () => {
      stopping ??= lastReload.then(async () => {
        log.write('info', 'Core', 'Stopping');
        await quiesce();
        await processes.stop();
        clockJumps.stop();
        locks.giveAll();
      });
      return stopping;
    },
  };
}

const logSettings = ({ log }: Config) => ({ level: log.level, maxLines: log.max_lines });

/** Two minutes at 4 Mbit/s, which is how long pushed files are kept. */
const MIN_PUSH_BYTES = 64 * MBYTE;

/** One channel's push may take a quarter of the memory limit, or an eighth of the machine. */
function memoryLimits({ active, pushMbytes }: ConfigStore) {
  const { max_size_mbytes, purge } = active().storage.memory;
  const limitBytes = max_size_mbytes * MBYTE;
  const share = limitBytes > 0 ? limitBytes / 4 : machine.memoryBytes() / 8;
  const pushBytes = pushMbytes === null ? Math.max(share, MIN_PUSH_BYTES) : pushMbytes * MBYTE;
  return { limitBytes, purge, pushBytes };
}

const withoutLogin = ({ created_at: _, api, ...rest }: Config): string => {
  const { username: _user, password: _password, jwt: _jwt, auth0: _auth0, ...auth } = api.auth;
  return JSON.stringify({ ...rest, api: { ...api, auth } });
};

/** A change of the login alone interrupts no stream. The first user requires a restart. */
const isOnlyLogin = (active: Config, next: Config): boolean =>
  active.api.auth.enable &&
  JSON.stringify(active.api.auth) !== JSON.stringify(next.api.auth) &&
  withoutLogin(active) === withoutLogin(next);

const lockOf = (file: string): string => `${file}.lock`;

/** The lock comes first: leftover uploads are deleted and must not belong to another core. */
async function openDisk({ storage: { disk } }: Config, privateFiles: PrivateFiles, locks: HeldLocks) {
  const dir = resolve(disk.dir);
  const { path: lock, isNew } = await locks.take(join(dir, UPLOADS_LOCK));
  try {
    return { lock, disk: await createDisk(dir, { limitBytes: disk.max_size_mbytes * MBYTE, privateFiles }) };
  } catch (error) {
    if (isNew) locks.give(lock);
    throw error;
  }
}

/** The core never serves these files, but they should be moved. */
function warnOfPrivate({ router }: Config, disk: DiskStorage, privateFiles: PrivateFiles, log: LogRing): void {
  const mapped = Object.entries(router.routes).flatMap(([from, to]) => (from.endsWith('/*') ? resolve(to) : []));
  for (const path of new Set([disk.root, ...mapped].flatMap(privateFiles.below))) {
    log.write('warn', 'Core', 'A file of the core lies in a folder that is served: it is kept back, but move it', {
      path,
    });
  }
}

/** The config was valid when stored, but a folder or program may be missing now. */
async function requireUsableConfig(store: ConfigStore, log: LogRing): Promise<Config> {
  const next = store.next();
  const refused = Object.entries(validateConfig(next, machine));
  if (refused.length > 0) throw new Error(refused.map(([field, texts]) => `${field}: ${texts.join(', ')}`).join('; '));
  if (next.ffmpeg.binary !== store.active().ffmpeg.binary) await requireFfmpeg(next.ffmpeg.binary, log);
  return next;
}
