import type { ControlSubject } from './controlOrder.ts';

/** Local times of a zone: `2026-12-06T09:55`, `09:55`. */
export type ScheduleTiming =
  | { type: 'once'; from: string; to: string | null }
  /** Days as in ISO 8601: 1 is Monday, 7 Sunday. An end at or before the beginning is that of the next day. */
  | { type: 'weekly'; days: readonly number[]; from: string; to: string | null }
  /** Five fields, to the minute. `minutes`: for how long; null: without an end. */
  | { type: 'cron'; expression: string; minutes: number | null };

/** What a rule wants of its subject from its beginning to its end, and the opposite from its end on. */
export type ScheduleWant = 'on' | 'off' | 'restart';

export interface ScheduleRule {
  id: string;
  /** For people; may be empty. */
  name: string;
  /** false: it is kept, and nothing happens. */
  isEnabled: boolean;
  /** An IANA name: Europe/Berlin. */
  zone: string;
  timing: ScheduleTiming;
  /** `restart` has no end. */
  want: ScheduleWant;
  subject: ScheduleSubject;
  /** The standby image stands in for the source for so many minutes from the beginning on; 0: it does not. */
  imageMinutes: number;
  /** When the rule was made or its timing or subject changed (ms): what was due before is not made good. */
  since: number;
}

/** A switched rule of a channel acts on its publications too where it says so. */
export type ScheduleSubject =
  | (Extract<ControlSubject, { type: 'channel' }> & { withPublications: boolean })
  | Exclude<ControlSubject, { type: 'channel' }>
  /** The standby image of a channel: on the air in place of its source. */
  | { type: 'image'; id: string };
