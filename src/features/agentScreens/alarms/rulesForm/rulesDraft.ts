import type { Alarms } from '../../../../api/agentEndpoints.ts';
import { ALARM_RULE_IDS, ALARM_RULES } from '../../../../media/incident/alarmRules.ts';

export type AlarmsForm = Alarms['settings'];

export interface RulesDraft {
  on: Readonly<Record<string, boolean>>;
  seconds: Readonly<Record<string, number>>;
  /** Thresholds of the rules that have one. */
  value: Readonly<Record<string, number>>;
  language: string;
  /** '': time zone of the server. */
  zone: string;
  /** '': none. */
  page: string;
}

export const rulesDraftOf = ({ rules, wording }: AlarmsForm): RulesDraft => ({
  on: Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, rules[id]?.on ?? ALARM_RULES[id].on])),
  seconds: Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, rules[id]?.seconds ?? ALARM_RULES[id].seconds])),
  value: Object.fromEntries(
    ALARM_RULE_IDS.flatMap((id) => {
      const usual = ALARM_RULES[id].value?.usual;
      return usual === undefined ? [] : [[id, rules[id]?.value ?? usual]];
    }),
  ),
  ...{ language: wording.language, zone: wording.zone ?? '', page: wording.page ?? '' },
});

/** Keeps rules unknown to this version. */
export const withRules = (form: AlarmsForm, { on, seconds, value, language, zone, page }: RulesDraft): AlarmsForm => ({
  ...form,
  rules: {
    ...form.rules,
    ...Object.fromEntries(
      ALARM_RULE_IDS.map((id) => [
        id,
        {
          ...{ on: on[id] ?? ALARM_RULES[id].on, seconds: seconds[id] ?? ALARM_RULES[id].seconds },
          ...(value[id] === undefined ? {} : { value: value[id] }),
        },
      ]),
    ),
  },
  wording: { language, zone: zone.trim() || null, page: page.trim() || null },
});
