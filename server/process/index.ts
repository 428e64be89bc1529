import type { StreamChange } from '../../src/api/arrivingStream.ts';
import type { Config } from '../config/configSchema.ts';
import type { Placeholders } from '../config/placeholders.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import type { Log } from '../log/index.ts';
import type { AnewReason } from '../rtmp/channel.ts';
import type { OwnChannelAt } from '../rtmp/ownChannelAddress.ts';
import type { Storages } from '../storage/types.ts';
import { ApiError } from '../util/apiError.ts';
import { makeFolder } from '../util/atomicFiles.ts';
import type { OnRestored } from '../util/keptFile.ts';
import { createLifecycle } from './lifecycle.ts';
import { createProbes } from './probes.ts';
import { measureProcess, type ProcessMetrics } from './process.ts';
import {
  addProcess,
  type ChangeDeps,
  commandProcess,
  createProcessConfig,
  type ProcessCommand,
  removeProcess,
  updateProcess,
} from './processChanges.ts';
import { createRegistry, type ProcessEntry, type ProcessQuery, type Registry, selectProcesses } from './registry.ts';
import { createChildren } from './run/children.ts';
import { type Cleanup, createCleanup } from './run/fileCleanup.ts';
import type { StateCounts } from './run/states.ts';
import { renameUnreachableIds } from './store/addressableIds.ts';
import { openDb } from './store/db.ts';
import { createLocks } from './store/locks.ts';
import { createMetadata, type Metadata } from './store/metadata.ts';
import type { ProcessConfig, ProcessPatch } from './store/processConfig.ts';
import { createWriteQueue, type WriteQueue } from './store/writeQueue.ts';

/**
 * Changes resolve once on the disk. They reject with a `Refusal`, or with an `ApiError` 500 if not saved (a stop
 * counts anyway).
 */
export interface Processes {
  list(query: ProcessQuery): ProcessEntry[];
  get(id: string): ProcessEntry;
  add(patch: ProcessPatch): Promise<ProcessConfig>;
  /** Replaces the process: it loses its metadata and the files with `purge_on_delete`, and gets a new `created_at`. */
  update(id: string, patch: ProcessPatch): Promise<ProcessConfig>;
  remove(id: string): Promise<void>;
  command(id: string, command: ProcessCommand): Promise<void>;
  probe(id: string): Promise<Probe>;
  readonly metadata: Metadata;
  metrics(): ProcessMetrics[];
  stateCounts(): Readonly<StateCounts>;
  readonly watch: Registry['watch'];
  readonly rtmpUses: Registry['rtmpUses'];
  wake(id: string): void;
  noteChange(id: string, change: StreamChange): void;
  readAnew(id: string, reason: AnewReason): void;
  readonly publisherKeyOf: Registry['publisherKeyOf'];
  readonly uploadWriterOf: Registry['uploadWriterOf'];
  /** Reports that the memory had no room for a file. If that persists, the process ends. */
  uploadRefused(id: string, path: string): void;
  stopAll(): Promise<void>;
  /** Resolves placeholders and references again, drops reports, and starts what has order start. */
  resume(): void;
  stop(): Promise<void>;
}

/**
 * At a start, the servers listen before `resume()`. At a reload: `stopAll()`, servers reopen, `resume()`. Do not cache
 * `config()`.
 */
export interface ProcessesDeps {
  config(): Config;
  readonly log: Log;
  readonly storages: Storages;
  readonly dbDir: string;
  readonly onRestored?: OnRestored;
  placeholders(): Placeholders;
  readonly rtmpChannelAt: OwnChannelAt;
  /** Whether a file belongs to the core, so that no output may overwrite it. */
  isPrivate(file: string): boolean;
  readonly graceMs?: number;
}

const ROUND_EVERY_MS = 1_000;

/** Loads the stored processes without starting them. Throws if the file is unusable. */
export async function createProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { log, storages, dbDir } = deps;
  await makeFolder(dbDir);
  const db = openDb(dbDir, deps.onRestored);
  const { content, names } = renameUnreachableIds(await db.read());
  await db.ensureCopy();
  for (const [id, name] of names) {
    log.write('warn', 'Process', 'Renamed, as no address could name it', { id, name });
  }
  const queue = createWriteQueue(content, db.write);
  const children = createChildren(dbDir, log, deps.graceMs);
  const cleanup = createCleanup(storages);
  const locks = createLocks();
  const probes = createProbes();
  const { locked } = locks;
  const registry = createRegistry(deps, children);
  const lifecycle = createLifecycle({ registry, children, locks, queue, log });
  const save = createSave(queue, log);
  const changes: ChangeDeps = { registry, queue, lifecycle, save, purge: createPurge(cleanup, log) };

  for (const stored of queue.content().processes) registry.put(stored, null);

  const cleanupRounds = setInterval(() => {
    const rules = registry.all().flatMap(({ process }) => process.resolved?.rules ?? []);
    cleanup.round(rules).catch((error: unknown) => log.write('error', 'Cleanup', String(error)));
    queue.settle();
  }, ROUND_EVERY_MS);

  return {
    metadata: createMetadata({ content: queue.content, isProcess: registry.has, save }),
    get: registry.get,
    list: (query) => selectProcesses(registry.all(), query),
    async add(patch) {
      const config = createProcessConfig(patch);
      await locked([config.id], () => addProcess(changes, config));
      return config;
    },
    update: (id, patch) => locked([...new Set([id, patch.id ?? id])], () => updateProcess(changes, id, patch)),
    remove: (id) => locked([id], () => removeProcess(changes, id)),
    command: (id, command) => locked([id], () => commandProcess(changes, id, command)),
    probe: async (id) => {
      const { process } = registry.get(id);
      return probes.run(id, () => process.probe());
    },
    metrics: () => registry.all().map(({ process }) => measureProcess(process)),
    stateCounts: () => registry.stateCounts,
    watch: registry.watch,
    rtmpUses: registry.rtmpUses,
    wake: (id) => {
      if (registry.has(id)) registry.get(id).process.wake();
    },
    noteChange: (id, change) => {
      if (registry.has(id)) registry.get(id).process.noteChange(change);
    },
    readAnew: (id, reason) => {
      if (!registry.has(id)) return;
      const isDone = registry.get(id).process.readAnew({ isOther: reason === 'the stream has changed' });
      if (isDone) log.write('info', 'Process', 'Reads its input anew', { id, reason: reason });
    },
    publisherKeyOf: registry.publisherKeyOf,
    uploadWriterOf: registry.uploadWriterOf,
    uploadRefused: (id, path) => {
      if (registry.has(id)) registry.get(id).process.uploadRefused(path);
    },
    stopAll: lifecycle.stopAll,
    resume: lifecycle.resume,
    async stop() {
      clearInterval(cleanupRounds);
      await lifecycle.stopAll();
      children.stop();
      await queue.settle();
    },
  };
}

const createSave =
  (queue: WriteQueue, log: Log): ChangeDeps['save'] =>
  (change, options) =>
    queue.change(change, options).catch((error: unknown) => {
      log.write('error', 'Process', 'Could not be saved', { error: String(error) });
      throw new ApiError(500, 'The change could not be saved', [String(error)]);
    });

/** A failed purge must not stop a change half way. */
const createPurge =
  (cleanup: Cleanup, log: Log): ChangeDeps['purge'] =>
  (rules) =>
    cleanup.purge(rules).catch((error: unknown) => log.write('warn', 'Cleanup', String(error)));
