import type { AlarmRuleId } from './alarmRules.ts';
import type { QuietHours } from './quietHours.ts';

/** Range of the time that a condition must hold. */
export const RULE_SECONDS = { least: 5, most: 3600 };
/** Limit of the form; stored silences may be longer. */
export const MOST_SILENT_MS = 31 * 24 * 3600 * 1000;

export interface Silence {
  /** Ids. Null channel: everything; null publication: the whole channel. */
  channel: string | null;
  publication: string | null;
  /** Milliseconds since 1970. */
  until: number;
}

/** Address and secret are stored by the agent only. */
export interface ReceiverChoice {
  on: boolean;
  /** Null for all active rules. */
  rules: readonly AlarmRuleId[] | null;
  resolved: boolean;
  quiet: QuietHours | null;
}

export const USUAL_CHOICE: ReceiverChoice = { on: true, rules: null, resolved: true, quiet: null };
