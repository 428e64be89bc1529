import { msg } from '../../i18n/msg.ts';
import { isTimeOfDay, isTimeZone } from '../incident/quietHours.ts';
import { beginningAfter, cronOf } from './beginnings.ts';
import { instantOf, isLocalTime } from './localTime.ts';
import { SCHEDULE_LIMITS } from './scheduleLimits.ts';
import type { ScheduleRule, ScheduleTiming } from './scheduleRule.ts';

export interface ScheduleFault {
  field: 'name' | 'zone' | 'from' | 'to' | 'days' | 'expression' | 'minutes' | 'want' | 'subject' | 'imageMinutes';
  text: string;
}

const MINUTE_MS = 60_000;
/** 2020-01-01: a fixed start, so the result does not depend on the current day. */
const LONG_AGO = 1_577_836_800_000;

const NO_DATE = msg('Enter a date and a time that exist.');
const NO_TIME = msg('Enter a time from 00:00 to 23:59.');
const RESTART_WITH_END = msg('A restart has no end. Remove the end.');
const TOO_LONG = msg('The end must be at most 366 days after the beginning.');

export function faultsOfRule(rule: ScheduleRule): readonly ScheduleFault[] {
  return [
    ...(rule.name.length > SCHEDULE_LIMITS.nameLetters
      ? [{ field: 'name' as const, text: msg('Enter a name of at most 100 characters.') }]
      : []),
    ...timingFaults(rule),
    ...subjectFaults(rule),
  ];
}

/** Faults never change, and some are slow to find. */
const soundness = new WeakMap<ScheduleRule, boolean>();

export function isSoundRule(rule: ScheduleRule): boolean {
  const cached = soundness.get(rule);
  if (cached !== undefined) return cached;
  const isSound = faultsOfRule(rule).length === 0;
  soundness.set(rule, isSound);
  return isSound;
}

function timingFaults({ zone, timing, want }: ScheduleRule): readonly ScheduleFault[] {
  if (zone.length > SCHEDULE_LIMITS.idLetters || !isTimeZone(zone)) {
    return [{ field: 'zone', text: msg('This time zone is unknown. Choose another one.') }];
  }
  const isRestart = want === 'restart';
  if (timing.type === 'once') return onceFaults(timing, zone, isRestart);
  return timing.type === 'weekly' ? weeklyFaults(timing, isRestart) : cronFaults(timing, zone, isRestart);
}

type TimingOf<Type> = Extract<ScheduleTiming, { type: Type }>;

function onceFaults({ from, to }: TimingOf<'once'>, zone: string, isRestart: boolean): readonly ScheduleFault[] {
  if (!isLocalTime(from)) return [{ field: 'from', text: NO_DATE }];
  if (to === null) return [];
  if (isRestart) return [{ field: 'to', text: RESTART_WITH_END }];
  if (!isLocalTime(to)) return [{ field: 'to', text: NO_DATE }];
  const length = instantOf(to, zone).at - instantOf(from, zone).at;
  if (length <= 0) return [{ field: 'to', text: msg('The end must be later than the beginning.') }];
  return length > SCHEDULE_LIMITS.intervalMinutes * MINUTE_MS ? [{ field: 'to', text: TOO_LONG }] : [];
}

function weeklyFaults({ days, from, to }: TimingOf<'weekly'>, isRestart: boolean): readonly ScheduleFault[] {
  return [
    ...(days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
      ? []
      : [{ field: 'days' as const, text: msg('Choose at least one day.') }]),
    ...(isTimeOfDay(from) ? [] : [{ field: 'from' as const, text: NO_TIME }]),
    ...(to === null || isRestart || isTimeOfDay(to) ? [] : [{ field: 'to' as const, text: NO_TIME }]),
    ...(to !== null && isRestart ? [{ field: 'to' as const, text: RESTART_WITH_END }] : []),
  ];
}

function cronFaults(timing: TimingOf<'cron'>, zone: string, isRestart: boolean): readonly ScheduleFault[] {
  const text = expressionFault(timing, zone);
  const { minutes } = timing;
  return [
    ...(text === null ? [] : [{ field: 'expression' as const, text }]),
    ...(minutes === null ? [] : minutesFaults(minutes, isRestart)),
  ];
}

function minutesFaults(minutes: number, isRestart: boolean): readonly ScheduleFault[] {
  if (isRestart) return [{ field: 'minutes', text: RESTART_WITH_END }];
  if (minutes > SCHEDULE_LIMITS.intervalMinutes) return [{ field: 'minutes', text: TOO_LONG }];
  return Number.isInteger(minutes) && minutes >= 1
    ? []
    : [{ field: 'minutes', text: msg('Enter at least 1 minute, in whole minutes.') }];
}

function expressionFault(timing: TimingOf<'cron'>, zone: string): string | null {
  const { expression } = timing;
  const fields = expression.trim().split(/\s+/).length;
  if (expression.length > SCHEDULE_LIMITS.expressionLetters)
    return msg('Enter an expression of at most 100 characters.');
  if (fields > 5) return msg('Enter five fields: a schedule is exact to the minute, not to the second.');
  if (fields < 5) return msg('Enter five fields: minute, hour, day, month and weekday.');
  try {
    cronOf(expression, zone);
  } catch {
    return msg('The expression is not valid. Check its five fields: minute, hour, day, month and weekday.');
  }
  return beginningAfter({ timing, zone }, LONG_AGO)
    ? null
    : msg('The expression never occurs. Check its day and its month.');
}

function subjectFaults({ subject, want, imageMinutes }: ScheduleRule): readonly ScheduleFault[] {
  const name = subject.type === 'group' ? subject.name : subject.id;
  return [
    ...(name === '' || name.length > SCHEDULE_LIMITS.idLetters
      ? [{ field: 'subject' as const, text: msg('Choose a channel, a publication or a group.') }]
      : []),
    ...(subject.type === 'image' && want !== 'on'
      ? [{ field: 'want' as const, text: msg('Choose on: the standby image is shown from the beginning to the end.') }]
      : []),
    ...imageFaults(imageMinutes, subject.type),
  ];
}

function imageFaults(minutes: number, subject: ScheduleRule['subject']['type']): readonly ScheduleFault[] {
  if (minutes === 0) return [];
  const field = 'imageMinutes' as const;
  if (subject !== 'channel')
    return [{ field, text: msg('Only the schedule of a channel can show the standby image. Enter 0.') }];
  return Number.isInteger(minutes) && minutes > 0 && minutes <= SCHEDULE_LIMITS.imageMinutes
    ? []
    : [{ field, text: msg('Enter 0 to 120 whole minutes.') }];
}
