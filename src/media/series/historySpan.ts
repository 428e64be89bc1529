import { MOST_POINTS } from '../../api/agentEndpoints.ts';
import type { TimeSpan } from './resolutions.ts';

/** All but the hour cover whole local days. */
export const SPAN_KINDS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

export interface SpanChoice {
  readonly kind: SpanKind;
  /** Unix seconds: the end of an hour, or any moment of the others. Null for the current span. */
  readonly at: number | null;
}

const HOUR = 3600;
/** Seconds. */
const SAMPLE = 10;
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
/** Local midnight, or the next time if a clock change skips it. */
const midnight = (year: number, month: number, day: number) => seconds(new Date(year, month, day));

/** @param weekday first day of a week: 1 is Monday, 7 Sunday */
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

/** In the local time zone: a day has 23 to 25 hours. @param now unix seconds */
export function spanOf({ kind, at }: SpanChoice, now: number, weekday = 1): TimeSpan {
  if (kind !== 'hour') return calendarSpan(kind, at ?? now, weekday);
  const to = Math.ceil((at ?? now) / SAMPLE) * SAMPLE;
  return { from: to - HOUR, to };
}

/** Steps that fit local hours and days, with 2000 points per response at most. */
const POINTS: Readonly<Record<SpanKind, number>> = { hour: 400, day: 500, week: 700, month: 800, year: 1500 };

export interface HistoryRequest {
  readonly subject: string;
  /** Unix seconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

export function historyRequest(subject: string, choice: SpanChoice, now: number, weekday = 1): HistoryRequest {
  const { from, to } = spanOf(choice, now, weekday);
  return { subject, from, to: Math.max(from + 1, Math.min(to, Math.ceil(now))), points: POINTS[choice.kind] };
}

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

/** Null if there is no new data. */
export const refreshMsOf = ({ kind, at }: SpanChoice): number | null => (at === null ? REFRESH_MS[kind] : null);
