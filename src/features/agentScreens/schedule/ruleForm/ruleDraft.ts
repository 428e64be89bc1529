import { msg } from '../../../../i18n/msg.ts';
import { faultsOfRule } from '../../../../media/schedule/scheduleFaults.ts';
import type { ScheduleRule, ScheduleSubject, ScheduleTiming } from '../../../../media/schedule/scheduleRule.ts';

export interface RuleDraft {
  name: string;
  isEnabled: boolean;
  /** In the format of `writeSubject`. */
  subject: string;
  /** Applies to a channel only. */
  withPublications: boolean;
  want: ScheduleRule['want'];
  repeats: ScheduleTiming['type'];
  /** For example 2026-12-06T09:55; `…To` is '' without an end. */
  onceFrom: string;
  onceTo: string;
  /** By ISO 8601 weekday. */
  days: Readonly<Record<string, boolean>>;
  weeklyFrom: string;
  weeklyTo: string;
  expression: string;
  /** '': no end. */
  minutes: string;
  zone: string;
  imageMinutes: number;
  since: number;
}

export const DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

const EVERY_CHANNEL = '*';

export const writeSubject = (subject: ScheduleSubject): string =>
  subject.type === 'group'
    ? `group ${subject.channel ?? EVERY_CHANNEL} ${subject.name}`
    : `${subject.type} ${subject.id}`;

export function readSubject(written: string, withPublications: boolean): ScheduleSubject {
  const [type, id = '', ...rest] = written.split(' ');
  switch (type) {
    case 'group':
      return { type, name: rest.join(' '), channel: id === EVERY_CHANNEL ? null : id };
    case 'publication':
    case 'image':
      return { type, id };
    default:
      return { type: 'channel', id, withPublications };
  }
}

const two = (n: number) => String(n).padStart(2, '0');

/** Splits a moment into values for date and time inputs, in local time. */
function localOf(at: number) {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return { day, time: `${two(date.getHours())}:${two(date.getMinutes())}`, weekday: date.getDay() || 7 };
}

const HOUR_MS = 3_600_000;

/** Weekly, from the next full hour for one hour. */
export function newRuleDraft(channel: string, now: number, zone: string): RuleDraft {
  const from = localOf(Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS);
  const to = localOf(Math.floor(now / HOUR_MS) * HOUR_MS + 2 * HOUR_MS);
  return {
    ...{ name: '', isEnabled: true, since: now, zone, imageMinutes: 0 },
    subject: writeSubject({ type: 'channel', id: channel, withPublications: true }),
    withPublications: true,
    want: 'on',
    repeats: 'weekly',
    onceFrom: `${from.day}T${from.time}`,
    onceTo: `${to.day}T${to.time}`,
    days: Object.fromEntries(DAYS.map((day) => [day, day === from.weekday])),
    weeklyFrom: from.time,
    weeklyTo: to.time,
    expression: '0 9 * * 1-5',
    minutes: '60',
  };
}

export function ruleDraftOf(rule: ScheduleRule): RuleDraft {
  const { subject, timing } = rule;
  const { name, isEnabled, want, zone, imageMinutes, since } = rule;
  return {
    ...newRuleDraft('', since, zone),
    ...{ name, isEnabled, want, zone, imageMinutes, since, repeats: timing.type },
    subject: writeSubject(subject),
    withPublications: subject.type !== 'channel' || subject.withPublications,
    ...controlsOf(timing),
  };
}

function controlsOf(timing: ScheduleTiming): Partial<RuleDraft> {
  switch (timing.type) {
    case 'once':
      return { onceFrom: timing.from, onceTo: timing.to ?? '' };
    case 'weekly':
      return {
        days: Object.fromEntries(DAYS.map((day) => [day, timing.days.includes(day)])),
        ...{ weeklyFrom: timing.from, weeklyTo: timing.to ?? '' },
      };
    case 'cron':
      return { expression: timing.expression, minutes: timing.minutes === null ? '' : String(timing.minutes) };
  }
}

/** Returns the rule of the input, valid or not, without fields of other kinds. */
export function ruleOfDraft(draft: RuleDraft, id: string): ScheduleRule {
  const { name, isEnabled, want, zone, since } = draft;
  const subject = readSubject(draft.subject, draft.withPublications);
  return {
    ...{ id, name: name.trim(), isEnabled, zone: zone.trim(), want, subject, since },
    timing: timingOf(draft),
    imageMinutes: subject.type === 'channel' && want === 'on' ? draft.imageMinutes : 0,
  };
}

function timingOf(draft: RuleDraft): ScheduleTiming {
  const endOf = (text: string) => (draft.want === 'restart' || text === '' ? null : text);
  switch (draft.repeats) {
    case 'once':
      return { type: 'once', from: draft.onceFrom, to: endOf(draft.onceTo) };
    case 'weekly':
      return {
        ...{ type: 'weekly', days: DAYS.filter((day) => draft.days[day] === true) },
        ...{ from: draft.weeklyFrom, to: endOf(draft.weeklyTo) },
      };
    case 'cron': {
      const minutes = endOf(draft.minutes.trim());
      return { type: 'cron', expression: draft.expression.trim(), minutes: minutes === null ? null : Number(minutes) };
    }
  }
}

/** Texts of the catalog, by control; '' belongs to no control. */
export type RuleFaults = Readonly<Record<string, string>>;

const NO_SUBJECT = msg('Choose what the rule is about');

export function faultsOfDraft(draft: RuleDraft): RuleFaults {
  const { subject } = ruleOfDraft(draft, 'new');
  const id = subject.type === 'group' ? subject.name : subject.id;
  const found = Object.fromEntries(faultsOfRule(ruleOfDraft(draft, 'new')).map(({ field, text }) => [field, text]));
  return { ...faultsByControl(found, draft), ...(id === '' ? { subject: NO_SUBJECT } : {}) };
}

/** Controls by the last part of a field name. */
const CONTROLS: Readonly<Record<ScheduleTiming['type'], Readonly<Record<string, keyof RuleDraft>>>> = {
  once: { from: 'onceFrom', to: 'onceTo', timing: 'onceFrom' },
  weekly: { from: 'weeklyFrom', to: 'weeklyTo', days: 'days', timing: 'weeklyFrom' },
  cron: { expression: 'expression', minutes: 'minutes', timing: 'expression' },
};
const COMMON: Readonly<Record<string, keyof RuleDraft>> = {
  ...{ name: 'name', zone: 'zone', want: 'want', subject: 'subject', imageMinutes: 'imageMinutes', id: 'subject' },
};

/** Maps field names such as `timing.from` or `settings.rules.3.timing.from` to controls. */
export const faultsByControl = (faults: RuleFaults, { repeats }: Pick<RuleDraft, 'repeats'>): RuleFaults =>
  Object.fromEntries(
    Object.entries(faults).map(([field, text]) => {
      const last = field.split('.').findLast((part) => part in CONTROLS[repeats] || part in COMMON) ?? '';
      return [CONTROLS[repeats][last] ?? COMMON[last] ?? '', text];
    }),
  );
