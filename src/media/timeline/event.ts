/** 'source', 'core', 'channel', or the process id of a publication. */
export type Subject = string;

export type Status = keyof typeof STATUSES;

export type Health = 'good' | 'poor' | 'bad';

interface Kind {
  /** Null if neither good nor bad. */
  health: Health | null;
  holdMs: number;
}

const SHORT_MS = 3000;
const LONG_MS = 10_000;

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
  unseen: { health: 'bad', holdMs: 0 },
  away: { health: 'bad', holdMs: 1000 },
  broken: { health: 'bad', holdMs: 1000 },
  failing: { health: 'bad', holdMs: 1000 },
  gone: { health: 'bad', holdMs: 0 },
  off: { health: null, holdMs: 1000 },
} as const satisfies Readonly<Record<string, Kind>>;

/** Faults of the picture or the sound itself, while the source sends. */
export const CLOSE: readonly Status[] = ['black', 'frozen', 'quiet'];

export const healthOf = (status: Status): Health | null => STATUSES[status].health;
/** A recovery must last as long as the problem had to. */
export const holdOf = (before: Status | null, status: Status): number =>
  before === null ? 0 : Math.max(STATUSES[status].holdMs, status === 'live' ? STATUSES[before].holdMs : 0);

export type EventOrigin = 'seen' | 'core';

/** Times in ms. */
export interface Episode {
  kind: 'state';
  of: Subject;
  status: Status;
  at: number;
  /** The end, or the last observation if the end is unknown. */
  until: number;
  over: boolean;
  /** Never a log line, which may contain secrets. */
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

export interface Peak {
  kind: 'peak';
  from: number;
  at: number;
  n: number;
}

export interface SourceChange {
  kind: 'changed';
  at: number;
  before: string;
  now: string;
}

/** A restart by a rule, or giving up. `n`: duration in the unit of the rule, or number of restarts. */
export interface HealingStep {
  kind: 'healing';
  of: Subject;
  step: 'stalled' | 'gap' | 'planned' | 'unseen' | 'give-up';
  n: number;
  at: number;
}

export type Event = Episode | OperatorAction | Peak | SourceChange | HealingStep;

/** Milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

export interface History {
  events: readonly Event[];
  /** Times with observations. */
  watched: readonly Span[];
  /** Keyed by id, including deleted publications. */
  names: Readonly<Record<string, string>>;
  /** Time up to which events were deleted (ms). */
  cleared: number;
}

export const noHistory: History = { events: [], watched: [], names: {}, cleared: 0 };

export const endOf = (event: Event): number => (event.kind === 'state' ? event.until : event.at);

/** Cores report whole seconds, and tabs poll at different times. */
export const SAME_MS = 5000;
/** A problem that returns sooner is the same one. */
export const RESUMED_MS = 30_000;
export const DEED_MS = 60_000;

export const MOST_EVENTS = 300;
const MOST_SPANS = 100;
const DAY_MS = 86_400_000;

const order = (a: Event, b: Event) => a.at - b.at || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

export type Now = number | null;

/** Keeps the last day, and the newest `most` events. */
export function trimHistory({ events, watched, names, cleared }: History, now: Now, most = MOST_EVENTS): History {
  const from = Math.max(now === null ? 0 : now - DAY_MS, cleared);
  const remaining = events
    .filter((event) => endOf(event) > from)
    .toSorted(order)
    .slice(-most);
  const subjects = new Set(remaining.flatMap((event) => ('of' in event ? [event.of] : [])));
  return {
    events: remaining,
    watched: watched.filter(([, to]) => to > from).slice(-MOST_SPANS),
    names: Object.fromEntries(Object.entries(names).filter(([id]) => subjects.has(id))),
    cleared,
  };
}
