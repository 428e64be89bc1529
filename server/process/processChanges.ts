import { isSameStream } from '../../src/api/isSameStream.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Process } from './process.ts';
import type { Registry } from './registry.ts';
import type { Command, Order } from './run/states.ts';
import type { StoredProcess } from './store/db.ts';
import {
  type CleanupRule,
  createBlankConfig,
  type ProcessConfig,
  type ProcessPatch,
  patchConfig,
} from './store/processConfig.ts';
import {
  type DbChange,
  deleteStoredProcess,
  findStoredOrder,
  putStoredProcess,
  setStoredOrder,
  type WriteQueue,
} from './store/writeQueue.ts';

export type ProcessCommand = Command | 'reload';

/** `forward` stores nothing; `stop` and `start` store a new order if it `isNews`. */
type CommandPlan =
  | { readonly action: 'reload' }
  | { readonly action: 'forward'; readonly command: Command }
  | { readonly action: 'start' | 'stop'; readonly isNews: boolean };

interface Orders {
  readonly isValid: boolean;
  /** Differs from `stored` while the core reloads. */
  readonly order: Order;
  readonly stored: Order;
}

export function planCommand(command: ProcessCommand, { isValid, order, stored }: Orders): CommandPlan {
  if (command === 'reload') return { action: 'reload' };
  if (command === 'restart' || !isValid) return { action: 'forward', command };
  if (command === 'start' && order === 'start') return { action: 'forward', command };
  return { action: command, isNews: stored !== command };
}

export async function commandProcess(deps: ChangeDeps, id: string, command: ProcessCommand): Promise<void> {
  const { process } = deps.registry.get(id);
  const stored = findStoredOrder(deps.queue.content(), id);
  const plan = planCommand(command, { isValid: process.isValid, order: process.order(), stored });
  switch (plan.action) {
    case 'reload':
      return deps.lifecycle.reload(id);
    case 'forward':
      return process.command(plan.command);
    case 'stop':
      return stop(deps, process, plan.isNews);
    case 'start':
      return start(deps, process, plan.isNews);
  }
}

/** A stop takes effect even if it cannot be saved. */
async function stop({ save }: ChangeDeps, process: Process, isChanged: boolean): Promise<void> {
  const [saved] = await Promise.allSettled([
    isChanged ? save(setStoredOrder(process.config.id, 'stop'), { kept: true }) : null,
    process.command('stop'),
  ]);
  if (saved.status === 'rejected') throw saved.reason;
}

async function start({ registry, lifecycle, save }: ChangeDeps, process: Process, isChanged: boolean): Promise<void> {
  const { id } = process.config;
  registry.reserve(id);
  try {
    if (isChanged) await save(setStoredOrder(id, 'start'));
    await lifecycle.start(process);
  } finally {
    registry.release(id);
  }
}

/** The caller holds the locks of the ids. */
export interface ChangeDeps {
  readonly registry: Registry;
  readonly queue: Pick<WriteQueue, 'content'>;
  readonly lifecycle: Pick<Lifecycle, 'start' | 'reload'>;
  /** Throws an `ApiError` 500. `kept`: on failure the change stays in memory and is written with the next one. */
  save(change: DbChange, options?: { kept: boolean }): Promise<void>;
  purge(rules: readonly CleanupRule[]): Promise<void>;
}

export const createProcessConfig = (patch: ProcessPatch): ProcessConfig => patchConfig(createBlankConfig(), patch);

const unix = () => Math.floor(Date.now() / 1000);

const stampProcess = (config: ProcessConfig, order: StoredProcess['order']): StoredProcess => ({
  config,
  order,
  createdAt: unix(),
  updatedAt: unix(),
});

export async function addProcess(deps: ChangeDeps, config: ProcessConfig): Promise<void> {
  const { registry, lifecycle, save } = deps;
  const resolved = registry.check(config);
  registry.refuseIfTaken(config.id);
  if (config.autostart) registry.reserve(config.id);
  try {
    const stored = stampProcess(config, config.autostart ? 'start' : 'stop');
    await save(putStoredProcess(config.id, stored));
    const process = registry.put(stored, resolved);
    if (stored.order === 'start') await lifecycle.start(process);
  } finally {
    registry.release(config.id);
  }
}

export async function updateProcess(deps: ChangeDeps, id: string, patch: ProcessPatch): Promise<ProcessConfig> {
  const { registry, queue, lifecycle, save, purge } = deps;
  const { process } = registry.get(id);
  const config = patchConfig(process.config, patch);
  if (config.id !== id) registry.refuseIfTaken(config.id);
  const resolved = registry.check(config);
  const stored = stampProcess(config, findStoredOrder(queue.content(), id));
  // Saved first: a failure must leave the running process alone.
  await save(putStoredProcess(id, stored));
  await process.halt();
  // Readers would stop if their playlist were missing even for a moment.
  const unchanged = new Set(isSameStream(process.config, config) ? resolved.rules.map(({ pattern }) => pattern) : []);
  await purge((process.resolved?.rules ?? []).filter(({ pattern }) => !unchanged.has(pattern)));
  if (config.id !== id) registry.forget(id);
  const fresh = registry.put(stored, resolved);
  fresh.inherit(process.report());
  if (stored.order === 'start') await lifecycle.start(fresh);
  return config;
}

export async function removeProcess({ registry, save, purge }: ChangeDeps, id: string): Promise<void> {
  const { process } = registry.get(id);
  await save(deleteStoredProcess(id));
  await process.halt();
  registry.forget(id);
  await purge(process.resolved?.rules ?? []);
}
