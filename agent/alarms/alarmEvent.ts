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
  | { event: 'alarm-undelivered'; receiver: string; why: string }
  /** The receiver wants no more messages (410). */
  | { event: 'receiver-gone'; receiver: string }
  /** Alarms cannot be stored. `newer`: a newer version wrote the file, so there are no alarms for now. */
  | { event: 'alarms-failed'; fault: StoreFault }
  | { event: 'alarms-back' }
  | { event: 'alarms-set-aside'; copy: string };
