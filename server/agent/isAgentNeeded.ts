import * as z from 'zod';
import { channelOfHold, channelOfIngest } from '../../src/api/processIds.ts';
import type { AgentRun } from '../config/environment.ts';

interface AgentNeed {
  run: AgentRun;
  wasUsed: boolean;
  /** `stored`: the metadata of a publication. */
  processes: readonly { id: string; inputs: readonly string[]; stored?: unknown }[];
  stored: unknown;
  schedules: unknown;
  channels: readonly unknown[];
}

/** By default the agent runs from the first channel on, because a history with gaps is of no use. */
export const isAgentNeeded = ({ run, wasUsed, processes, stored, schedules, channels }: AgentNeed): boolean =>
  (run === 'always' && (wasUsed || processes.some(({ id }) => channelOfIngest(id) !== null))) ||
  hasAlarmReceiver(stored) ||
  hasSchedule(schedules) ||
  processes.some(({ inputs }) => inputs.some((address) => channelOfHold(address) !== null)) ||
  processes.some(({ stored }) => hasPlayback(stored)) ||
  channels.some((stored) => hasHealing(stored) || hasLooks(stored));

const Stored = z.looseObject({
  alarms: z.looseObject({ receivers: z.record(z.string(), z.unknown()) }),
});
const SwitchedOff = z.looseObject({ on: z.literal(false) });

function hasAlarmReceiver(stored: unknown): boolean {
  const { alarms } = Stored.safeParse(stored).data ?? {};
  return Object.values(alarms?.receivers ?? {}).some((choice) => !SwitchedOff.safeParse(choice).success);
}

const StoredSchedules = z.looseObject({ schedule: z.looseObject({ rules: z.array(z.unknown()) }) });
const Disabled = z.looseObject({ isEnabled: z.literal(false) });

function hasSchedule(stored: unknown): boolean {
  const { rules = [] } = StoredSchedules.safeParse(stored).data?.schedule ?? {};
  return rules.some((rule) => !Disabled.safeParse(rule).success);
}

const SwitchedOn = z.looseObject({ on: z.literal(true) });
const StoredHealing = z.looseObject({ healing: z.record(z.string(), z.record(z.string(), z.unknown())) });

const StoredLooks = z.looseObject({ look: SwitchedOn });
const hasLooks = (stored: unknown): boolean => StoredLooks.safeParse(stored).success;

const StoredPlayback = z.looseObject({ control: z.looseObject({ playback: z.string().min(1) }) });
const hasPlayback = (stored: unknown): boolean => StoredPlayback.safeParse(stored).success;

/** Defaults do not count: only a rule that an operator switched on starts the agent on a small machine. */
function hasHealing(stored: unknown): boolean {
  const { healing } = StoredHealing.safeParse(stored).data ?? {};
  return Object.values(healing ?? {}).some((rules) =>
    Object.values(rules).some((rule) => SwitchedOn.safeParse(rule).success),
  );
}
