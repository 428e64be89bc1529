/** 'source', 'core', 'channel', or the id of a publication's process. */
export type Subject = string;

/** Of a publication, of the source of a channel, of the core. `gone` is the core. */
export type Status = keyof typeof STATUSES;

export type Health = 'good' | 'poor' | 'bad';

interface Kind {
  /** null: it is neither well nor not. */
  health: Health | null;
  /** It has to be so for this long before it counts: what passes at once is no news. */
  holdMs: number;
}

const SHORT_MS = 3000;
const LONG_MS = 10_000;

/** A stall is known after three seconds already, a failure is said by the core: nobody waits longer for those. */
export const STATUSES = {
  live: { health: 'good', holdMs: SHORT_MS },
  waiting: { health: 'poor', holdMs: SHORT_MS },
  held: { health: 'poor', holdMs: 1000 },
  slow: { health: 'poor', holdMs: LONG_MS },
  overloaded: { health: 'poor', holdMs: LONG_MS },
  behind: { health: 'poor', holdMs: LONG_MS },
  'few-frames': { health: 'poor', holdMs: LONG_MS },
  fast: { health: 'poor', holdMs: LONG_MS },
  black: { health: 'poor', holdMs: SHORT_MS },
  frozen: { health: 'poor', holdMs: SHORT_MS },
  quiet: { health: 'poor', holdMs: SHORT_MS },
  stalled: { health: 'bad', holdMs: 0 },
  away: { health: 'bad', holdMs: 1000 },
  broken: { health: 'bad', holdMs: 1000 },
  failing: { health: 'bad', holdMs: 1000 },
  gone: { health: 'bad', holdMs: 0 },
  off: { health: null, holdMs: 1000 },
} as const satisfies Readonly<Record<string, Kind>>;

export const healthOf = (status: Status): Health | null => STATUSES[status].health;
/** What is seen to go well while it runs must last as long as what was not well, or every breath would be a line. */
export const holdOf = (before: Status | null, status: Status): number =>
  before === null ? 0 : Math.max(STATUSES[status].holdMs, status === 'live' ? STATUSES[before].holdMs : 0);

/** Observed by the interface, or read from the core's logs for a time without observations. */
export type EventOrigin = 'seen' | 'core';

/** How a subject was, from when to when (ms). */
export interface Episode {
  kind: 'state';
  of: Subject;
  status: Status;
  at: number;
  /** Its end where that is known; else when it was last seen to be so. */
  until: number;
  over: boolean;
  /** Of the doctor: never a line of a log, which may hold secrets. */
  cause: string | null;
  told: EventOrigin;
}

export const ACTS = ['start', 'stop', 'reconnect', 'create', 'save', 'delete', 'start-all', 'stop-all'] as const;
export type Act = (typeof ACTS)[number];

export interface OperatorAction {
  kind: 'deed';
  of: Subject;
  act: Act;
  by: 'here' | 'elsewhere';
  at: number;
}

/** The most viewers of a show, which began at `from`. */
export interface Peak {
  kind: 'peak';
  from: number;
  at: number;
  n: number;
}

/** The source sends something else than before, in a few words. */
export interface SourceChange {
  kind: 'changed';
  at: number;
  before: string;
  now: string;
}

/** The agent restarted a publication by a rule, or does so no more. `n`: how long it was so, in the unit of the rule; so many restarts. */
export interface HealingStep {
  kind: 'healing';
  of: Subject;
  step: 'stalled' | 'gap' | 'planned' | 'give-up';
  n: number;
  at: number;
}

export type Event = Episode | OperatorAction | Peak | SourceChange | HealingStep;

/** From when to when (ms). */
export type Span = readonly [from: number, to: number];

export interface History {
  /** The oldest first. */
  events: readonly Event[];
  /** When somebody looked; nothing is known of the time between. */
  watched: readonly Span[];
  /** Names of publications by id: also of those that are gone. */
  names: Readonly<Record<string, string>>;
  /** Earlier events were cleared at this time (ms). */
  cleared: number;
}

export const noHistory: History = { events: [], watched: [], names: {}, cleared: 0 };

export const endOf = (event: Event): number => (event.kind === 'state' ? event.until : event.at);

/** Cores tell whole seconds, and two tabs look at different times. */
export const SAME_MS = 5000;
/** The same trouble after so short a time is the same. */
export const RESUMED_MS = 30_000;
/** A command takes effect within this time. */
export const DEED_MS = 60_000;

export const MOST_EVENTS = 300;
const MOST_SPANS = 100;
const DAY_MS = 86_400_000;

const order = (a: Event, b: Event) => a.at - b.at || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** @param now null: of any time, while the clock may be wrong */
export type Now = number | null;

/** The last day, the newest; and not more of it than has room. */
export function trimHistory({ events, watched, names, cleared }: History, now: Now, most = MOST_EVENTS): History {
  const from = Math.max(now === null ? 0 : now - DAY_MS, cleared);
  const kept = events
    .filter((event) => endOf(event) > from)
    .toSorted(order)
    .slice(-most);
  const known = new Set(kept.flatMap((event) => ('of' in event ? [event.of] : [])));
  return {
    events: kept,
    watched: watched.filter(([, to]) => to > from).slice(-MOST_SPANS),
    names: Object.fromEntries(Object.entries(names).filter(([id]) => known.has(id))),
    cleared,
  };
}
