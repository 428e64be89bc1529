import {
  type Act,
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

/** How a subject is. `status` null: nothing definite, as while it starts. `since` (ms) as far as somebody says it. */
export interface SubjectState {
  status: Status | null;
  since: number | null;
  cause: string | null;
}

export interface Observation {
  at: number;
  /** So long it speaks for the time after the look before. */
  everyMs: number;
  stands: Readonly<Record<Subject, SubjectState>>;
  viewers: number | null;
  /** A short description of the source's streams; null: unknown. */
  source: string | null;
}

/** A status that may become an event: when it was first seen, and when it began. */
interface Candidate {
  status: Status;
  seenAt: number;
  begin: number;
}

/** The state kept between observations, beside the history. */
export interface TrackerState {
  candidates: Readonly<Record<Subject, Candidate>>;
  source: string | null;
  /** When that was seen last (ms). */
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

/** Whether it is as before: then that goes on, unless it has begun anew meanwhile. */
function goesOn(before: Episode, { status, since }: SubjectState, { at, everyMs }: Observation): boolean {
  if (before.status !== status || before.over) return false;
  const gap = at - before.until;
  if (gap <= everyMs) return true;
  if (since !== null && since <= (status === 'live' ? before.at : before.until) + SAME_MS) return true;
  return status !== 'live' && gap <= RESUMED_MS;
}

/** When it began: as the core says, where that fits in with what was seen. */
function beginOf(before: Episode | null, { since }: SubjectState, at: number): number {
  if (since === null || since > at) return at;
  return before === null || since >= before.at ? since : at;
}

const replace = (events: readonly Event[], one: Event, by: readonly Event[]) =>
  events.flatMap((event) => (event === one ? by : [event]));

const STARTS: readonly Act[] = ['start', 'start-all', 'reconnect'];

/** Actions in this browser are known; others happened elsewhere. A start may show long after its command. */
function elsewhere(events: readonly Event[], before: Episode, act: Act, next: Episode): OperatorAction[] {
  const { of, at: begin, until } = next;
  const since = (one: Act) => (act === 'start' && STARTS.includes(one) ? before.at : begin - DEED_MS);
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

/** The next state begins, and that ends the one before, where somebody looked all the time. */
function turned(events: readonly Event[], before: Episode | null, next: Episode, through: boolean): readonly Event[] {
  if (before === null || before.over || !through) return [...events, next];
  // One that has begun anew was away between.
  const until = before.status === next.status ? before.until : Math.max(before.at, next.at);
  const ended = { ...before, until, over: true };
  const act = actOf(before.status, next.status);
  const deeds = act === null ? [] : elsewhere(events, before, act, next);
  return [...replace(events, before, ended.until > ended.at ? [ended] : []), ...deeds, next];
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
/** Pieces of before are still there for so long. */
const LEFT_MS = 20_000;

/** What somebody has changed here since it was seen last has not changed by itself. */
const isOwn = (events: readonly Event[], { sourceAt }: TrackerState) =>
  events.some(
    (one) => one.kind === 'deed' && one.of === 'channel' && SAVES.includes(one.act) && one.at > sourceAt - LEFT_MS,
  );

/** States that pass at once are no event; times without observations have no known state. */
export function addObservation(
  history: History,
  held: TrackerState,
  look: Observation,
): { history: History; held: TrackerState } {
  const { at, everyMs, stands } = look;
  const watched = watchedAfter(history.watched, at, everyMs);
  const begun = watched.at(-1)?.[0] ?? at;
  const candidates: Record<Subject, Candidate> = {};
  let { events } = history;
  for (const [of, stand] of Object.entries(stands)) {
    const { status, cause } = stand;
    if (status === null) continue;
    const before = lastOf(events, of);
    if (before && goesOn(before, stand, look)) {
      events = replace(events, before, [
        { ...before, until: Math.max(at, before.until), cause: cause ?? before.cause },
      ]);
      continue;
    }
    const known = held.candidates[of];
    const candidate = known?.status === status ? known : { status, seenAt: at, begin: beginOf(before, stand, at) };
    const through = before !== null && before.until >= begun;
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
  events = peaked(events, look.viewers, at);
  if (look.source !== null && held.source !== null && look.source !== held.source && !isOwn(events, held))
    events = [...events, { kind: 'changed', at, before: held.source, now: look.source }];
  return {
    history: { ...history, events, watched },
    held: {
      candidates,
      source: look.source ?? held.source,
      sourceAt: look.source === null ? held.sourceAt : at,
    },
  };
}
