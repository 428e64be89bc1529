import type { JournalEvents } from '../../api/agentEndpoints.ts';
import {
  CLOSE,
  type Episode,
  type Event,
  endOf,
  type HealingStep,
  type History,
  SAME_MS,
  type Span,
  STATUSES,
  type Status,
} from './event.ts';

type Entry = JournalEvents['events'][number];

export interface JournalHistory {
  /** Oldest first. */
  events: readonly Event[];
  watched: readonly Span[];
  names: History['names'];
}

const isStatus = (text: unknown): text is Status => typeof text === 'string' && Object.hasOwn(STATUSES, text);
const CAUSE = /^[a-z][a-z0-9-]{0,40}$/;
const MOST_CHARACTERS = 200;

const textIn = (value: unknown) => (typeof value === 'string' && value.length <= MOST_CHARACTERS ? value : '');

/** By hand, because a schema would add zod code to the first script. */
function stateIn({ of, status, forMs, cause, name }: Entry['fields']) {
  const subject = textIn(of);
  if (subject === '' || !isStatus(status)) return null;
  return {
    ...{ of: subject, status, name: textIn(name) },
    forMs: typeof forMs === 'number' && forMs >= 0 && forMs < 2 ** 42 ? forMs : 0,
    cause: CAUSE.test(textIn(cause)) ? textIn(cause) : null,
  };
}

type RuleStep = Exclude<HealingStep['step'], 'give-up'>;
const RULES: Readonly<Record<RuleStep, true>> = { stalled: true, gap: true, planned: true, unseen: true };
const isRule = (rule: unknown): rule is RuleStep => typeof rule === 'string' && Object.hasOwn(RULES, rule);

function healingIn({ event, fields, time }: Entry): HealingStep | null {
  const { publication, rule, n, limit } = fields;
  const of = textIn(publication);
  if (of === '') return null;
  const count = event === 'healing-gave-up' ? limit : n;
  const about = { kind: 'healing', of, n: typeof count === 'number' ? count : 0, at: time } as const;
  if (event === 'healing-gave-up') return { ...about, step: 'give-up' };
  return event === 'publication-restarted' && isRule(rule) ? { ...about, step: rule } : null;
}

const ENDS = ['agent-stopped', 'standing-by'];

/**
 * Each state lasts until the next one of its subject. `entries` has the oldest first; `now`: time of the response
 * (ms).
 */
export function journalHistory(entries: readonly Entry[], now: number): JournalHistory {
  const events: Event[] = [];
  const watched: Span[] = [];
  const names: Record<string, string> = {};
  const open = new Map<string, number>();
  const last = new Map<string, number>();
  let since: number | null = null;
  let seenAt = 0;

  const end = (of: string, at: number, over: boolean) => {
    const place = open.get(of);
    const event = place === undefined ? undefined : events[place];
    if (place !== undefined && event?.kind === 'state')
      events[place] = { ...event, until: Math.max(event.at, at), over };
    open.delete(of);
  };
  const endAll = (at: number) => {
    for (const of of [...open.keys()]) end(of, at, false);
    if (since !== null && at >= since) watched.push([since, at]);
    since = null;
  };

  function begin(entry: Entry) {
    const state = stateIn(entry.fields);
    if (state === null) return;
    const { of, status, cause, name } = state;
    const at = entry.time - state.forMs;
    since ??= entry.time;
    if (name !== '') names[of] = name;
    const place = last.get(of);
    const before = place === undefined ? undefined : events[place];
    // A cause that was found later, or an episode that survived a gap of the agent.
    const isSame = before?.kind === 'state' && !before.over && before.status === status;
    if (place !== undefined && isSame && Math.abs(at - before.at) <= SAME_MS) {
      events[place] = { ...before, cause: cause ?? before.cause };
      open.set(of, place);
      return;
    }
    end(of, at, true);
    open.set(of, events.length);
    last.set(of, events.length);
    events.push({ kind: 'state', of, status, at, until: at, over: false, cause, told: 'seen' });
  }

  for (const entry of entries) {
    // The agent was killed at an unknown time.
    if (entry.event === 'agent-started') endAll(seenAt);
    if (ENDS.includes(entry.event)) endAll(entry.time);
    if (entry.event === 'state') begin(entry);
    const step = healingIn(entry);
    if (step !== null) events.push(step);
    if (entry.event === 'channel-started' && entry.channel !== null)
      events.push({ kind: 'deed', of: 'source', act: 'start', by: 'elsewhere', at: entry.time });
    seenAt = Math.max(since ?? 0, entry.time);
  }
  // Later entries are from a clock that is ahead.
  endAll(Math.max(now, seenAt));
  return { events: events.toSorted((a, b) => a.at - b.at), watched, names };
}

/** The agent notices such a state only with its next look. */
const SAME_CLOSE_MS = 45_000;

function spansOf(subject: string, events: readonly Event[]): Span[] {
  const spans: Span[] = [];
  for (const event of events) {
    if (event.kind !== 'state' || event.of !== subject) continue;
    const last = spans.at(-1);
    if (last !== undefined && event.at <= last[1] + SAME_MS)
      spans[spans.length - 1] = [last[0], Math.max(last[1], event.until)];
    else spans.push([event.at, event.until]);
  }
  return spans;
}

function unseenParts(episode: Episode, watched: readonly Span[]): Episode[] {
  const readAt = watched.at(-1)?.[1];
  if (readAt === undefined) return [episode];
  const isSeen = watched.some(([from, to]) => from - SAME_MS <= episode.at && episode.at <= to);
  const next = watched.find(([from]) => from > episode.at && from <= episode.until);
  const before = next === undefined ? episode : { ...episode, until: next[0], over: true };
  const after = { ...episode, at: Math.max(episode.at, readAt) };
  return [...(isSeen ? [] : [before]), ...(episode.until > readAt && after.at > episode.at ? [after] : [])];
}

function goneOn(stored: Episode, parts: readonly Episode[]): Episode {
  const next = parts.find((part) => part.of === stored.of && part.status === stored.status && part.at === stored.until);
  return next === undefined || stored.over ? stored : { ...stored, until: next.until, over: next.over };
}

/** The journal takes precedence while the agent was observing, so all devices agree. */
export function withJournal(own: History, journal: JournalHistory): History {
  const actions = own.events.filter((event) => event.kind === 'deed');
  // Only looks of an agent find these states without a page, so most journals have none.
  const isJournaled = (event: Episode) =>
    journal.events.some(
      (other) =>
        other.kind === 'state' &&
        other.of === event.of &&
        other.status === event.status &&
        other.at - SAME_CLOSE_MS <= event.until &&
        event.at <= other.until + SAME_CLOSE_MS,
    );
  const isOwn = (event: Event) => event.kind !== 'state' || (CLOSE.includes(event.status) && !isJournaled(event));
  const subjects = new Set(own.events.flatMap((event) => (event.kind === 'state' ? [event.of] : [])));
  const spansBySubject = new Map([...subjects].map((of) => [of, spansOf(of, journal.events)]));
  const parts = own.events.flatMap((event) =>
    event.kind === 'state' && !CLOSE.includes(event.status)
      ? unseenParts(event, spansBySubject.get(event.of) ?? [])
      : [],
  );
  const journaled = journal.events.flatMap((event): Event[] => {
    if (event.kind === 'state') return [goneOn(event, parts)];
    if (event.kind === 'healing') return [event];
    return actions.some((deed) => 'of' in event && deed.of === event.of && Math.abs(deed.at - event.at) <= SAME_MS)
      ? []
      : [event];
  });
  const isContinued = (part: Episode) =>
    journaled.some(
      (event) =>
        event.kind === 'state' &&
        event.of === part.of &&
        event.status === part.status &&
        event.at <= part.at &&
        event.until >= part.until,
    );
  const events = [
    ...own.events.filter(isOwn),
    ...parts.filter((part) => !isContinued(part)),
    ...journaled.filter((event) => endOf(event) > own.cleared),
  ];
  return {
    ...own,
    events: events.toSorted((a, b) => a.at - b.at),
    names: { ...journal.names, ...own.names },
  };
}
