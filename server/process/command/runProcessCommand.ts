import type { Process } from '../process.ts';
import type { Command, Order } from '../run/states.ts';
import type { ChangeDeps } from '../store/processChanges.ts';
import { storedOrder, withOrder } from '../store/writeQueue.ts';

export type ProcessCommand = Command | 'reload';

/**
 * The effect of a command. `reload`: the config is resolved anew. `forward`: the process decides, nothing is stored.
 * `stop` and `start`: a new order, which is stored if it `isNews`.
 */
export type CommandPlan =
  | { readonly action: 'reload' }
  | { readonly action: 'forward'; readonly command: Command }
  | { readonly action: 'start' | 'stop'; readonly isNews: boolean };

interface Orders {
  readonly isValid: boolean;
  /** Of the process, and as it is stored: they differ while the core reloads. */
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
  const stored = storedOrder(deps.queue.content(), id);
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

/** A stop takes effect whether or not it can be saved. */
async function stop({ save }: ChangeDeps, process: Process, isNews: boolean): Promise<void> {
  const [saved] = await Promise.allSettled([
    isNews ? save(withOrder(process.config.id, 'stop'), { kept: true }) : null,
    process.command('stop'),
  ]);
  if (saved.status === 'rejected') throw saved.reason;
}

async function start({ registry, lifecycle, save }: ChangeDeps, process: Process, isNews: boolean): Promise<void> {
  const { id } = process.config;
  registry.reserve(id);
  try {
    if (isNews) await save(withOrder(id, 'start'));
    await lifecycle.start(process);
  } finally {
    registry.release(id);
  }
}
