import type { ControlSubject } from './controlOrder.ts';

/** Local times of a zone: `2026-12-06T09:55`, `09:55`. */
export type ScheduleTiming =
  | { type: 'once'; from: string; to: string | null }
  /** Days as in ISO 8601. An end at or before the start is on the next day. */
  | { type: 'weekly'; days: readonly number[]; from: string; to: string | null }
  /** Five fields. `minutes`: duration; null without an end. */
  | { type: 'cron'; expression: string; minutes: number | null };

/** After the end of a rule, the opposite applies. */
export type ScheduleWant = 'on' | 'off' | 'restart';

export interface ScheduleRule {
  id: string;
  name: string;
  isEnabled: boolean;
  /** An IANA name such as Europe/Berlin. */
  zone: string;
  timing: ScheduleTiming;
  /** `restart` has no end. */
  want: ScheduleWant;
  subject: ScheduleSubject;
  /** Minutes of standby image from the start; 0 for none. */
  imageMinutes: number;
  /** Creation, or last change of timing or subject (ms). Earlier transitions are not made up for. */
  since: number;
}

export type ScheduleSubject =
  | (Extract<ControlSubject, { type: 'channel' }> & { withPublications: boolean })
  | Exclude<ControlSubject, { type: 'channel' }>
  | { type: 'image'; id: string };
