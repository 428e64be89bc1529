import { SPAN_KINDS, type SpanChoice, spanOf } from './historySpan.ts';

const [HOUR, DAY] = [3600, 86_400];

/** Retention of the agent. */
const KEPT = 400 * DAY;

/** Null if it is in the future or beyond the retention. */
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

/** From the address; anything invalid means the current span. */
export function readSpanChoice(kind: string | null, at: string | null, now: number, weekday = 1): SpanChoice {
  const spanKind = SPAN_KINDS.find((each) => each === kind) ?? 'hour';
  const time = /^\d{1,10}$/.test(at ?? '') ? Number(at) : null;
  const isPast = time !== null && time >= KEPT && spanOf({ kind: spanKind, at: time }, now, weekday).to < now;
  return { kind: spanKind, at: isPast ? time : null };
}
