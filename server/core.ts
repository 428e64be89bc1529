import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConfigStore, openConfig } from './config/index.ts';
import { machine } from './config/machine.ts';
import { validationErrors } from './config/validate.ts';
import { createSkills } from './ffmpeg/skills.ts';
import { requireFfmpeg } from './ffmpeg/version.ts';
import { createLog, type LogRing } from './log/index.ts';
import { createProcesses } from './process/index.ts';
import type { Servers } from './servers.ts';
import { createDisk, type DiskStorage } from './storage/disk.ts';
import { createMemory } from './storage/memory.ts';
import type { Config } from './types.ts';

export interface Core {
  readonly log: LogRing;
  /** Ports in use; they may change at a reload. `rtmp` is null while that server is off. */
  ports(): { http: number; rtmp: number | null };
  /** Ends every ffmpeg, then the servers. */
  stop(): Promise<void>;
}

interface CoreOptions {
  readonly print: (line: string) => void;
  /** Tests do not want to wait for the answer to a wrong password. */
  readonly loginDelayMs?: number;
  /** The core cannot go on: neither the new nor the old settings can be used. */
  readonly onEnd?: (reason: string) => void;
}

const LOGIN_DELAY_MS = 5_000; // the real core's
const REOPEN_TRIES = 20;
const REOPEN_EVERY_MS = 500;
const MBYTE = 1024 * 1024;

/** The map: what there is, in the order it starts. Throws one line if something of it cannot. */
export async function openCore(
  environment: Readonly<Record<string, string | undefined>>,
  options: CoreOptions,
): Promise<Core> {
  const log = createLog(options.print);
  const store = await openConfig(environment, machine);
  log.configure(logSettings(store.active()));
  log.write('info', 'Core', 'Read config file', { path: store.file });

  const mem = createMemory(memoryLimits(store.active()));
  let disk = await openDisk(store.active());
  // The greater part of the program is loaded while ffmpeg says who it is.
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
  const processes = await createProcesses({
    config: store.active,
    log,
    storages,
    dbDir: resolve(store.active().db.dir),
    placeholders: () => {
      if (servers === null) throw new Error('placeholders are known once the servers listen');
      return servers.placeholders;
    },
  });

  const open = async (config: Config, on: DiskStorage): Promise<Servers> =>
    openServers({
      config,
      store,
      log,
      mem,
      disk: on,
      processes,
      skills,
      loginDelayMs: options.loginDelayMs ?? LOGIN_DELAY_MS,
      reload: () => {
        lastReload = lastReload.then(reload).catch((error: unknown) => {
          log.write('error', 'Core', 'Neither the new nor the old settings can be used', { error: reasonOf(error) });
          options.onEnd?.(reasonOf(error));
        });
      },
    });

  /** The port was ours a moment ago: if it cannot be had, that is most likely to pass. */
  const reopen = async (triesLeft = REOPEN_TRIES): Promise<Servers> =>
    open(store.active(), disk).catch(async (error: unknown) => {
      if (triesLeft === 0) throw error;
      await sleep(REOPEN_EVERY_MS);
      return reopen(triesLeft - 1);
    });

  /** First ffmpeg, as it still wants to write the end of its playlists; then whoever could start another one. */
  const quiesce = async () => {
    await processes.stopAll();
    await servers?.stop();
    await processes.stopAll();
  };

  const reload = async (): Promise<void> => {
    if (stopping !== null) return;
    log.write('info', 'Core', 'Reloading');
    await quiesce();
    try {
      const next = await requireUsableConfig(store, log);
      const nextDisk = await openDisk(next);
      servers = await open(next, nextDisk);
      disk = nextDisk;
      const isOtherBinary = next.ffmpeg.binary !== store.active().ffmpeg.binary;
      store.activate(next);
      // It tells the log itself when it fails, and tries again when somebody asks.
      if (isOtherBinary) skills.reload().catch(() => undefined);
    } catch (error) {
      // Better than the real core, which ends here: a show that runs is worth more than the new settings.
      log.write('error', 'Core', 'The new settings could not be applied, the old ones stay in effect', {
        error: reasonOf(error),
      });
      servers = await reopen();
    }
    log.configure(logSettings(store.active()));
    mem.setLimits(memoryLimits(store.active()));
    processes.resume();
  };

  let stopping: Promise<void> | null = null;
  let lastReload: Promise<void> = Promise.resolve();
  try {
    servers = await open(store.active(), disk);
  } catch (error) {
    await processes.stop();
    throw error;
  }
  processes.resume();
  log.write('info', 'Core', 'Started', { address: store.active().address, ...servers.ports });

  return {
    log,
    ports: () => servers?.ports ?? { http: 0, rtmp: null },
    stop: () => {
      stopping ??= lastReload.then(async () => {
        log.write('info', 'Core', 'Stopping');
        await quiesce();
        await processes.stop();
      });
      return stopping;
    },
  };
}

const logSettings = ({ log }: Config) => ({ level: log.level, maxLines: log.max_lines });

const memoryLimits = ({ storage: { memory } }: Config) => ({
  limitBytes: memory.max_size_mbytes * MBYTE,
  purge: memory.purge,
});

const openDisk = ({ storage: { disk } }: Config) =>
  createDisk(resolve(disk.dir), { limitBytes: disk.max_size_mbytes * MBYTE });

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What was stored was right then; a folder or a program may be gone by now. */
async function requireUsableConfig(store: ConfigStore, log: LogRing): Promise<Config> {
  const next = store.next();
  const refused = Object.entries(validationErrors(next, machine));
  if (refused.length > 0) throw new Error(refused.map(([field, texts]) => `${field}: ${texts.join(', ')}`).join('; '));
  if (next.ffmpeg.binary !== store.active().ffmpeg.binary) await requireFfmpeg(next.ffmpeg.binary, log);
  return next;
}
