import { type AlarmLook, lookAtCore, looksAtChannel } from '../../../media/incident/alarmLooks.ts';
import { channelViewIn, type VerdictState } from '../verdict/slice.ts';
import { CORE } from './alarmChoices.ts';

export const thingOf = (rule: string, publication: string | null): string =>
  publication === null ? rule : `${rule} ${publication}`;

export interface ToldThing {
  channel: string;
  thing: string;
}

/** Uses the agent's judgement of channels, but our own of the core: each browser has its own connection. */
export const conditionsTold = (
  own: Readonly<Record<string, AlarmCondition>>,
  reported: readonly ToldThing[],
): Readonly<Record<string, AlarmCondition>> =>
  Object.fromEntries(
    Object.entries(own).map(([id, condition]): [string, AlarmCondition] => {
      const things = reported.flatMap(({ channel, thing }) => (channel === id ? [thing] : []));
      if (id === CORE || condition.status === 'off') return [id, condition];
      return [id, things.length > 0 ? { status: 'bad', things } : { status: 'good' }];
    }),
  );

export function conditionOf(looks: readonly AlarmLook[]): AlarmCondition {
  const [coreLook] = looks;
  if (!coreLook || coreLook.condition.status === 'unclear') return { status: 'unclear' };
  if (coreLook.condition.status === 'off') return { status: 'off' };
  const things = looks.flatMap(({ rule, publication, condition }) =>
    condition.status === 'bad' ? [thingOf(rule, publication)] : [],
  );
  return things.length > 0 ? { status: 'bad', things } : { status: 'good' };
}

export function conditionsIn(
  state: VerdictState,
  lost: boolean,
  now: number,
): Readonly<Record<string, AlarmCondition>> {
  const { status } = state.connection;
  const core = conditionOf([lookAtCore(lost ? 'lost' : status === 'alive' ? 'alive' : 'unclear')]);
  const channels = state.channel.list.map(({ id, name, available }): [string, AlarmCondition] => {
    // The processes of a channel that is deleted here end one after the other.
    if (!available || id === state.channel.deleting) return [id, { status: 'off' }];
    const view = channelViewIn(state, id);
    return [id, view ? conditionOf(looksAtChannel({ id, name, ...view, look: 'seen' }, now)) : { status: 'unclear' }];
  });
  return { ...Object.fromEntries(channels), [CORE]: core };
}

export type AlarmCondition =
  | { status: 'good' }
  | { status: 'bad'; things: readonly string[] }
  | { status: 'off' }
  | { status: 'unclear' };

export interface Memory {
  /** Whether it has been on before. Only a change from good to bad rings. */
  on: boolean;
  /** When each problem was last observed (ms), kept for a while after it ends. */
  bad: Readonly<Record<string, number>>;
}

export interface RingSettings {
  on: boolean;
  /** Milliseconds since 1970; 0 if not silenced. */
  silencedUntil: number;
}

/** A problem that recurs within this time does not ring again. */
const REST_MS = 20_000;

const NOTHING: Memory = { on: false, bad: {} };

export function newsOf(memory: Memory | undefined, condition: AlarmCondition): readonly string[] {
  if (!memory?.on || condition.status !== 'bad') return [];
  return condition.things.filter((thing) => !(thing in memory.bad));
}

/** @param silenced problems that began while the alarm was off or silenced; they still count as new later */
export function remember(
  memory: Memory = NOTHING,
  condition: AlarmCondition,
  now: number,
  silenced: readonly string[] = [],
): Memory {
  if (condition.status === 'unclear') return memory;
  if (condition.status === 'off') return NOTHING;
  const resting = Object.entries(memory.bad).filter(([, at]) => now - at < REST_MS);
  const things = condition.status === 'bad' ? condition.things : [];
  const bad = things.filter((thing) => !silenced.includes(thing)).map((thing) => [thing, now] as const);
  return { on: true, bad: Object.fromEntries([...resting, ...bad]) };
}

export interface AlarmDecision {
  memory: Readonly<Record<string, Memory>>;
  bad: readonly string[];
  rings: readonly string[];
}

/** All records are keyed by channel id, or `CORE`. */
export function judge(
  before: Readonly<Record<string, Memory>>,
  conditions: Readonly<Record<string, AlarmCondition>>,
  { on, silencedUntil }: RingSettings,
  now: number,
): AlarmDecision {
  const silent = !on || now < silencedUntil;
  const judged = Object.entries(conditions).map(([id, condition]) => {
    const news = newsOf(before[id], condition);
    return { id, condition, news, memory: remember(before[id], condition, now, silent ? news : []) };
  });
  return {
    memory: Object.fromEntries(judged.map(({ id, memory }) => [id, memory])),
    bad: judged.flatMap(({ id, condition }) => (condition.status === 'bad' ? [id] : [])),
    rings: silent ? [] : judged.flatMap(({ id, news }) => (news.length > 0 ? [id] : [])),
  };
}
