import type { SpanKind } from '../../../media/series/historySpan.ts';
import type { TimeSpan } from '../../../media/series/resolutions.ts';
import { hasClockChange } from '../../../media/series/timeAxis.ts';

type Format = Intl.DateTimeFormatOptions;

const CLOCK: Format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const DAY: Format = { day: 'numeric', month: 'short' };

/** One moment of a chart: as much of it as tells it from the others. */
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
  /** Of unix seconds, as all below. */
  point: (time: number) => string;
  tick: (time: number) => string;
  /** Of the whole span: "November 2026". */
  title: string;
}

/** In the language and the time zone of the browser. */
export function timeTextsOf(kind: SpanKind, span: TimeSpan, language: string): TimeTexts {
  const make = (format: Format) => new Intl.DateTimeFormat(language, format);
  // In an hour that comes twice, the zone tells which it is.
  const zone: Format = kind !== 'year' && hasClockChange(span) ? { timeZoneName: 'short' } : {};
  const [point, tick, title] = [make({ ...POINTS[kind], ...zone }), make(TICKS[kind]), make(TITLES[kind])];
  const isRange = kind === 'hour' || kind === 'week';
  // The last moment in it is that of the last day.
  const last = kind === 'week' ? span.to - 1 : span.to;
  return {
    point: (time) => point.format(time * 1000),
    tick: (time) => tick.format(time * 1000),
    title: isRange ? title.formatRange(span.from * 1000, last * 1000) : title.format(span.from * 1000),
  };
}

/** 1 is Monday, 7 Sunday. Browsers that do not know take Monday. */
export function firstWeekday(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
