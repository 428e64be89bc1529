import type { AlarmRuleId } from './alarmRules.ts';
import type { QuietHours } from './quietHours.ts';

/** How long something may have to be so before it is told. */
export const RULE_SECONDS = { least: 5, most: 3600 };
/** Of a silence: a stored one may end whenever it says. */
export const MOST_SILENT_MS = 31 * 24 * 3600 * 1000;

export interface Silence {
  /** Ids; null: all channels and the core, or all of the channel. */
  channel: string | null;
  publication: string | null;
  /** In ms of the wall clock. */
  until: number;
}

/** What one receiver gets; where it is and with which secret, only the agent stores. */
export interface ReceiverChoice {
  on: boolean;
  /** null: all that are switched on. */
  rules: readonly AlarmRuleId[] | null;
  /** It is told of the end as well. */
  resolved: boolean;
  quiet: QuietHours | null;
}

export const USUAL_CHOICE: ReceiverChoice = { on: true, rules: null, resolved: true, quiet: null };
