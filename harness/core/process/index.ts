import type { ProcessGround } from '../doors.ts';
import type { Probe } from '../ffmpeg/probe.ts';
import { checkAddresses } from './addresses.ts';
import { createChildren } from './children.ts';
import { createCleanup } from './cleanup.ts';
import { blankConfig, type ProcessConfig, type ProcessPatch, patched } from './config.ts';
import { createDb, readDb } from './db.ts';
import { createLocks } from './locks.ts';
import { createMetadata, type Metadata } from './metadata.ts';
import { createProcess, type Process, type Surroundings } from './process.ts';
import { Refusal, UnknownProcess } from './refusal.ts';
import { type Resolved, resolve, resolveOutputs } from './resolve.ts';
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
  const { config, log, storages, dbDir, placeholders } = ground;
  const stored = readDb(dbDir);
  const children = createChildren(dbDir);
  const cleanup = createCleanup(storages);
  const locked = createLocks();
  const entries = new Map<string, Entry>();
  /** What is stored: while the core reloads its config nothing runs, and still the orders are what they were. */
  const orders = new Map<string, Order>();

  const db = createDb(dbDir, () => ({
    processes: [...entries.values()].map(({ process, createdAt, updatedAt }) => ({
      config: process.config,
      createdAt,
      updatedAt,
      order: orders.get(process.config.id) ?? 'stop',
    })),
    ...metadata.content(),
  }));
  const metadata = createMetadata(stored, (id) => entries.has(id), db.save);

  const surroundings = (): Surroundings => ({
    maxLines: config().ffmpeg.log.max_lines,
    maxHistory: config().ffmpeg.log.max_history,
    launch: (args, onLine) => children.launch(config().ffmpeg.binary, args, onLine),
    onVerdict: (id, verdict) => log.write('warn', 'Process', 'Interrupted', { id, reason: verdict }),
  });

  const checked = (wanted: ProcessConfig): Resolved => {
    const values = placeholders();
    const resolved = resolve(wanted, values, (id) => {
      const referred = entries.get(id);
      return referred === undefined ? null : resolveOutputs(referred.process.config, values);
    });
    checkAddresses(wanted.id, resolved, { access: config().ffmpeg.access, diskDir: values.diskfs });
    return resolved;
  };

  const put = (wanted: ProcessConfig, resolved: Resolved | null, createdAt: number, updatedAt: number): Process => {
    const process = createProcess(wanted, resolved, surroundings());
    entries.set(wanted.id, { process, createdAt, updatedAt });
    return process;
  };

  const forget = (id: string): void => {
    entries.delete(id);
    orders.delete(id);
    metadata.forget(id);
  };

  const get = (id: string): Entry => {
    const entry = entries.get(id);
    if (entry === undefined) throw new UnknownProcess();
    return entry;
  };

  /** Counted is what shall run, whether it does or waits. */
  const refuseIfFull = (): void => {
    const most = config().ffmpeg.max_processes;
    const wanted = [...entries.values()].filter(({ process }) => process.order() === 'start').length;
    if (most > 0 && wanted >= most) throw new Refusal(`max. number of running processes (${most}) reached`);
  };

  const refuseIfTaken = (id: string): void => {
    if (id.trim() === '') throw new Refusal('an empty ID is not allowed');
    if (entries.has(id)) throw new Refusal('process already exists');
  };

  const reload = async (id: string): Promise<void> => {
    const { process, createdAt, updatedAt } = get(id);
    const resolved = checked(process.config);
    await process.halt();
    const fresh = put(process.config, resolved, createdAt, updatedAt);
    if (orders.get(id) === 'start') await fresh.command('start');
  };

  const stopAll = async (): Promise<void> => {
    await Promise.all([...entries.values()].map(({ process }) => process.halt()));
    await children.endAll(); // probes
  };

  for (const { config: wanted, createdAt, updatedAt, order } of stored.processes) {
    orders.set(wanted.id, order);
    put(wanted, null, createdAt, updatedAt);
  }

  const sweep = setInterval(() => {
    const rules = [...entries.values()].flatMap(({ process }) => process.resolved?.rules ?? []);
    cleanup.round(rules).catch((error: unknown) => log.write('error', 'Cleanup', String(error)));
  }, ROUND_EVERY_MS);

  return {
    metadata,
    get,
    list: (selection) => selected([...entries.values()], selection),

    async add(patch) {
      const wanted = patched(blankConfig(), patch);
      return locked([wanted.id], async () => {
        refuseIfTaken(wanted.id);
        const resolved = checked(wanted);
        if (wanted.autostart) refuseIfFull();
        orders.set(wanted.id, wanted.autostart ? 'start' : 'stop');
        const process = put(wanted, resolved, unix(), unix());
        if (wanted.autostart) await process.command('start');
        await db.save();
        return wanted;
      });
    },

    async update(id, patch) {
      return locked([...new Set([id, patch.id ?? id])], async () => {
        const { process } = get(id);
        const wanted = patched(process.config, patch);
        if (wanted.id !== id) refuseIfTaken(wanted.id);
        const resolved = checked(wanted);
        const order = orders.get(id) ?? 'stop';
        await process.halt();
        await cleanup.purge(process.resolved?.rules ?? []);
        forget(id);
        orders.set(wanted.id, order);
        const fresh = put(wanted, resolved, unix(), unix());
        fresh.inherit(process.report());
        if (order === 'start') await fresh.command('start');
        await db.save();
        return wanted;
      });
    },

    async remove(id) {
      return locked([id], async () => {
        const { process } = get(id);
        await process.halt();
        forget(id);
        await Promise.all([cleanup.purge(process.resolved?.rules ?? []), db.save()]);
      });
    },

    async command(id, command) {
      return locked([id], async () => {
        const { process } = get(id);
        if (command === 'reload') await reload(id);
        else {
          if (command === 'start' && process.isValid && process.order() === 'stop') refuseIfFull();
          const over = process.command(command);
          if (process.isValid && command !== 'restart') orders.set(id, command);
          await over;
        }
        await db.save();
      });
    },

    probe: (id) => get(id).process.probe(),

    figures: () =>
      [...entries.values()].map(({ process }) => ({
        id: process.config.id,
        exec: process.exec(),
        order: process.order(),
      })),

    stopAll,

    resume() {
      for (const { process, createdAt, updatedAt } of [...entries.values()]) {
        const { id } = process.config;
        let resolved: Resolved | null = null;
        try {
          resolved = checked(process.config);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          log.write('error', 'Process', 'Not usable any more', { id, reason: error.message });
        }
        const fresh = put(process.config, resolved, createdAt, updatedAt);
        if (resolved === null || orders.get(id) !== 'start') continue;
        try {
          refuseIfFull();
          fresh.command('start').catch((error: unknown) => log.write('error', 'Process', String(error), { id }));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          log.write('warn', 'Process', 'Not started', { id, reason: error.message });
        }
      }
    },

    async stop() {
      clearInterval(sweep);
      await stopAll();
      await db.save();
      children.stop();
    },
  };
}
