import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../src/api/client.ts';
import { agentKey, ingestId } from '../src/api/processIds.ts';
import {
  type HealingAct,
  type HealingState,
  HOUR_MS,
  healingAfter,
  newHealing,
} from '../src/media/healing/healingAfter.ts';
import { parseHealing } from '../src/media/healing/healingSettings.ts';
import { progressOf } from '../src/media/run/progress.ts';
import type { SeenOutput } from './alarms/channelFacts.ts';
import type { Processes } from './coreFeed.ts';
import type { Journal } from './journal.ts';

/** `nth`: restart of this hour. `n`: in the unit of the rule. `output`: process id. */
export type HealingEvent = { channel: string; publication: string; output: string } & (
  | { event: 'publication-restarted'; rule: string; n: number; nth: number }
  | { event: 'publication-healed'; seconds: number }
  | { event: 'healing-gave-up'; rule: string; limit: number }
);

const SETTINGS_EVERY_MS = 10_000;
const MAX_READ = 5000;
/** Gives the journal time to write: a restart missing from it would be repeated after a kill. */
const WRITTEN_AFTER_MS = 1_000;

interface HealingOptions {
  core: Pick<Core, 'metadataAll' | 'processState' | 'processCommand'>;
  journal: Pick<Journal, 'opened' | 'read'>;
  outputs: () => readonly SeenOutput[];
  tell: (event: HealingEvent) => void;
  /** False if another agent may have taken over. */
  mayAct: () => boolean;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  wall?: () => number;
  random?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

/** Restarts hanging publications by their stored rules. Call the result with each list of processes. */
export function createHealing(options: HealingOptions) {
  const { core, journal, outputs, tell, mayAct, now, wall = Date.now, random = Math.random, pause = sleep } = options;
  const states = new Map<string, HealingState>();
  let earlier: ReadonlyMap<string, readonly number[]> | null = null;
  let stored: Readonly<Record<string, unknown>> | null = null;
  let storedAt = Number.NEGATIVE_INFINITY;
  let isBusy = false;

  async function readEarlier() {
    await journal.opened;
    const acts = new Map<string, number[]>();
    for (const { event, time, fields } of await journal.read(null, MAX_READ)) {
      const { output } = fields;
      // A future time was recorded while the clock was ahead.
      const age = Math.max(0, wall() - time);
      if (event !== 'publication-restarted' || typeof output !== 'string' || age >= HOUR_MS) continue;
      acts.set(output, [...(acts.get(output) ?? []), now() - age]);
    }
    return acts;
  }

  async function readSettings() {
    if (now() - storedAt < SETTINGS_EVERY_MS) return;
    stored = await core.metadataAll().catch(() => stored);
    storedAt = now();
  }

  async function carryOut({ channel, publication, id }: SeenOutput, act: HealingAct) {
    const subject = { channel, publication, output: id };
    switch (act.act) {
      case 'healed':
        return tell({ event: 'publication-healed', ...subject, seconds: act.seconds });
      case 'give-up':
        return tell({ event: 'healing-gave-up', ...subject, rule: act.rule, limit: act.limit });
      case 'restart': {
        const { rule, n, nth } = act;
        const state = await core.processState({ id });
        if (state.order !== 'start' || state.exec !== 'running' || !mayAct()) return;
        tell({ event: 'publication-restarted', ...subject, rule, n, nth });
        await pause(WRITTEN_AFTER_MS);
        await core.processCommand({ id, body: { command: 'reload' } });
      }
    }
  }

  async function lookAtOutputs(processes: Processes) {
    const watched = outputs();
    for (const id of [...states.keys()]) if (!processes.has(id)) states.delete(id);
    if (watched.length === 0) return;
    earlier ??= await readEarlier();
    await readSettings();
    for (const output of watched) {
      const { id, channel, publication, sending, runSeconds, isUnseen } = output;
      const choice = stored && parseHealing(stored[agentKey(channel)], publication);
      if (choice === null || choice === 'newer') continue;
      const [own, source] = [processes.get(id), processes.get(ingestId(channel))];
      const mark = [own, source]
        .map((process) => `${process?.created_at} ${process?.updated_at} ${process?.state?.order}`)
        .join();
      const isBehind =
        output.rendition !== null && progressOf(processes.get(output.rendition)?.state).status !== 'connected';
      const at = {
        ...{ at: now(), wall: wall(), random: random(), mark, runSeconds, isUnseen },
        sending: isBehind ? ('unknown' as const) : sending,
      };
      const before = states.get(id) ?? newHealing(at, earlier.get(id) ?? []);
      const { state, act } = healingAfter(before, at, choice);
      states.set(id, state);
      // Not awaited: a core that ends a hanging process responds after seconds, and others must not wait.
      if (act !== null) void carryOut(output, act).catch(() => undefined);
    }
  }

  return async (processes: Processes) => {
    if (isBusy || !mayAct()) return;
    isBusy = true;
    await lookAtOutputs(processes).catch(() => undefined);
    isBusy = false;
  };
}
