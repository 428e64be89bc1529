import type { SpanKind } from './historySpan.ts';
import type { TimeSpan } from './resolutions.ts';

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const midnight = (year: number, month: number, day: number) => seconds(new Date(year, month, day));

const TICK_HOURS = [1, 2, 3, 6, 12];
const TICK_MINUTES = [5, 10, 15, 20, 30];
const TICK_DAYS = [1, 2, 7, 14];
const TICK_MONTHS = [1, 2, 3, 6];

/** At whole local hours, days or months. @param most maximum number of ticks */
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

/** A time of day may occur twice then. */
export const hasClockChange = ({ from, to }: TimeSpan) =>
  new Date(from * 1000).getTimezoneOffset() !== new Date(to * 1000).getTimezoneOffset();

/** Local midnight in unix seconds. */
export function dayBegin(time: number): number {
  const date = new Date(time * 1000);
  return midnight(date.getFullYear(), date.getMonth(), date.getDate());
}
