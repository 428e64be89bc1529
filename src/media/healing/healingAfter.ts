import { isQuiet } from '../incident/quietHours.ts';
import type { SendingStatus } from '../verdict/verdictTypes.ts';
import { HEALING_RULE_IDS, HEALING_RULES, type HealingRuleId } from './healingRules.ts';
import type { HealingChoice } from './healingSettings.ts';

/** One process of a publication at one moment, by the same words as everywhere. */
export interface HealingLook {
  /** ms, of a clock that only goes on. */
  at: number;
  /** ms, of the clock on the wall. */
  wall: number;
  sending: SendingStatus;
  /** Since the process entered its state. */
  runSeconds: number;
  /** Another text as soon as somebody has changed the publication or its channel, or has given an order. */
  mark: string;
  /** From 0 to 1. */
  random: number;
}

export interface HealingState {
  seenAt: number;
  mark: string;
  runSeconds: number;
  /** When somebody has acted, the process has begun to run, or the looks have begun again (ms). */
  touchedAt: number;
  /** null: it is not so. */
  stalledSince: number | null;
  awaySince: number | null;
  liveSince: number | null;
  /** How long the source has been away in this run, before it came back (ms); null: it was not. */
  gap: number | null;
  /** Since when a rule wants a restart. */
  dueSince: number | null;
  /** When it was restarted within the last hour, the oldest first. */
  acts: readonly number[];
  /** It was restarted, and has not been live for long enough since. */
  isHealing: boolean;
  /** When it was told that there are no more restarts for now. */
  gaveUpAt: number | null;
  /** Many that hang at once are not restarted at once. */
  jitterMs: number;
}

/** `nth`: of this hour. `n`: in the unit of the rule. */
export type HealingAct =
  | { act: 'restart'; rule: HealingRuleId; n: number; nth: number }
  | { act: 'healed'; seconds: number }
  | { act: 'give-up'; rule: HealingRuleId; limit: number };

export const HOUR_MS = 3_600_000;
/** An operator who has just acted is still at it; and what has just begun is given a chance. */
const TOUCHED_MS = 60_000;
const HEALED_MS = 30_000;
/** Nobody looked for so long: what went on meanwhile is not known. */
const LOST_MS = 10_000;
const BACK_OFF_MS = 60_000;
const MOST_JITTER_MS = 5_000;
/** Cores tell whole seconds. */
const SAME_S = 2;

const PAUSES: readonly SendingStatus[] = ['kept', 'waiting'];
/** While it goes on in the same run, what was before still counts. */
const GOES_ON: readonly SendingStatus[] = [...PAUSES, 'live', 'stalled', 'starting'];

/** @param acts when it was restarted, as far as that is known of the time before (ms, by the clock of the looks) */
export const newHealing = ({ at, mark, runSeconds, random }: HealingLook, acts: readonly number[]): HealingState => ({
  ...{ seenAt: at, mark, runSeconds, touchedAt: at, acts },
  ...{ stalledSince: null, awaySince: null, liveSince: null, gap: null, dueSince: null },
  ...{ isHealing: false, gaveUpAt: null, jitterMs: random * MOST_JITTER_MS },
});

function seen(before: HealingState, look: HealingLook): HealingState {
  const { at, mark, runSeconds, sending } = look;
  const isLost = at - before.seenAt > LOST_MS;
  const isNew = isLost || before.mark !== mark || runSeconds < before.runSeconds - SAME_S;
  const since = (is: boolean, known: number | null) => (is ? (isNew ? at : (known ?? at)) : null);
  const isAway = PAUSES.includes(sending);
  const isSame = !isNew && GOES_ON.includes(sending);
  const isBack = isSame && before.awaySince !== null && (sending === 'live' || sending === 'stalled');
  return {
    ...before,
    ...{ seenAt: at, mark, runSeconds, touchedAt: isNew ? at : before.touchedAt },
    stalledSince: since(sending === 'stalled', before.stalledSince),
    // Between the two it starts, which is neither.
    awaySince: isAway ? since(true, before.awaySince) : sending === 'starting' && isSame ? before.awaySince : null,
    liveSince: since(sending === 'live', before.liveSince),
    gap: !isSame ? null : isBack && before.awaySince !== null ? at - before.awaySince : before.gap,
    acts: before.acts.filter((one) => at - one < HOUR_MS),
  };
}

/** For how long it is so already, where that is a reason (s). */
const LENGTHS: Readonly<Record<HealingRuleId, (state: HealingState, look: HealingLook) => number | null>> = {
  stalled: ({ stalledSince }, { at }) => (stalledSince === null ? null : (at - stalledSince) / 1000),
  gap: ({ gap }, { sending }) => (gap !== null && (sending === 'live' || sending === 'stalled') ? gap / 1000 : null),
  planned: (_, { sending, runSeconds }) => (sending === 'live' ? runSeconds : null),
};

function dueRule(state: HealingState, look: HealingLook, { rules }: HealingChoice) {
  for (const rule of HEALING_RULE_IDS) {
    const { on, figure } = rules[rule];
    const length = LENGTHS[rule](state, look);
    const { seconds } = HEALING_RULES[rule];
    if (on && length !== null && length >= figure * seconds) return { rule, n: Math.floor(length / seconds) };
  }
  return null;
}

/** Twice as long after each restart of this hour. */
const backOffMs = ({ acts, jitterMs }: HealingState) => BACK_OFF_MS * 2 ** (acts.length - 1) + jitterMs;

/**
 * Decides for one publication. An act counts from then on: it is told first, and then carried out.
 * @param before of the look before
 */
export function healingAfter(
  before: HealingState,
  look: HealingLook,
  choice: HealingChoice,
): { state: HealingState; act: HealingAct | null } {
  const { at, wall, random } = look;
  const state = seen(before, look);
  const last = state.acts.at(-1);
  if (state.isHealing && last !== undefined && state.liveSince !== null && at - state.liveSince >= HEALED_MS)
    return { state: { ...state, isHealing: false }, act: { act: 'healed', seconds: Math.round((at - last) / 1000) } };
  const due = dueRule(state, look, choice);
  if (due === null) return { state: { ...state, dueSince: null }, act: null };
  const dueSince = state.dueSince ?? at;
  const waiting = { ...state, dueSince };
  const isQuietNow = choice.quiet !== null && isQuiet({ ...choice.quiet, exceptCritical: false }, wall);
  if (isQuietNow || at - state.touchedAt < TOUCHED_MS) return { state: waiting, act: null };
  if (state.acts.length >= choice.mostPerHour) {
    const isTold = state.gaveUpAt !== null && at - state.gaveUpAt < HOUR_MS;
    if (isTold) return { state: waiting, act: null };
    return { state: { ...waiting, gaveUpAt: at }, act: { act: 'give-up', rule: due.rule, limit: choice.mostPerHour } };
  }
  const isSoon = at - dueSince < state.jitterMs || (last !== undefined && at - last < backOffMs(state));
  if (isSoon) return { state: waiting, act: null };
  const acts = [...state.acts, at];
  return {
    state: {
      ...{ ...state, acts, touchedAt: at, gap: null, stalledSince: null, liveSince: null, dueSince: null },
      ...{ isHealing: true, jitterMs: random * MOST_JITTER_MS },
    },
    act: { act: 'restart', ...due, nth: acts.length },
  };
}
