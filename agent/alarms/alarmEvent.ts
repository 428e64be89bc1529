import type { AlarmRuleId } from '../../src/media/incident/alarmRules.ts';
import type { StoreFault } from '../sqliteFile.ts';

/** For the journal and the log. */
export type AlarmEvent =
  | {
      event: 'alarm-fired' | 'alarm-resolved';
      incident: string;
      rule: AlarmRuleId;
      channel?: string;
      publication: string | null;
    }
  /** `receiver`: its id. A message is given up. */
  | { event: 'alarm-undelivered'; receiver: string; why: string }
  /** It wants no more messages. */
  | { event: 'receiver-gone'; receiver: string }
  /** Alarms are not stored. `newer`: a newer version has stored some, and there are none until it is back. */
  | { event: 'alarms-failed'; fault: StoreFault }
  | { event: 'alarms-back' }
  /** What was damaged is there now; receivers were in it. */
  | { event: 'alarms-set-aside'; copy: string };
