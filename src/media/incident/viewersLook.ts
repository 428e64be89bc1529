import { msg } from '../../i18n/msg.ts';
import { say } from '../verdict/verdictTypes.ts';
import type { AlarmChannel, AlarmLook } from './alarmLooks.ts';
import { ALARM_RULES } from './alarmRules.ts';
import type { AlarmSettings } from './alarmSettings.ts';

export function viewersLook(
  { id, name }: Pick<AlarmChannel, 'id' | 'name'>,
  viewers: number,
  rules: Pick<AlarmSettings['rules'], 'viewers-over'>,
): AlarmLook {
  const limit = rules['viewers-over'].value ?? ALARM_RULES['viewers-over'].value?.usual ?? Number.POSITIVE_INFINITY;
  const sentences = [say(msg('Viewers now: {{n}}. The alarm is set to more than {{limit}}.'), { n: viewers, limit })];
  return {
    ...{ rule: 'viewers-over', channel: id, publication: null, names: { channel: name, publication: '' } },
    condition:
      viewers > limit ? { status: 'bad', statement: { fault: 'nobody', sentences, since: null } } : { status: 'good' },
  };
}
