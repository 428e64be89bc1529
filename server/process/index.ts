import { ApiError } from '../apiError.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import { makeFolder } from '../file.ts';
import type { Config, Log, Placeholders, Storages } from '../types.ts';
import { createChildren } from './children.ts';
import { createCleanup } from './cleanup.ts';
import { blankConfig, type CleanupRule, type ProcessConfig, type ProcessPatch, patched } from './config.ts';
import { readDb, type StoredProcess, writeDb } from './db.ts';
import { createLocks } from './locks.ts';
import { createMetadata, type Metadata } from './metadata.ts';
import type { Process } from './process.ts';
import { metricsOf, type ProcessMetrics } from './processMetrics.ts';
import { Refusal } from './refusal.ts';
import { createRegistry } from './registry.ts';
import type { Resolved } from './resolve.ts';
import { type ProcessEntry, type ProcessQuery, selectProcesses } from './select.ts';
import type { Command, StateCounts } from './states.ts';
import { createWriteQueue, type DbChange, withOrder, withoutProcess, withProcess } from './writeQueue.ts';

/**
 * Everything that changes something resolves when it is on the disk. What cannot be met is thrown as `Refusal`; what
 * could not be saved is an `ApiError` 500, and then nothing has changed, but for a stop: who wants to go off air does.
 */
export interface Processes {
  list(selection: ProcessQuery): ProcessEntry[];
  /** Throws UnknownProcess. */
  get(id: string): ProcessEntry;
  add(patch: ProcessPatch): Promise<ProcessConfig>;
  /** The process is replaced: its metadata is lost, its created_at is new, files with purge_on_delete go. */
  update(id: string, patch: ProcessPatch): Promise<ProcessConfig>;
  remove(id: string): Promise<void>;
  command(id: string, command: Command | 'reload'): Promise<void>;
  probe(id: string): Promise<Probe>;
  readonly metadata: Metadata;
  metrics(): ProcessMetrics[];
  /** How often a process entered each state since the core began. */
  stateCounts(): Readonly<StateCounts>;
  /** Ends every ffmpeg, keeps the orders. */
  stopAll(): Promise<void>;
  /** Reads placeholders and references anew, drops the reports, starts what has order start. */
  resume(): void;
  /** The end of the core. */
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
  placeholders(): Placeholders;
}

const ROUND_EVERY_MS = 1_000;
const unix = () => Math.floor(Date.now() / 1000);

/** Loads what is stored and starts nothing: `resume()` does. Throws if the stored file cannot be used. */
export async function createProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { log, storages, dbDir } = deps;
  await makeFolder(dbDir);
  const queue = createWriteQueue(readDb(dbDir), (content) => writeDb(dbDir, content));
  const children = createChildren(dbDir, log);
  const cleanup = createCleanup(storages);
  const { locked, idle } = createLocks();
  const registry = createRegistry(deps, children);
  /** Nothing is started while the core reloads its config or ends; the orders are kept. */
  let isQuiet = true;

  const save = (change: DbChange, options?: { kept: boolean }) =>
    queue.change(change, options).catch((error: unknown) => {
      log.write('error', 'Process', 'Could not be saved', { error: String(error) });
      throw new ApiError(500, 'The change could not be saved', [String(error)]);
    });
  const metadata = createMetadata({ content: queue.content, isProcess: registry.has, save });
  const storedOrder = (id: string) => queue.content().processes.find(({ config }) => config.id === id)?.order ?? 'stop';

  /** Its files are of no use to anybody, but that they cannot be removed is no reason to stop half way. */
  const purge = (rules: readonly CleanupRule[]) =>
    cleanup.purge(rules).catch((error: unknown) => log.write('warn', 'Cleanup', String(error)));

  const put = ({ config, createdAt, updatedAt }: StoredProcess, resolved: Resolved | null) =>
    registry.put(config, resolved, createdAt, updatedAt);

  const start = (process: Process) => (isQuiet ? Promise.resolve() : process.command('start'));

  const reload = async (id: string): Promise<void> => {
    const { process, createdAt, updatedAt } = registry.get(id);
    const resolved = registry.check(process.config);
    await process.halt();
    const fresh = registry.put(process.config, resolved, createdAt, updatedAt);
    if (storedOrder(id) === 'start') await start(fresh);
  };

  const resume = async (id: string): Promise<void> => {
    const stored = queue.content().processes.find(({ config }) => config.id === id);
    if (stored === undefined) return;
    let resolved: Resolved | null = null;
    try {
      resolved = registry.check(stored.config);
    } finally {
      // Also one that is no longer valid stays in the list.
      const fresh = put(stored, resolved);
      if (resolved !== null && stored.order === 'start') {
        registry.refuseIfFull();
        await start(fresh);
      }
    }
  };

  const stopAll = async (): Promise<void> => {
    isQuiet = true;
    await Promise.all(registry.all().map(({ process }) => process.halt()));
    await idle();
    await children.endAll(); // probes
  };

  for (const stored of queue.content().processes) put(stored, null);

  const sweep = setInterval(() => {
    const rules = registry.all().flatMap(({ process }) => process.resolved?.rules ?? []);
    cleanup.round(rules).catch((error: unknown) => log.write('error', 'Cleanup', String(error)));
    queue.settle();
  }, ROUND_EVERY_MS);

  return {
    metadata,
    get: registry.get,
    list: (selection) => selectProcesses(registry.all(), selection),

    async add(patch) {
      const config = patched(blankConfig(), patch);
      return locked([config.id], async () => {
        const resolved = registry.check(config);
        registry.refuseIfTaken(config.id);
        if (config.autostart) registry.reserve(config.id);
        try {
          const order = config.autostart ? 'start' : 'stop';
          const stored: StoredProcess = { config, order, createdAt: unix(), updatedAt: unix() };
          await save(withProcess(config.id, stored));
          const process = put(stored, resolved);
          if (order === 'start') await start(process);
        } finally {
          registry.release(config.id);
        }
        return config;
      });
    },

    async update(id, patch) {
      return locked([...new Set([id, patch.id ?? id])], async () => {
        const { process } = registry.get(id);
        const config = patched(process.config, patch);
        if (config.id !== id) registry.refuseIfTaken(config.id);
        const resolved = registry.check(config);
        const order = storedOrder(id);
        const stored: StoredProcess = { config, order, createdAt: unix(), updatedAt: unix() };
        // Before anything is touched: if it cannot be saved, a show that runs goes on.
        await save(withProcess(id, stored));
        await process.halt();
        await purge(process.resolved?.rules ?? []);
        if (config.id !== id) registry.forget(id);
        const fresh = put(stored, resolved);
        fresh.inherit(process.report());
        if (order === 'start') await start(fresh);
        return config;
      });
    },

    async remove(id) {
      return locked([id], async () => {
        const { process } = registry.get(id);
        await save(withoutProcess(id));
        await process.halt();
        registry.forget(id);
        await purge(process.resolved?.rules ?? []);
      });
    },

    async command(id, command) {
      return locked([id], async () => {
        const { process } = registry.get(id);
        if (command === 'reload') return reload(id);
        if (command === 'restart' || !process.isValid) return process.command(command);
        const isNews = storedOrder(id) !== command;
        if (command === 'stop') {
          const [saved] = await Promise.allSettled([
            isNews ? save(withOrder(id, 'stop'), { kept: true }) : null,
            process.command('stop'),
          ]);
          if (saved.status === 'rejected') throw saved.reason;
          return;
        }
        if (process.order() === 'start') return process.command('start');
        registry.reserve(id);
        try {
          if (isNews) await save(withOrder(id, 'start'));
          await start(process);
        } finally {
          registry.release(id);
        }
      });
    },

    probe: async (id) => registry.get(id).process.probe(),

    metrics: () => registry.all().map(({ process }) => metricsOf(process)),
    stateCounts: () => registry.stateCounts,

    stopAll,

    resume() {
      isQuiet = false;
      for (const { config } of queue.content().processes) {
        const { id } = config;
        locked([id], () => resume(id)).catch((error: unknown) => {
          const reason = error instanceof Refusal ? error.message : String(error);
          log.write('error', 'Process', 'Not started', { id, reason });
        });
      }
    },

    async stop() {
      clearInterval(sweep);
      await stopAll();
      children.stop();
      await queue.settle();
    },
  };
}
