import type { ScheduleWant } from '../../src/media/schedule/scheduleRule.ts';

interface AboutChange {
  /** Id of the rule. */
  rule: string;
  /** For people. */
  name: string;
  /** What the rule wants from this change on. */
  becomes: ScheduleWant;
  /** Seconds. */
  late: number;
  channel?: string;
}

/** For the journal and the log. */
export type ScheduleEvent =
  /** `isLate`: later than the tolerance. */
  | ({ event: 'schedule-done'; isLate: boolean } & AboutChange)
  | ({ event: 'schedule-missed' } & AboutChange)
  /** Not all of it could be done. */
  | ({ event: 'schedule-failed'; failures: readonly { id: string; name: string; error: string }[] } & AboutChange)
  /** A newer version has stored the schedule: nothing is carried out. */
  | { event: 'schedule-newer' };
