import { Cron } from 'croner';
import { dayAfter, instantOf, type LocalInstant, localTimeOf, weekdayOf } from './localTime.ts';
import type { ScheduleRule, ScheduleTiming } from './scheduleRule.ts';

type RuleTiming = Pick<ScheduleRule, 'zone' | 'timing'>;
type TimingOf<Type> = Extract<ScheduleTiming, { type: Type }>;

const MINUTE_MS = 60_000;

/**
 * Throws for an expression that cannot be read, and for an unknown zone. Fixed times run once where the clock shows them
 * twice, and at the end of the gap where it leaves them out; those with a wildcard or a step go by what the clock shows.
 */
export const cronOf = (expression: string, zone: string) =>
  new Cron(expression, { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard' });

const crons = new WeakMap<ScheduleTiming, { zone: string; cron: Cron }>();

function cronIn(timing: TimingOf<'cron'>, zone: string): Cron {
  const known = crons.get(timing);
  if (known?.zone === zone) return known.cron;
  const cron = cronOf(timing.expression, zone);
  crons.set(timing, { zone, cron });
  return cron;
}

/** The next beginning after a time. The rule has no faults. */
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

/** The last beginning up to a time, which counts. The rule has no faults. */
export function beginningUntil(rule: RuleTiming, at: number): LocalInstant | null {
  const { timing, zone } = rule;
  if (timing.type === 'weekly') return weeklyBeginning(timing, zone, at, -1);
  if (timing.type === 'cron') {
    const cron = cronIn(timing, zone);
    // Croner leaves out the reference itself, but not what is earlier within its second.
    return cronBeginning(cron, zone, cron.previousRuns(1, new Date(at + 1))[0]);
  }
  const begins = instantOf(timing.from, zone);
  return begins.at <= at ? begins : null;
}

/** Starts a day before: where the clock is set back over midnight, the next day has begun already. */
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

/** The end of what began then; null: there is none. */
export function endOf({ timing, zone }: RuleTiming, begun: LocalInstant): LocalInstant | null {
  if (timing.type === 'cron') {
    if (timing.minutes === null) return null;
    const at = begun.at + timing.minutes * MINUTE_MS;
    return { at, local: localTimeOf(at, zone), isShifted: false };
  }
  if (timing.to === null) return null;
  if (timing.type === 'once') return instantOf(timing.to, zone);
  const day = begun.local.slice(0, 10);
  return instantOf(`${timing.to > timing.from ? day : dayAfter(day, 1)}T${timing.to}`, zone);
}
