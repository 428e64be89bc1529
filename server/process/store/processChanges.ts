import { isSameStream } from '../../../src/api/isSameStream.ts';
import type { Lifecycle } from '../run/processLifecycle.ts';
import type { StoredProcess } from './db.ts';
import { blankConfig, type CleanupRule, type ProcessConfig, type ProcessPatch, patchConfig } from './processConfig.ts';
import type { Registry } from './registry.ts';
import { type DbChange, storedOrder, type WriteQueue, withoutProcess, withProcess } from './writeQueue.ts';

/** The dependencies of a change to stored processes. The caller holds the locks of the ids. */
export interface ChangeDeps {
  readonly registry: Registry;
  readonly queue: Pick<WriteQueue, 'content'>;
  readonly lifecycle: Pick<Lifecycle, 'start' | 'reload'>;
  /** Throws ApiError 500. `kept`: it counts all the same, and is written with whatever is written next. */
  save(change: DbChange, options?: { kept: boolean }): Promise<void>;
  /** Removes the files of these rules, as far as they can be. */
  purge(rules: readonly CleanupRule[]): Promise<void>;
}

export const newConfig = (patch: ProcessPatch): ProcessConfig => patchConfig(blankConfig(), patch);

const unix = () => Math.floor(Date.now() / 1000);

const stamped = (config: ProcessConfig, order: StoredProcess['order']): StoredProcess => ({
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
    const stored = stamped(config, config.autostart ? 'start' : 'stop');
    await save(withProcess(config.id, stored));
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
  const stored = stamped(config, storedOrder(queue.content(), id));
  // Before anything is touched: if it cannot be saved, a show that runs goes on.
  await save(withProcess(id, stored));
  await process.halt();
  // What reads the stream ends where its playlist is gone, if only for a moment.
  const kept = new Set(isSameStream(process.config, config) ? resolved.rules.map(({ pattern }) => pattern) : []);
  await purge((process.resolved?.rules ?? []).filter(({ pattern }) => !kept.has(pattern)));
  if (config.id !== id) registry.forget(id);
  const fresh = registry.put(stored, resolved);
  fresh.inherit(process.report());
  if (stored.order === 'start') await lifecycle.start(fresh);
  return config;
}

export async function removeProcess({ registry, save, purge }: ChangeDeps, id: string): Promise<void> {
  const { process } = registry.get(id);
  await save(withoutProcess(id));
  await process.halt();
  registry.forget(id);
  await purge(process.resolved?.rules ?? []);
}
