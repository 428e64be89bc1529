import type { MetricsAnswer } from '../../api/answers/metrics.ts';
import { msg } from '../../i18n/msg.ts';
import { diskFullness, type Fullness, memoryFullness } from '../coreInfo/fullness.ts';
import { resourcesOf } from '../coreInfo/resources.ts';
import {
  certificateProblemsOf,
  certificatesOf,
  type HttpsSituation,
  isRenewalDue,
  judgeCertificates,
  soonestOf,
} from '../preflight/httpsCheck.ts';
import { type Sentence, say } from '../verdict/verdictTypes.ts';
import type { AlarmLook } from './alarmLooks.ts';
import type { AlarmRuleId } from './alarmRules.ts';

export interface MachineSight {
  metrics: MetricsAnswer;
  /** Null if unknown. */
  config: HttpsSituation['config'] | null;
  /** Milliseconds since 1970. */
  now: number;
}

const UNKNOWN_CONFIG: HttpsSituation['config'] = { host: { name: [] } };

export function looksAtMachine({ metrics, config, now }: MachineSight): AlarmLook[] {
  const resources = resourcesOf(metrics);
  return [
    ...fullnessLook('disk-full', diskFullness(resources), msg('The disk is nearly full: {{n}}% used.')),
    ...fullnessLook('memory-full', memoryFullness(resources), msg('Memory is nearly full: {{n}}% used.')),
    certificateLook(metrics, config ?? UNKNOWN_CONFIG, now),
  ];
}

const lookOf = (rule: AlarmRuleId, condition: AlarmLook['condition']): AlarmLook => ({
  ...{ rule, channel: null, publication: null, condition },
  names: { channel: '', publication: '' },
});

const badOf = (rule: AlarmRuleId, sentences: readonly Sentence[]): AlarmLook =>
  lookOf(rule, { status: 'bad', statement: { fault: 'server', sentences, since: null } });

function fullnessLook(rule: AlarmRuleId, fullness: Fullness | null, text: string): AlarmLook[] {
  if (fullness === null) return [];
  const { isFull, percent } = fullness;
  return [isFull ? badOf(rule, [say(text, { n: Math.round(percent) })]) : lookOf(rule, { status: 'good' })];
}

function certificateLook(metrics: MetricsAnswer, config: HttpsSituation['config'], now: number): AlarmLook {
  const certificates = certificatesOf(metrics);
  const soonest = soonestOf(certificates);
  if (soonest === null) return lookOf('certificate', { status: 'off' });
  if (!isRenewalDue(soonest, now)) return lookOf('certificate', { status: 'good' });
  const found = judgeCertificates({ certificates, problems: certificateProblemsOf(metrics), config, now });
  const sentences = found.flatMap(({ grade, sentence }) => (grade === 'care' || grade === 'fail' ? [sentence] : []));
  return badOf('certificate', sentences);
}
