import {
  type AlarmReceiver,
  type Alarms,
  type ReceiverKinds,
  SECRET_DESTINATION,
} from '../../../../api/agentEndpoints.ts';
import { msg } from '../../../../i18n/msg.ts';
import { ALARM_RULE_IDS } from '../../../../media/incident/alarmRules.ts';
import { isTimeOfDay, isTimeZone } from '../../../../media/incident/quietHours.ts';
import { USUAL_CHOICE } from '../../../../media/incident/usualChoice.ts';

export type ReceiverKind = ReceiverKinds['kinds'][number];
type Choice = Alarms['settings']['receivers'][string];

export interface ReceiverDraft {
  name: string;
  /** Input as text. An unchanged stored secret is absent; '' removes it. */
  fields: Readonly<Record<string, string>>;
  on: boolean;
  resolved: boolean;
  /** All enabled rules, regardless of `rules`. */
  allRules: boolean;
  rules: Readonly<Record<string, boolean>>;
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
  quietZone: string;
  exceptCritical: boolean;
}

const QUIET = { from: '22:00', to: '07:00', exceptCritical: true };

/** @param zone time zone of this browser, the default of quiet hours */
export function emptyReceiverDraft(kind: ReceiverKind, zone: string, name = ''): ReceiverDraft {
  const initial = Object.entries(kind.fields).map(([key, field]) => [key, String(field.initial ?? '')]);
  return { name, fields: Object.fromEntries(initial), ...draftOfChoice(USUAL_CHOICE, zone) };
}

export const receiverDraftOf = (
  { name, fields }: Pick<AlarmReceiver, 'name' | 'fields'>,
  kind: ReceiverKind,
  choice: Choice | undefined,
  zone: string,
): ReceiverDraft => ({
  name,
  fields: Object.fromEntries(
    Object.entries(kind.fields).flatMap(([key, { isSecret }]) => (isSecret ? [] : [[key, String(fields[key] ?? '')]])),
  ),
  ...draftOfChoice(choice ?? USUAL_CHOICE, zone),
});

function draftOfChoice({ on, resolved, rules, quiet }: Choice | typeof USUAL_CHOICE, zone: string) {
  const hours = quiet ?? { ...QUIET, zone };
  return {
    ...{ on, resolved },
    allRules: rules === null,
    rules: Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, rules === null || rules.includes(id)])),
    quiet: quiet !== null,
    ...{ quietFrom: hours.from, quietTo: hours.to, quietZone: hours.zone, exceptCritical: hours.exceptCritical },
  };
}

export const choiceOfDraft = ({ on, resolved, allRules, rules, quiet, ...hours }: ReceiverDraft): Choice => ({
  ...{ on, resolved },
  rules: allRules ? null : ALARM_RULE_IDS.filter((id) => rules[id] === true),
  quiet: quiet
    ? {
        ...{ from: hours.quietFrom, to: hours.quietTo, zone: hours.quietZone },
        exceptCritical: hours.exceptCritical,
      }
    : null,
});

/** Returns the request body. Empty optional fields are left out, unless '' removes a stored secret. */
export function formOfDraft(kind: ReceiverKind, { name, fields }: ReceiverDraft, secrets: readonly string[]) {
  const sent = Object.entries(kind.fields).flatMap(([key, { choices, isSecret, isOptional }]) => {
    const typed = fields[key];
    if (typed === undefined) return [];
    const isRemoved = isSecret && secrets.includes(key);
    if (typed === '' && isOptional === true && !isRemoved) return [];
    return [[key, choices?.find((choice) => String(choice) === typed) ?? typed] as const];
  });
  return { kind: kind.id, name, fields: Object.fromEntries(sent) };
}

/** Whether stored secrets are dropped, because the destination has changed. */
export const areSecretsLost = (draft: ReceiverDraft, stored: ReceiverDraft): boolean =>
  SECRET_DESTINATION.some((key) => (draft.fields[key] ?? '') !== (stored.fields[key] ?? ''));

export type FormFaults = Readonly<Record<string, string>>;

const NO_NAME = msg('Enter a name');
const NO_TIME = msg('Enter a time of day such as 22:00');
const NO_ZONE = msg('Enter a time zone such as Europe/Berlin');
const EMPTY_FIELD = msg('Fill in this field');

export function faultsOfDraft(
  kind: ReceiverKind,
  draft: ReceiverDraft,
  stored: ReceiverDraft,
  secrets: readonly string[],
): FormFaults {
  const isKept = (key: string) =>
    secrets.includes(key) && draft.fields[key] === undefined && !areSecretsLost(draft, stored);
  const empty = Object.entries(kind.fields).flatMap(([key, { isOptional, help }]) =>
    isOptional !== true && (draft.fields[key] ?? '').trim() === '' && !isKept(key) ? [[key, help ?? EMPTY_FIELD]] : [],
  );
  const times = draft.quiet
    ? (['quietFrom', 'quietTo'] as const).flatMap((key) => (isTimeOfDay(draft[key]) ? [] : [[key, NO_TIME]]))
    : [];
  return {
    ...(draft.name.trim() === '' ? { name: NO_NAME } : {}),
    ...Object.fromEntries([...empty, ...times]),
    ...(draft.quiet && !isTimeZone(draft.quietZone) ? { quietZone: NO_ZONE } : {}),
  };
}
