import {
  DEED_MS,
  type Episode,
  type Event,
  type History,
  type Now,
  type OperatorAction,
  RESUMED_MS,
  SAME_MS,
  type Span,
  trimHistory,
} from './event.ts';

const near = (a: number, b: number, ms = SAME_MS) => Math.abs(a - b) <= ms;

/** Tabs detect external actions at different polls; own actions have exact times. */
const ELSEWHERE_MS = 20_000;
const reach = (a: OperatorAction, b: OperatorAction) =>
  a.by !== b.by ? DEED_MS : a.by === 'here' ? SAME_MS : ELSEWHERE_MS;

const isSame = (a: Event, b: Event): boolean => {
  if (a.kind === 'state' && b.kind === 'state')
    return (
      a.of === b.of &&
      a.status === b.status &&
      a.told === b.told &&
      (near(a.at, b.at) || (a.at < b.until && b.at < a.until))
    );
  if (a.kind === 'deed' && b.kind === 'deed') return a.of === b.of && a.act === b.act && near(a.at, b.at, reach(a, b));
  if (a.kind === 'peak' && b.kind === 'peak') return near(a.from, b.from);
  return a.kind === 'changed' && b.kind === 'changed' && a.now === b.now && near(a.at, b.at, 4 * SAME_MS);
};

/** A known end counts, unless another tab has observed the episode after it. */
function ended(a: Episode, b: Episode): Pick<Episode, 'until' | 'over'> {
  const [sooner, later] = a.until <= b.until ? [a, b] : [b, a];
  if (sooner.over === later.over || later.over || later.until - sooner.until > RESUMED_MS)
    return { until: later.until, over: later.over };
  return { until: sooner.until, over: true };
}

function joined(a: Event, b: Event): Event {
  const [first, second] = a.at <= b.at ? [a, b] : [b, a];
  if (a.kind === 'state' && b.kind === 'state')
    return { ...a, at: first.at, ...ended(a, b), cause: [a.cause, b.cause].toSorted().findLast(Boolean) ?? null };
  if (a.kind === 'deed' && b.kind === 'deed') return a.by === b.by ? first : a.by === 'here' ? a : b;
  if (a.kind === 'peak' && b.kind === 'peak')
    return a.n === b.n ? { ...a, from: Math.min(a.from, b.from), at: first.at } : a.n > b.n ? a : b;
  return first.at === second.at ? a : first;
}

const bySpan = (a: Span, b: Span) => a[0] - b[0] || a[1] - b[1];

function union(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted(bySpan)) {
    const last = all.at(-1);
    if (last && span[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], span[1])];
    else all.push(span);
  }
  return all;
}

export function mergeHistories(own: History, others: History, now: Now): History {
  const events: Event[] = [];
  for (const event of [...own.events, ...others.events].toSorted((a, b) => a.at - b.at)) {
    const at = events.findLastIndex((candidate) => isSame(candidate, event));
    const existing = events[at];
    if (existing) events[at] = joined(existing, event);
    else events.push(event);
  }
  return trimHistory(
    {
      events,
      watched: union([...own.watched, ...others.watched]),
      names: { ...others.names, ...own.names },
      cleared: Math.max(own.cleared, others.cleared),
    },
    now,
  );
}
