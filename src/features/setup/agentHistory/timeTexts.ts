import type { SpanKind } from '../../../media/series/historySpan.ts';
import type { TimeSpan } from '../../../media/series/resolutions.ts';
import { hasClockChange } from '../../../media/series/timeAxis.ts';

type Format = Intl.DateTimeFormatOptions;

const CLOCK: Format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const DAY: Format = { day: 'numeric', month: 'short' };

/** Format of one point: only the parts that distinguish it from the others. */
const POINTS: Readonly<Record<SpanKind, Format>> = {
  hour: { ...CLOCK, second: '2-digit' },
  day: CLOCK,
  week: { ...CLOCK, weekday: 'short', day: 'numeric' },
  month: { ...CLOCK, ...DAY },
  year: { ...DAY, weekday: 'short' },
};
const TICKS: Readonly<Record<SpanKind, Format>> = {
  hour: CLOCK,
  day: CLOCK,
  week: { weekday: 'short', day: 'numeric' },
  month: { day: 'numeric' },
  year: { month: 'short' },
};
const TITLES: Readonly<Record<SpanKind, Format>> = {
  hour: { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  day: { dateStyle: 'full' },
  week: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
};

export interface TimeTexts {
  /** All functions take Unix seconds. */
  point: (time: number) => string;
  tick: (time: number) => string;
  title: string;
}

export function timeTextsOf(kind: SpanKind, span: TimeSpan, language: string): TimeTexts {
  const make = (format: Format) => new Intl.DateTimeFormat(language, format);
  // The time zone distinguishes the two occurrences of an hour when clocks go back.
  const zone: Format = kind !== 'year' && hasClockChange(span) ? { timeZoneName: 'short' } : {};
  const [point, tick, title] = [make({ ...POINTS[kind], ...zone }), make(TICKS[kind]), make(TITLES[kind])];
  const isRange = kind === 'hour' || kind === 'week';
  // The end is exclusive, so the last day is the one before it.
  const last = kind === 'week' ? span.to - 1 : span.to;
  return {
    point: (time) => point.format(time * 1000),
    tick: (time) => tick.format(time * 1000),
    title: isRange ? title.formatRange(span.from * 1000, last * 1000) : title.format(span.from * 1000),
  };
}

/** First day of the week: 1 is Monday, 7 is Sunday. Falls back to Monday without `Intl.Locale` week data. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
