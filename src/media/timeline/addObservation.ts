import {
  type Act,
  CLOSE,
  DEED_MS,
  type Episode,
  type Event,
  type History,
  holdOf,
  type OperatorAction,
  RESUMED_MS,
  SAME_MS,
  type Span,
  type Status,
  type Subject,
} from './event.ts';

/** `status`: null if not definite, for example during a start; `since`: ms, null if unknown. */
export interface SubjectState {
  status: Status | null;
  since: number | null;
  cause: string | null;
}

export interface Observation {
  at: number;
  /** Time before the observation that it covers. */
  everyMs: number;
  stands: Readonly<Record<Subject, SubjectState>>;
  viewers: number | null;
  source: string | null;
}

/** A status that becomes an event if it lasts. */
interface Candidate {
  status: Status;
  seenAt: number;
  begin: number;
}

export interface TrackerState {
  candidates: Readonly<Record<Subject, Candidate>>;
  source: string | null;
  /** Milliseconds since 1970. */
  sourceAt: number;
}

export const nothingHeld: TrackerState = { candidates: {}, source: null, sourceAt: 0 };

export function watchedAfter(watched: readonly Span[], at: number, everyMs: number): readonly Span[] {
  const last = watched.at(-1);
  if (!last || at - last[1] > everyMs) return [...watched, [at, at]];
  return at > last[1] ? [...watched.slice(0, -1), [last[0], at]] : watched;
}

export const lastOf = (events: readonly Event[], subject: Subject): Episode | null =>
  events.findLast(
    (event): event is Episode => event.kind === 'state' && event.told === 'seen' && event.of === subject,
  ) ?? null;

function continues(before: Episode, { status, since }: SubjectState, { at, everyMs }: Observation): boolean {
  if (before.status !== status || before.over) return false;
  const gap = at - before.until;
  if (gap <= everyMs) return true;
  if (since !== null && since <= (status === 'live' ? before.at : before.until) + SAME_MS) return true;
  return status !== 'live' && gap <= RESUMED_MS;
}

/** Until a page that opens has read what the agent sees, the source looks live. */
function wrongLiveOf(events: readonly Event[], before: Episode | null, { status, since }: SubjectState) {
  if (before?.status !== 'live' || since === null || status === null || !CLOSE.includes(status)) return null;
  const older = lastOf(events.slice(0, events.indexOf(before)), before.of);
  return older?.status === status && since <= older.until ? { older, live: before } : null;
}

/** Uses the core's time if that fits the observations. */
function beginOf(before: Episode | null, { since }: SubjectState, at: number): number {
  if (since === null || since > at) return at;
  return before === null || since >= before.at ? since : at;
}

const replace = (events: readonly Event[], target: Event, by: readonly Event[]) =>
  events.flatMap((event) => (event === target ? by : [event]));

const STARTS: readonly Act[] = ['start', 'start-all', 'reconnect'];

/** An action without an entry in this browser was done elsewhere. A start may take long to show. */
function elsewhere(events: readonly Event[], before: Episode, act: Act, next: Episode): OperatorAction[] {
  const { of, at: begin, until } = next;
  const since = (action: Act) => (act === 'start' && STARTS.includes(action) ? before.at : begin - DEED_MS);
  const done = (event: Event) =>
    event.kind === 'deed' &&
    [of, 'source', 'channel'].includes(event.of) &&
    event.at > Math.min(since(event.act), begin - DEED_MS);
  return events.some(done) ? [] : [{ kind: 'deed', of, act, by: 'elsewhere', at: Math.min(begin, until) }];
}

function actOf(before: Status, now: Status): Act | null {
  if (before === 'off') return 'start';
  return now === 'off' ? 'stop' : null;
}

/** The next state only ends the previous one if there was no gap in the observations. */
function turned(events: readonly Event[], before: Episode | null, next: Episode, through: boolean): readonly Event[] {
  if (before === null || before.over || !through) return [...events, next];
  const until = before.status === next.status ? before.until : Math.max(before.at, next.at);
  const ended = { ...before, until, over: true };
  const act = actOf(before.status, next.status);
  const actions = act === null ? [] : elsewhere(events, before, act, next);
  return [...replace(events, before, ended.until > ended.at ? [ended] : []), ...actions, next];
}

function peaked(events: readonly Event[], n: number | null, at: number): readonly Event[] {
  if (n === null || n === 0) return events;
  const shows = events.filter((event): event is Episode => event.kind === 'state' && event.of === 'source');
  const off = shows.findLast(({ status }) => status === 'off');
  const last = events.findLast((event) => event.kind === 'peak');
  const before = last && (off === undefined || off.until <= last.from + SAME_MS) ? last : null;
  if (before === null) return [...events, { kind: 'peak', from: off?.until ?? shows[0]?.at ?? at, at, n }];
  return n > before.n ? replace(events, before, [{ ...before, at, n }]) : events;
}

const SAVES: readonly Act[] = ['save', 'create'];
/** Segments of the previous stream remain for this long. */
const LEFT_MS = 20_000;

const isOwn = (events: readonly Event[], { sourceAt }: TrackerState) =>
  events.some(
    (event) =>
      event.kind === 'deed' && event.of === 'channel' && SAVES.includes(event.act) && event.at > sourceAt - LEFT_MS,
  );

/** Short states are no events. */
export function addObservation(
  history: History,
  state: TrackerState,
  observed: Observation,
): { history: History; held: TrackerState } {
  const { at, everyMs, stands } = observed;
  const watched = watchedAfter(history.watched, at, everyMs);
  const watchedSince = watched.at(-1)?.[0] ?? at;
  const candidates: Record<Subject, Candidate> = {};
  let { events } = history;
  for (const [of, stand] of Object.entries(stands)) {
    const { status, cause } = stand;
    if (status === null) continue;
    const before = lastOf(events, of);
    if (before && continues(before, stand, observed)) {
      events = replace(events, before, [
        { ...before, until: Math.max(at, before.until), cause: cause ?? before.cause },
      ]);
      continue;
    }
    const wrong = wrongLiveOf(events, before, stand);
    if (wrong !== null) {
      events = replace(replace(events, wrong.live, []), wrong.older, [{ ...wrong.older, until: at, over: false }]);
      continue;
    }
    const old = state.candidates[of];
    const candidate = old?.status === status ? old : { status, seenAt: at, begin: beginOf(before, stand, at) };
    const through = before !== null && before.until >= watchedSince;
    if (at - candidate.seenAt < holdOf(through ? before.status : null, status)) {
      candidates[of] = candidate;
      continue;
    }
    const next = {
      kind: 'state',
      of,
      status,
      at: candidate.begin,
      until: at,
      over: false,
      cause,
      told: 'seen',
    } as const;
    events = turned(events, before, next, through);
  }
  events = peaked(events, observed.viewers, at);
  if (observed.source !== null && state.source !== null && observed.source !== state.source && !isOwn(events, state))
    events = [...events, { kind: 'changed', at, before: state.source, now: observed.source }];
  return {
    history: { ...history, events, watched },
    held: {
      candidates,
      source: observed.source ?? state.source,
      sourceAt: observed.source === null ? state.sourceAt : at,
    },
  };
}
