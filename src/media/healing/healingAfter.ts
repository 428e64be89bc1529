import { isQuiet } from '../incident/quietHours.ts';
import type { SendingStatus } from '../verdict/verdictTypes.ts';
import { HEALING_RULE_IDS, HEALING_RULES, type HealingRuleId } from './healingRules.ts';
import type { HealingChoice } from './healingSettings.ts';

export interface HealingLook {
  /** Milliseconds of a monotonic clock. */
  at: number;
  /** Milliseconds since 1970. */
  wall: number;
  sending: SendingStatus;
  /** Whether viewers of the platform do not see it; false if unknown. */
  isUnseen?: boolean;
  /** Seconds since the last change of state. */
  runSeconds: number;
  /** Changes when an operator edits or controls the publication or its channel. */
  mark: string;
  /** From 0 to 1. */
  random: number;
}

export interface HealingState {
  seenAt: number;
  mark: string;
  runSeconds: number;
  /** Time of the last operator action, start of the process or gap in the polls (ms). */
  touchedAt: number;
  /** Null if it is not in that state. */
  stalledSince: number | null;
  awaySince: number | null;
  liveSince: number | null;
  unseenSince: number | null;
  /** How long the source was down in this run (ms); null if it was not. */
  gap: number | null;
  /** Since when a rule requires a restart (ms). */
  dueSince: number | null;
  /** Restarts within the last hour, oldest first (ms). */
  acts: readonly number[];
  /** Whether it has not been live for long enough since a restart. */
  isHealing: boolean;
  gaveUpAt: number | null;
  /** Spreads the restarts of many publications. */
  jitterMs: number;
}

/** `nth`: restart of this hour; `n`: in the unit of the rule. */
export type HealingAct =
  | { act: 'restart'; rule: HealingRuleId; n: number; nth: number }
  | { act: 'healed'; seconds: number }
  | { act: 'give-up'; rule: HealingRuleId; limit: number };

export const HOUR_MS = 3_600_000;
/** Grace period after an operator action or a start. */
const TOUCHED_MS = 60_000;
const HEALED_MS = 30_000;
/** A longer gap in the polls resets the state. */
const LOST_MS = 10_000;
const BACK_OFF_MS = 60_000;
const MOST_JITTER_MS = 5_000;
/** Cores report whole seconds. */
const SAME_S = 2;

const PAUSES: readonly SendingStatus[] = ['kept', 'waiting'];
/** States of the same run, in which earlier times still count. */
const GOES_ON: readonly SendingStatus[] = [...PAUSES, 'live', 'stalled', 'starting'];

/** @param acts restarts before (ms, by the clock of `at`) */
export const newHealing = ({ at, mark, runSeconds, random }: HealingLook, acts: readonly number[]): HealingState => ({
  ...{ seenAt: at, mark, runSeconds, touchedAt: at, acts },
  ...{ stalledSince: null, awaySince: null, liveSince: null, unseenSince: null, gap: null, dueSince: null },
  ...{ isHealing: false, gaveUpAt: null, jitterMs: random * MOST_JITTER_MS },
});

function observe(before: HealingState, sample: HealingLook): HealingState {
  const { at, mark, runSeconds, sending, isUnseen = false } = sample;
  const isLost = at - before.seenAt > LOST_MS;
  const isNew = isLost || before.mark !== mark || runSeconds < before.runSeconds - SAME_S;
  const since = (isActive: boolean, previous: number | null) => (isActive ? (isNew ? at : (previous ?? at)) : null);
  const isAway = PAUSES.includes(sending);
  const isSame = !isNew && GOES_ON.includes(sending);
  const isBack = isSame && before.awaySince !== null && (sending === 'live' || sending === 'stalled');
  return {
    ...before,
    ...{ seenAt: at, mark, runSeconds, touchedAt: isNew ? at : before.touchedAt },
    stalledSince: since(sending === 'stalled', before.stalledSince),
    // While it starts, it counts as neither away nor back.
    awaySince: isAway ? since(true, before.awaySince) : sending === 'starting' && isSame ? before.awaySince : null,
    liveSince: since(sending === 'live', before.liveSince),
    unseenSince: since(sending === 'live' && isUnseen, before.unseenSince),
    gap: !isSame ? null : isBack && before.awaySince !== null ? at - before.awaySince : before.gap,
    acts: before.acts.filter((time) => at - time < HOUR_MS),
  };
}

/** Seconds since the condition of a rule holds; null if it does not. */
const LENGTHS: Readonly<Record<HealingRuleId, (state: HealingState, sample: HealingLook) => number | null>> = {
  stalled: ({ stalledSince }, { at }) => (stalledSince === null ? null : (at - stalledSince) / 1000),
  gap: ({ gap }, { sending }) => (gap !== null && (sending === 'live' || sending === 'stalled') ? gap / 1000 : null),
  unseen: ({ unseenSince }, { at }) => (unseenSince === null ? null : (at - unseenSince) / 1000),
  planned: (_, { sending, runSeconds }) => (sending === 'live' ? runSeconds : null),
};

function dueRule(state: HealingState, sample: HealingLook, { rules }: HealingChoice) {
  for (const rule of HEALING_RULE_IDS) {
    const { on, figure } = rules[rule];
    const length = LENGTHS[rule](state, sample);
    const { seconds } = HEALING_RULES[rule];
    if (on && length !== null && length >= figure * seconds) return { rule, n: Math.floor(length / seconds) };
  }
  return null;
}

/** Doubles with each restart of this hour. */
const backOffMs = ({ acts, jitterMs }: HealingState) => BACK_OFF_MS * 2 ** (acts.length - 1) + jitterMs;

/** Decides on one publication. An act counts from then on, so it must be reported and carried out. */
export function healingAfter(
  before: HealingState,
  sample: HealingLook,
  choice: HealingChoice,
): { state: HealingState; act: HealingAct | null } {
  const { at, wall, random } = sample;
  const state = observe(before, sample);
  const last = state.acts.at(-1);
  const isWell = state.liveSince !== null && at - state.liveSince >= HEALED_MS && state.unseenSince === null;
  if (state.isHealing && last !== undefined && isWell)
    return { state: { ...state, isHealing: false }, act: { act: 'healed', seconds: Math.round((at - last) / 1000) } };
  const due = dueRule(state, sample, choice);
  if (due === null) return { state: { ...state, dueSince: null }, act: null };
  const dueSince = state.dueSince ?? at;
  const waiting = { ...state, dueSince };
  const isQuietNow = choice.quiet !== null && isQuiet({ ...choice.quiet, exceptCritical: false }, wall);
  if (isQuietNow || at - state.touchedAt < TOUCHED_MS) return { state: waiting, act: null };
  if (state.acts.length >= choice.mostPerHour) {
    const isReported = state.gaveUpAt !== null && at - state.gaveUpAt < HOUR_MS;
    if (isReported) return { state: waiting, act: null };
    return { state: { ...waiting, gaveUpAt: at }, act: { act: 'give-up', rule: due.rule, limit: choice.mostPerHour } };
  }
  const isSoon = at - dueSince < state.jitterMs || (last !== undefined && at - last < backOffMs(state));
  if (isSoon) return { state: waiting, act: null };
  const acts = [...state.acts, at];
  return {
    state: {
      ...{
        ...state,
        acts,
        touchedAt: at,
        gap: null,
        stalledSince: null,
        liveSince: null,
        unseenSince: null,
        dueSince: null,
      },
      ...{ isHealing: true, jitterMs: random * MOST_JITTER_MS },
    },
    act: { act: 'restart', ...due, nth: acts.length },
  };
}
