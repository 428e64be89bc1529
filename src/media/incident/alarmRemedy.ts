import { msg } from '../../i18n/msg.ts';
import { type Fault, type Sentence, say } from '../verdict/verdictTypes.ts';
import type { AlarmStatement } from './alarmLooks.ts';
import { ALARM_RULES, type AlarmRuleId } from './alarmRules.ts';

const REMEDIES: Readonly<Record<Exclude<Fault, 'nobody'>, string>> = {
  operator: msg('Check the settings of the channel.'),
  source: msg('Check the camera or encoder: its power, its network, and whether it sends.'),
  server: msg('Check the server: its load, its disk and its network.'),
  core: msg('Check that the server is on and has a network connection. Then restart the core.'),
  destination: msg('Check the address and the key, and whether the platform has a problem.'),
};

export function alarmRemedy(rule: AlarmRuleId, { remedy, fault }: AlarmStatement): Sentence | null {
  if (remedy) return remedy;
  const text = ALARM_RULES[rule].remedy ?? (fault === 'nobody' ? null : REMEDIES[fault]);
  return text === null ? null : say(text);
}
