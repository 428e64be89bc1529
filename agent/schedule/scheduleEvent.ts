import type { ScheduleWant } from '../../src/media/schedule/scheduleRule.ts';

interface AboutChange {
  rule: string;
  name: string;
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
  | ({ event: 'schedule-failed'; failures: readonly { id: string; name: string; error: string }[] } & AboutChange)
  /** A newer version stored the schedule, so nothing is carried out. */
  | { event: 'schedule-newer' };
