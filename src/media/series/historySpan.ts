import { MOST_POINTS } from '../../api/agentEndpoints.ts';
import type { TimeSpan } from './resolutions.ts';

/** How much of a history is seen at once. All but the hour begin and end with local days. */
export const SPAN_KINDS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export interface SpanChoice {
  readonly kind: SpanKind;
  /** Unix seconds: the end of an hour, any moment of the others. null: the one that goes on. */
  readonly at: number | null;
}

const [HOUR, DAY] = [3600, 86_400];
/** An hour ends with a whole sample. */
const SAMPLE = 10;
/** The agent keeps no more. */
const KEPT = 400 * DAY;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
/** Local midnight, or what stands for it where the clock skips it. */
const midnight = (year: number, month: number, day: number) => seconds(new Date(year, month, day));

/** @param weekday the first of a week: 1 is Monday, 7 Sunday */
function calendarSpan(kind: Exclude<SpanKind, 'hour'>, at: number, weekday: number): TimeSpan {
  const date = new Date(at * 1000);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  const first = day - ((date.getDay() - weekday + 7) % 7);
  switch (kind) {
    case 'day':
      return { from: midnight(year, month, day), to: midnight(year, month, day + 1) };
    case 'week':
      return { from: midnight(year, month, first), to: midnight(year, month, first + 7) };
    case 'month':
      return { from: midnight(year, month, 1), to: midnight(year, month + 1, 1) };
    case 'year':
      return { from: midnight(year, 0, 1), to: midnight(year + 1, 0, 1) };
  }
}

/**
 * In the time zone of this machine: a day has 23, 24 or 25 hours.
 * @param now unix seconds
 */
export function spanOf({ kind, at }: SpanChoice, now: number, weekday = 1): TimeSpan {
  if (kind !== 'hour') return calendarSpan(kind, at ?? now, weekday);
  const to = Math.ceil((at ?? now) / SAMPLE) * SAMPLE;
  return { from: to - HOUR, to };
}

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

/** Of an address; what is none shows the last hour. */
export function readSpanChoice(kind: string | null, at: string | null): SpanChoice {
  const known = SPAN_KINDS.find((each) => each === kind) ?? 'hour';
  const time = /^\d{1,10}$/.test(at ?? '') ? Number(at) : null;
  return { kind: known, at: time };
}

/** As finely as an answer of two thousand points can be, in steps that fit local hours and days. */
const POINTS: Readonly<Record<SpanKind, number>> = { hour: 400, day: 500, week: 700, month: 800, year: 1500 };

export interface HistoryRequest {
  readonly subject: string;
  /** Unix seconds; `to` is not in it. */
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** Of what has passed of a span. */
export function historyRequest(subject: string, choice: SpanChoice, now: number, weekday = 1): HistoryRequest {
  const { from, to } = spanOf(choice, now, weekday);
  return { subject, from, to: Math.max(from + 1, Math.min(to, Math.ceil(now))), points: POINTS[choice.kind] };
}

/** Whether the agent would take it: what it would refuse is not asked. */
export const isAskable = ({ subject, from, to, points }: HistoryRequest) =>
  subject !== '' &&
  [from, to, points].every(Number.isSafeInteger) &&
  from >= 0 &&
  from < to &&
  points >= 1 &&
  points <= MOST_POINTS;

const REFRESH_MS: Readonly<Record<SpanKind, number>> = {
  ...{ hour: 10_000, day: 60_000 },
  ...{ week: 300_000, month: 900_000, year: 3_600_000 },
};

/** How often there is something new to see; null: never. */
export const refreshMsOf = ({ kind, at }: SpanChoice): number | null => (at === null ? REFRESH_MS[kind] : null);

const TICK_HOURS = [1, 2, 3, 6, 12];
const TICK_MINUTES = [5, 10, 15, 20, 30];
const TICK_DAYS = [1, 2, 7, 14];
const TICK_MONTHS = [1, 2, 3, 6];

/**
 * Where the axis of time is marked: at whole local hours, days or months.
 * @param most as many have room
 */
export function timeTicks(kind: SpanKind, { from, to }: TimeSpan, most: number): number[] {
  const within = (times: readonly number[]) => [...new Set(times)].filter((time) => time >= from && time <= to);
  const fitting = (steps: readonly number[], ticksOf: (step: number) => number[]) => {
    for (const step of steps) {
      const ticks = within(ticksOf(step));
      if (ticks.length <= most) return ticks;
    }
    return within([from, to]).slice(0, Math.max(1, most));
  };
  const begin = new Date(from * 1000);
  const [year, month, day] = [begin.getFullYear(), begin.getMonth(), begin.getDate()];
  const upTo = (length: number, timeOf: (n: number) => number) => Array.from({ length }, (_, n) => timeOf(n));
  switch (kind) {
    case 'hour':
      return fitting(TICK_MINUTES, (step) => upTo(14, (n) => (Math.floor(from / (step * 60)) + n) * step * 60));
    case 'day':
      return fitting(TICK_HOURS, (step) => upTo(24 / step + 1, (n) => seconds(new Date(year, month, day, n * step))));
    case 'week':
    case 'month':
      return fitting(TICK_DAYS, (step) => upTo(32, (n) => midnight(year, month, day + n * step)));
    case 'year':
      return fitting(TICK_MONTHS, (step) => upTo(13, (n) => midnight(year, n * step, 1)));
  }
}

/** Whether the clocks are changed in it: a time of day alone may be two moments then. */
export const hasClockChange = ({ from, to }: TimeSpan) =>
  new Date(from * 1000).getTimezoneOffset() !== new Date(to * 1000).getTimezoneOffset();

/** Local midnight of the day that a moment is in, unix seconds. */
export function dayBegin(time: number): number {
  const date = new Date(time * 1000);
  return midnight(date.getFullYear(), date.getMonth(), date.getDate());
}
