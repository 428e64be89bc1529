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
 * Changes resolve once they are on the disk. Rejects with `Refusal`, or with `ApiError` 500 if a change could not be
 * saved: then nothing has changed, except for a stop, as an operator who wants to go off air must succeed.
 */
export interface Processes {
  list(query: ProcessQuery): ProcessEntry[];
  /** Throws UnknownProcess. */
  get(id: string): ProcessEntry;
  add(patch: ProcessPatch): Promise<ProcessConfig>;
  /** The process is replaced: its metadata is lost, its created_at is new, files with purge_on_delete go. */
  update(id: string, patch: ProcessPatch): Promise<ProcessConfig>;
  remove(id: string): Promise<void>;
  command(id: string, command: ProcessCommand): Promise<void>;
  probe(id: string): Promise<Probe>;
  readonly metadata: Metadata;
  metrics(): ProcessMetrics[];
  /** How often a process entered each state since the core began. */
  stateCounts(): Readonly<StateCounts>;
  /** After each change of what is stored; `rtmpUses` answers the new ones then. Answers what ends it. */
  readonly watch: Registry['watch'];
  readonly rtmpUses: Registry['rtmpUses'];
  /** See `Process`. Of one that is not there, nothing. */
  wake(id: string): void;
  noteChange(id: string, what: StreamChange): void;
  readAnew(id: string, why: AnewReason): void;
  readonly publisherKeyOf: Registry['publisherKeyOf'];
  readonly uploadWriterOf: Registry['uploadWriterOf'];
  /** The memory has no room for a file of a process: if that goes on, it ends. */
  uploadRefused(id: string, path: string): void;
  /** Ends every ffmpeg, keeps the orders. */
  stopAll(): Promise<void>;
  /** Reads placeholders and references anew, drops the reports, starts what has order start. */
  resume(): void;
  stop(): Promise<void>;
}

/**
 * `config()` and `placeholders()` answer what is active now: after a reload they answer the new values, so ask again
 * instead of keeping the answer. What can be relied on:
 * start: createProcesses (loads, starts nothing) -> servers listen -> `processes.resume()` (starts what has order start).
 * reload: `processes.stopAll()` (children end, orders are kept) -> servers close and listen again, config() is the new
 * one -> `processes.resume()` (placeholders are read again, report history is dropped).
 */
export interface ProcessesDeps {
  config(): Config;
  readonly log: Log;
  readonly storages: Storages;
  /** `db.json` in it holds records and metadata, written before success is answered. */
  readonly dbDir: string;
  readonly onRestored?: OnRestored;
  placeholders(): Placeholders;
  readonly rtmpChannelAt: OwnChannelAt;
  /** A file of the core itself, that no output may be written to. */
  isPrivate(file: string): boolean;
  /** The time for ffmpeg to end before it is killed; else `KILL_AFTER_MS`. */
  readonly graceMs?: number;
}

const ROUND_EVERY_MS = 1_000;

/** Loads what is stored and starts nothing: `resume()` does. Throws if the stored file cannot be used. */
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
  const save = saving(queue, log);
  const changes: ChangeDeps = { registry, queue, lifecycle, save, purge: purging(cleanup, log) };

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
    noteChange: (id, what) => {
      if (registry.has(id)) registry.get(id).process.noteChange(what);
    },
    readAnew: (id, why) => {
      if (!registry.has(id)) return;
      const isDone = registry.get(id).process.readAnew({ isOther: why === 'the stream has changed' });
      if (isDone) log.write('info', 'Process', 'Reads its input anew', { id, reason: why });
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

const saving =
  (queue: WriteQueue, log: Log): ChangeDeps['save'] =>
  (change, options) =>
    queue.change(change, options).catch((error: unknown) => {
      log.write('error', 'Process', 'Could not be saved', { error: String(error) });
      throw new ApiError(500, 'The change could not be saved', [String(error)]);
    });

/** The files are useless by then, but a failure to remove them must not stop the change half way. */
const purging =
  (cleanup: Cleanup, log: Log): ChangeDeps['purge'] =>
  (rules) =>
    cleanup.purge(rules).catch((error: unknown) => log.write('warn', 'Cleanup', String(error)));
