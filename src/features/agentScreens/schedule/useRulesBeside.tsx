import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { ScheduleRule } from '../../../media/schedule/scheduleRule.ts';
import { NO_SCHEDULE, type ScheduleSettings } from '../../../media/schedule/scheduleSettings.ts';
import { schedulesIn } from './slice.ts';

/** Returns the schedule with this rule added or replaced. */
export function useRulesBeside(rule: ScheduleRule): ScheduleSettings {
  const schedules = useSelector(schedulesIn);
  return useMemo(() => {
    const { rules, toleranceMinutes } = schedules?.settings ?? NO_SCHEDULE;
    return { toleranceMinutes, rules: [...rules.filter(({ id }) => id !== rule.id), rule] };
  }, [schedules, rule]);
}
