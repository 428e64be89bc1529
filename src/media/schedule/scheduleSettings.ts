import * as z from 'zod/mini';
import { SCHEDULE_LIMITS } from './scheduleLimits.ts';
import type { ScheduleRule } from './scheduleRule.ts';

export interface ScheduleSettings {
  rules: readonly ScheduleRule[];
  /** How late a transition may be without being reported or missed. */
  toleranceMinutes: number;
}

const ID = /^[a-z\d][\w-]{0,63}$/i;

const Text = z.string().check(z.refine((text) => text.length <= SCHEDULE_LIMITS.idLetters));
const Minutes = z.number();

const Timing = z.union([
  z.looseObject({ type: z.literal('once'), from: Text, to: z.nullable(Text) }),
  z.looseObject({
    ...{ type: z.literal('weekly'), from: Text, to: z.nullable(Text) },
    days: z.array(z.number()).check(z.refine((days) => days.length <= 7)),
  }),
  z.looseObject({ type: z.literal('cron'), expression: Text, minutes: z.nullable(Minutes) }),
]);

const Subject = z.union([
  z.looseObject({ type: z.literal('channel'), id: Text, withPublications: z.boolean() }),
  z.looseObject({ type: z.literal('publication'), id: Text }),
  z.looseObject({ type: z.literal('group'), name: Text, channel: z.nullable(Text) }),
  z.looseObject({ type: z.literal('image'), id: Text }),
]);

const Rule = z.looseObject({
  // Ids are keys of objects, and every object has a "constructor".
  id: z.string().check(z.refine((id) => ID.test(id) && !(id in {}))),
  name: z.catch(Text, ''),
  isEnabled: z.boolean(),
  zone: Text,
  timing: Timing,
  want: z.enum(['on', 'off', 'restart']),
  subject: Subject,
  imageMinutes: z.catch(Minutes, 0),
  since: z.number(),
});

const Stored = z.looseObject({
  version: z.literal(1),
  schedule: z.looseObject({
    rules: z.catch(z.array(z.unknown()), []),
    toleranceMinutes: z.catch(z.number(), SCHEDULE_LIMITS.toleranceMinutes.usual),
  }),
});

export const NO_SCHEDULE: ScheduleSettings = { rules: [], toleranceMinutes: SCHEDULE_LIMITS.toleranceMinutes.usual };

const isNewer = (stored: unknown) => {
  const { version } = z.looseObject({ version: z.number() }).safeParse(stored).data ?? {};
  return version !== undefined && version > 1;
};

/** Reads the global metadata of `SCHEDULE_KEY`; `newer` for settings of a newer version. */
export function parseSchedule(stored: unknown): ScheduleSettings | 'newer' {
  if (isNewer(stored)) return 'newer';
  const { schedule } = Stored.safeParse(stored).data ?? {};
  if (!schedule) return NO_SCHEDULE;
  const { rules } = sortRules(schedule.rules);
  return { rules, toleranceMinutes: toleranceOf(schedule.toleranceMinutes) };
}

function toleranceOf(minutes: number): number {
  const { least, usual, most } = SCHEDULE_LIMITS.toleranceMinutes;
  return Number.isInteger(minutes) && minutes >= least && minutes <= most ? minutes : usual;
}

/** Keeps malformed rules, duplicate ids and rules beyond the limit in `others`. */
function sortRules(stored: readonly unknown[]): { rules: readonly ScheduleRule[]; others: readonly unknown[] } {
  const rules = new Map<string, ScheduleRule>();
  const others: unknown[] = [];
  for (const entry of stored) {
    const rule = rules.size < SCHEDULE_LIMITS.rules ? ruleOf(entry) : null;
    if (rule && !rules.has(rule.id)) rules.set(rule.id, rule);
    else others.push(entry);
  }
  return { rules: [...rules.values()], others };
}

function ruleOf(stored: unknown): ScheduleRule | null {
  const { data } = Rule.safeParse(stored);
  if (!data) return null;
  const { id, name, isEnabled, zone, want, imageMinutes, since } = data;
  return {
    id,
    name,
    isEnabled,
    zone,
    want,
    imageMinutes,
    since,
    timing: timingOf(data.timing),
    subject: subjectOf(data.subject),
  };
}

function timingOf(timing: z.infer<typeof Timing>): ScheduleRule['timing'] {
  if (timing.type === 'cron') return { type: 'cron', expression: timing.expression, minutes: timing.minutes };
  const { from, to } = timing;
  return timing.type === 'once' ? { type: 'once', from, to } : { type: 'weekly', days: timing.days, from, to };
}

function subjectOf(subject: z.infer<typeof Subject>): ScheduleRule['subject'] {
  if (subject.type === 'channel')
    return { type: 'channel', id: subject.id, withPublications: subject.withPublications };
  if (subject.type === 'group') return { type: 'group', name: subject.name, channel: subject.channel };
  return { type: subject.type, id: subject.id };
}

/** Keeps keys of other programs, even malformed ones. */
export function storeSchedule(before: unknown, { rules, toleranceMinutes }: ScheduleSettings): object {
  const document = keysOf(before);
  const schedule = keysOf(document.schedule);
  // Rules without a version were never in force, and a save must not activate them.
  const stored = Stored.safeParse(before).data?.schedule.rules ?? [];
  const storedById = new Map(stored.toReversed().map((entry) => [keysOf(entry).id, entry]));
  return {
    ...document,
    version: 1,
    schedule: {
      ...schedule,
      toleranceMinutes,
      rules: [...rules.map((rule) => ({ ...keysOf(storedById.get(rule.id)), ...rule })), ...sortRules(stored).others],
    },
  };
}

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
