import type { ScheduleRule } from './scheduleRule.ts';
import type { ScheduleSettings } from './scheduleSettings.ts';

/** A channel that is on every Sunday from 10:00 to 11:00 UTC. */
export const anyRule = (changed: Partial<ScheduleRule> = {}): ScheduleRule => ({
  ...{ id: 'a', name: '', isEnabled: true, zone: 'UTC', want: 'on', imageMinutes: 0, since: 0 },
  timing: { type: 'weekly', days: [7], from: '10:00', to: '11:00' },
  subject: { type: 'channel', id: 'c', withPublications: false },
  ...changed,
});

export const scheduleOf = (...rules: readonly ScheduleRule[]): ScheduleSettings => ({ rules, toleranceMinutes: 10 });
