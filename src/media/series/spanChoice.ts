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

/** Of an address; what is none, or no time that anything is known of, shows the last hour, day or year. */
export function readSpanChoice(kind: string | null, at: string | null, now: number): SpanChoice {
  const known = SPAN_KINDS.find((each) => each === kind) ?? 'hour';
  const time = /^\d{1,10}$/.test(at ?? '') ? Number(at) : null;
  return { kind: known, at: time !== null && time >= KEPT && time < now ? time : null };
}
