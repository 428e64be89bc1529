import { Cron } from 'croner';
import { dayAfter, instantOf, type LocalInstant, localTimeOf, weekdayOf } from './localTime.ts';
import type { ScheduleRule, ScheduleTiming } from './scheduleRule.ts';

type RuleTiming = Pick<ScheduleRule, 'zone' | 'timing'>;
type TimingOf<Type> = Extract<ScheduleTiming, { type: Type }>;

const MINUTE_MS = 60_000;

/**
 * Throws for a malformed expression or unknown zone. Fixed times run once in a repeated hour, and at the end of a
 * skipped one.
 */
export const cronOf = (expression: string, zone: string) =>
  new Cron(expression, { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard' });

const crons = new WeakMap<ScheduleTiming, { zone: string; cron: Cron }>();

function cronIn(timing: TimingOf<'cron'>, zone: string): Cron {
  const cached = crons.get(timing);
  if (cached?.zone === zone) return cached.cron;
  const cron = cronOf(timing.expression, zone);
  crons.set(timing, { zone, cron });
  return cron;
}

export function beginningAfter(rule: RuleTiming, at: number): LocalInstant | null {
  const { timing, zone } = rule;
  if (timing.type === 'weekly') return weeklyBeginning(timing, zone, at, 1);
  if (timing.type === 'cron') {
    const cron = cronIn(timing, zone);
    return cronBeginning(cron, zone, cron.nextRun(new Date(at)));
  }
  const begins = instantOf(timing.from, zone);
  return begins.at > at ? begins : null;
}

/** Includes `at` itself. */
export function beginningUntil(rule: RuleTiming, at: number): LocalInstant | null {
  const { timing, zone } = rule;
  if (timing.type === 'weekly') return weeklyBeginning(timing, zone, at, -1);
  if (timing.type === 'cron') {
    const cron = cronIn(timing, zone);
    // Croner excludes the reference time, but not earlier times within its second.
    return cronBeginning(cron, zone, cron.previousRuns(1, new Date(at + 1))[0]);
  }
  const begins = instantOf(timing.from, zone);
  return begins.at <= at ? begins : null;
}

/** A clock change at midnight may have started the next day already. */
function weeklyBeginning({ days, from }: TimingOf<'weekly'>, zone: string, at: number, step: 1 | -1) {
  const today = localTimeOf(at, zone).slice(0, 10);
  for (let n = -1; n <= 8; n += 1) {
    const day = dayAfter(today, n * step);
    if (!days.includes(weekdayOf(day))) continue;
    const begins = instantOf(`${day}T${from}`, zone);
    if (step === 1 ? begins.at > at : begins.at <= at) return begins;
  }
  return null;
}

function cronBeginning(cron: Cron, zone: string, date: Date | null | undefined): LocalInstant | null {
  if (!date) return null;
  const at = date.getTime();
  return { at, local: localTimeOf(at, zone), isShifted: !cron.match(date) };
}

/** Null if there is no end. */
export function endOf({ timing, zone }: RuleTiming, start: LocalInstant): LocalInstant | null {
  if (timing.type === 'cron') {
    if (timing.minutes === null) return null;
    const at = start.at + timing.minutes * MINUTE_MS;
    return { at, local: localTimeOf(at, zone), isShifted: false };
  }
  if (timing.to === null) return null;
  if (timing.type === 'once') return instantOf(timing.to, zone);
  const day = start.local.slice(0, 10);
  return instantOf(`${timing.to > timing.from ? day : dayAfter(day, 1)}T${timing.to}`, zone);
}
