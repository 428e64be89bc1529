import { type AlarmLook, lookAtCore, looksAtChannel } from '../../../media/incident/alarmLooks.ts';
import { channelViewIn, type VerdictState } from '../verdict/slice.ts';
import { CORE } from './alarmChoices.ts';

export const thingOf = (rule: string, publication: string | null): string =>
  publication === null ? rule : `${rule} ${publication}`;

/** What an agent tells as wrong with a channel, by the names that our own judgement has for it. */
export interface ToldThing {
  channel: string;
  thing: string;
}

/** The agent judges the channels; whether the core answers is for each browser to see. */
export const conditionsTold = (
  own: Readonly<Record<string, AlarmCondition>>,
  told: readonly ToldThing[],
): Readonly<Record<string, AlarmCondition>> =>
  Object.fromEntries(
    Object.entries(own).map(([id, condition]): [string, AlarmCondition] => {
      const things = told.flatMap(({ channel, thing }) => (channel === id ? [thing] : []));
      if (id === CORE || condition.status === 'off') return [id, condition];
      return [id, things.length > 0 ? { status: 'bad', things } : { status: 'good' }];
    }),
  );

/** @param looks at one channel, or at the core */
export function conditionOf(looks: readonly AlarmLook[]): AlarmCondition {
  const [whole] = looks;
  if (!whole || whole.condition.status === 'unclear') return { status: 'unclear' };
  if (whole.condition.status === 'off') return { status: 'off' };
  const things = looks.flatMap(({ rule, publication, condition }) =>
    condition.status === 'bad' ? [thingOf(rule, publication)] : [],
  );
  return things.length > 0 ? { status: 'bad', things } : { status: 'good' };
}

/**
 * @param lost the core has been away for longer than a moment
 * @param now in ms
 */
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
    return [id, view ? conditionOf(looksAtChannel({ id, name, ...view }, now)) : { status: 'unclear' }];
  });
  return { ...Object.fromEntries(channels), [CORE]: core };
}

export type AlarmCondition =
  | { status: 'good' }
  /** What is wrong with it, each by a name of its own. */
  | { status: 'bad'; things: readonly string[] }
  /** Stopped by somebody, or never set up. */
  | { status: 'off' }
  /** It starts, or stops, or nobody knows. */
  | { status: 'unclear' };

export interface Memory {
  /** It was seen to be on: only what was good can go bad. */
  on: boolean;
  /** What is bad, or was a moment ago: when it was so last (ms). */
  bad: Readonly<Record<string, number>>;
}

export interface RingSettings {
  on: boolean;
  /** Until then nothing rings (ms); 0: it is not silenced. */
  silencedUntil: number;
}

/** What comes and goes is one thing. */
const REST_MS = 20_000;

const NOTHING: Memory = { on: false, bad: {} };

/** What of it has become bad just now, and is not told yet. */
export function newsOf(memory: Memory | undefined, condition: AlarmCondition): readonly string[] {
  if (!memory?.on || condition.status !== 'bad') return [];
  return condition.things.filter((thing) => !(thing in memory.bad));
}

/** @param untold what went bad while nobody wanted to hear of it: it is still news then */
export function remember(
  memory: Memory = NOTHING,
  condition: AlarmCondition,
  now: number,
  untold: readonly string[] = [],
): Memory {
  if (condition.status === 'unclear') return memory;
  if (condition.status === 'off') return NOTHING;
  const resting = Object.entries(memory.bad).filter(([, at]) => now - at < REST_MS);
  const things = condition.status === 'bad' ? condition.things : [];
  const bad = things.filter((thing) => !untold.includes(thing)).map((thing) => [thing, now] as const);
  return { on: true, bad: Object.fromEntries([...resting, ...bad]) };
}

export interface AlarmDecision {
  memory: Readonly<Record<string, Memory>>;
  /** What is bad now, told or not. */
  bad: readonly string[];
  rings: readonly string[];
}

/** All by channel id. */
export function judge(
  before: Readonly<Record<string, Memory>>,
  conditions: Readonly<Record<string, AlarmCondition>>,
  { on, silencedUntil }: RingSettings,
  now: number,
): AlarmDecision {
  const silent = !on || now < silencedUntil;
  const seen = Object.entries(conditions).map(([id, condition]) => {
    const news = newsOf(before[id], condition);
    return { id, condition, news, memory: remember(before[id], condition, now, silent ? news : []) };
  });
  return {
    memory: Object.fromEntries(seen.map(({ id, memory }) => [id, memory])),
    bad: seen.flatMap(({ id, condition }) => (condition.status === 'bad' ? [id] : [])),
    rings: silent ? [] : seen.flatMap(({ id, news }) => (news.length > 0 ? [id] : [])),
  };
}
