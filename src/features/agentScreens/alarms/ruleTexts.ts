import { msg } from '../../../i18n/msg.ts';
import { ALARM_RULE_IDS, type AlarmRuleId } from '../../../media/incident/alarmRules.ts';

/** Continuations of "when", for lists of several rules. */
export const RULE_CLAUSES: Readonly<Record<AlarmRuleId, string>> = {
  'core-away': msg('the core does not respond'),
  'channel-down': msg('a channel is down'),
  'destination-failing': msg('a publication is failing'),
  'not-delivered': msg('viewers of a platform do not see the channel'),
  'reserve-lost': msg('one of two outputs is failing'),
  'standby-image': msg('a standby image is live'),
  'limit-near': msg('a standby image ends soon'),
  'recording-stopped': msg('a recording is failing'),
  'disk-full': msg('the disk is nearly full'),
  'memory-full': msg('memory is nearly full'),
  certificate: msg('a certificate expires soon'),
  'schedule-missed': msg('a schedule is missed'),
  'viewers-over': msg('many viewers watch'),
  'too-slow': msg('a channel is too slow'),
  black: msg('a video is black'),
  frozen: msg('a video is frozen'),
  silent: msg('a channel has no audio'),
  'agent-away': msg('the agent does not respond'),
};

/** The most urgent rules come first. */
const FIRST: readonly AlarmRuleId[] = ['channel-down', 'destination-failing', 'core-away'];

export const byWeight = (ids: readonly AlarmRuleId[]): readonly AlarmRuleId[] => [
  ...FIRST.filter((id) => ids.includes(id)),
  ...ids.filter((id) => !FIRST.includes(id)),
];

export const isRule = (id: string): id is AlarmRuleId => ALARM_RULE_IDS.some((rule) => rule === id);
