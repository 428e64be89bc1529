import { SPAN_KINDS, type SpanChoice, spanOf } from './historySpan.ts';

const [HOUR, DAY] = [3600, 86_400];

/** The agent keeps no more. */
const KEPT = 400 * DAY;

/** The one before or after; null: there is none, as it has been forgotten, or is still to come. */
export function neighborOf(choice: SpanChoice, by: 'before' | 'after', now: number, weekday = 1): SpanChoice | null {
  const { kind, at } = choice;
  const { from, to } = spanOf(choice, now, weekday);
  if (by === 'before') {
    if (from <= now - KEPT) return null;
    return { kind, at: kind === 'hour' ? from : spanOf({ kind, at: from - 1 }, now, weekday).from };
  }
  if (at === null || to >= now) return null;
  const next = { kind, at: kind === 'hour' ? to + HOUR : to };
  return { kind, at: spanOf(next, now, weekday).to >= now ? null : next.at };
}

/** Of an address; what is none, still goes on, or is of a time that nothing is known of, is the one that goes on. */
export function readSpanChoice(kind: string | null, at: string | null, now: number, weekday = 1): SpanChoice {
  const known = SPAN_KINDS.find((each) => each === kind) ?? 'hour';
  const time = /^\d{1,10}$/.test(at ?? '') ? Number(at) : null;
  const isPast = time !== null && time >= KEPT && spanOf({ kind: known, at: time }, now, weekday).to < now;
  return { kind: known, at: isPast ? time : null };
}
