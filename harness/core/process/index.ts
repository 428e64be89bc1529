import type { ProcessGround } from '../doors.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import { ApiError } from '../http/error.ts';
import { createChildren } from './children.ts';
import { createCleanup } from './cleanup.ts';
import { blankConfig, type ProcessConfig, type ProcessPatch, patched } from './config.ts';
import { createDb, readDb } from './db.ts';
import { createLocks } from './locks.ts';
import { createMetadata, type Metadata } from './metadata.ts';
import { Refusal } from './refusal.ts';
import { createRegistry } from './registry.ts';
import type { Resolved } from './resolve.ts';
import { type Entry, type Selection, selected } from './select.ts';
import type { Command, Exec, Order } from './states.ts';

/** Everything that changes something resolves when it is on the disk. What cannot be met is thrown as `Refusal`. */
export interface Processes {
  list(selection: Selection): Entry[];
  /** Throws UnknownProcess. */
  get(id: string): Entry;
  add(patch: ProcessPatch): Promise<ProcessConfig>;
  /** The process is replaced: its metadata is lost, its created_at is new, files with purge_on_delete go. */
  update(id: string, patch: ProcessPatch): Promise<ProcessConfig>;
  remove(id: string): Promise<void>;
  command(id: string, command: Command | 'reload'): Promise<void>;
  probe(id: string): Promise<Probe>;
  readonly metadata: Metadata;
  figures(): { id: string; exec: Exec; order: Order }[];
  /** Ends every ffmpeg, keeps the orders. */
  stopAll(): Promise<void>;
  /** Reads placeholders and references anew, drops the reports, starts what has order start. */
  resume(): void;
  /** The end of the core. */
  stop(): Promise<void>;
}

const ROUND_EVERY_MS = 1_000;
const unix = () => Math.floor(Date.now() / 1000);

/** Loads what is stored and starts nothing: `resume()` does. Throws if the stored file cannot be used. */
export async function createProcesses(ground: ProcessGround): Promise<Processes> {
  const { log, storages, dbDir } = ground;
  const stored = readDb(dbDir);
  const children = createChildren(dbDir);
  const cleanup = createCleanup(storages);
  const locked = createLocks();
  const registry = createRegistry(ground, children);
  const db = createDb(dbDir, () => ({ processes: registry.stored(), ...metadata.content() }));

  const save = () =>
    db.save().catch((error: unknown) => {
      log.write('error', 'Process', 'Could not be saved', { error: String(error) });
      throw new ApiError(500, 'The change could not be saved', [String(error)]);
    });
  const metadata = createMetadata(stored, registry.has, save);

  const forget = (id: string): void => {
    registry.forget(id);
    metadata.forget(id);
  };

  const reload = async (id: string): Promise<void> => {
    const { process, createdAt, updatedAt } = registry.get(id);
    const resolved = registry.check(process.config);
    await process.halt();
    const fresh = registry.put(process.config, resolved, createdAt, updatedAt);
    if (registry.order(id) === 'start') await fresh.command('start');
  };

  const resume = async (id: string): Promise<void> => {
    const { process, createdAt, updatedAt } = registry.get(id);
    let resolved: Resolved | null = null;
    try {
      resolved = registry.check(process.config);
    } finally {
      // Also one that is no longer valid stays in the list.
      const fresh = registry.put(process.config, resolved, createdAt, updatedAt);
      if (resolved !== null && registry.order(id) === 'start') {
        registry.refuseIfFull();
        await fresh.command('start');
      }
    }
  };

  const stopAll = async (): Promise<void> => {
    await Promise.all(registry.all().map(({ process }) => process.halt()));
    await children.endAll(); // probes
  };

  for (const { config, createdAt, updatedAt, order } of stored.processes) {
    registry.setOrder(config.id, order);
    registry.put(config, null, createdAt, updatedAt);
  }

  const sweep = setInterval(() => {
    const rules = registry.all().flatMap(({ process }) => process.resolved?.rules ?? []);
    cleanup.round(rules).catch((error: unknown) => log.write('error', 'Cleanup', String(error)));
  }, ROUND_EVERY_MS);

  return {
    metadata,
    get: registry.get,
    list: (selection) => selected(registry.all(), selection),

    async add(patch) {
      const wanted = patched(blankConfig(), patch);
      return locked([wanted.id], async () => {
        registry.refuseIfTaken(wanted.id);
        const resolved = registry.check(wanted);
        if (wanted.autostart) registry.refuseIfFull();
        registry.setOrder(wanted.id, wanted.autostart ? 'start' : 'stop');
        const process = registry.put(wanted, resolved, unix(), unix());
        if (wanted.autostart) await process.command('start');
        await save().catch(async (error: unknown) => {
          await process.halt();
          forget(wanted.id);
          throw error;
        });
        return wanted;
      });
    },

    async update(id, patch) {
      return locked([...new Set([id, patch.id ?? id])], async () => {
        const { process } = registry.get(id);
        const wanted = patched(process.config, patch);
        if (wanted.id !== id) registry.refuseIfTaken(wanted.id);
        const resolved = registry.check(wanted);
        const order = registry.order(id);
        await process.halt();
        await cleanup.purge(process.resolved?.rules ?? []);
        forget(id);
        registry.setOrder(wanted.id, order);
        const fresh = registry.put(wanted, resolved, unix(), unix());
        fresh.inherit(process.report());
        if (order === 'start') await fresh.command('start');
        await save();
        return wanted;
      });
    },

    async remove(id) {
      return locked([id], async () => {
        const { process } = registry.get(id);
        await process.halt();
        forget(id);
        await Promise.all([cleanup.purge(process.resolved?.rules ?? []), save()]);
      });
    },

    async command(id, command) {
      return locked([id], async () => {
        const { process } = registry.get(id);
        if (command === 'reload') await reload(id);
        else {
          if (command === 'start' && process.isValid && process.order() === 'stop') registry.refuseIfFull();
          const over = process.command(command);
          if (process.isValid && command !== 'restart') registry.setOrder(id, command);
          await over;
        }
        await save();
      });
    },

    probe: async (id) => registry.get(id).process.probe(),

    figures: () =>
      registry.all().map(({ process }) => ({
        id: process.config.id,
        exec: process.exec(),
        order: process.order(),
      })),

    stopAll,

    resume() {
      for (const { process } of registry.all()) {
        const { id } = process.config;
        resume(id).catch((error: unknown) => {
          const reason = error instanceof Refusal ? error.message : String(error);
          log.write('error', 'Process', 'Not started', { id, reason });
        });
      }
    },

    async stop() {
      clearInterval(sweep);
      await stopAll();
      children.stop();
      await save();
    },
  };
}
