import * as z from 'zod/mini';
import { SentenceValue } from '../../api/agentEndpoints.ts';
import type { AlarmLook, AlarmSubject } from './alarmLooks.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from './alarmRules.ts';
import { boundedLine } from './boundedLine.ts';

/** `seconds`: a monotonic clock for durations; `wall`: ms since 1970 for display. */
export interface Moment {
  seconds: number;
  wall: number;
}

/** Seconds without the problem until an incident ends. */
const REST_S = 20;
/** A longer rest for measured values and recurring incidents: three messages in ten minutes at most. */
const AGAIN_WITHIN_S = 3600;
const LONG_REST_S = 600;
/** A longer gap between looks counts neither as bad nor as good. */
const MOST_BETWEEN_LOOKS_S = 30;
/** For receivers that are informed later. */
const KEPT_S = 24 * 3600;
const MOST_INCIDENTS = 1000;

const Sentence = z.object({ text: z.string(), values: z.record(z.string(), SentenceValue) });
type Sentence = z.infer<typeof Sentence>;

const Statement = z.object({
  fault: z.enum(['nobody', 'operator', 'source', 'server', 'core', 'destination']),
  sentences: z.array(Sentence),
  since: z.nullable(z.number()),
  remedy: z.optional(Sentence),
});

const Moment = z.object({ seconds: z.number(), wall: z.number() });

const SubjectFields = {
  rule: z.enum(ALARM_RULE_IDS),
  channel: z.nullable(z.string()),
  publication: z.nullable(z.string()),
};

const OpenFields = {
  ...SubjectFields,
  id: z.string(),
  names: z.object({ channel: z.string(), publication: z.string() }),
  statement: Statement,
  begun: Moment,
  /** State of the last definite look, and its start. */
  isBad: z.boolean(),
  since: Moment,
  lookedAt: z.number(),
  /** Seconds of the problem without gaps, and of good looks since. */
  badFor: z.number(),
  goodFor: z.number(),
};
const FiringFields = { ...OpenFields, fired: Moment, restFor: z.number() };

const Incident = z.discriminatedUnion('status', [
  z.object({ ...OpenFields, status: z.literal('pending') }),
  z.object({ ...FiringFields, status: z.literal('firing') }),
  z.object({
    ...FiringFields,
    status: z.literal('resolved'),
    ended: Moment,
    /** `off`: stopped, switched off or deleted; `rule-off`: the rule was switched off. */
    end: z.enum(['good', 'off', 'rule-off']),
    /** Seconds. */
    lasted: z.number(),
  }),
]);

/** A JSON value. Only firing incidents are reported. */
export type Incident = z.infer<typeof Incident>;
export const parseIncident = (stored: unknown): Incident | null => Incident.safeParse(stored).data ?? null;
type PendingIncident = Extract<Incident, { status: 'pending' }>;
export type FiringIncident = Extract<Incident, { status: 'firing' }>;
export type ResolvedIncident = Extract<Incident, { status: 'resolved' }>;

const SubjectMemory = z.object({
  ...SubjectFields,
  /** Only a subject that was good since its last save can go bad. */
  wasGood: z.boolean(),
  revision: z.nullable(z.string()),
  /** Seconds. */
  endedAt: z.nullable(z.number()),
});
type SubjectMemory = z.infer<typeof SubjectMemory>;

const Incidents = z.object({
  version: z.literal(1),
  at: z.number(),
  count: z.number(),
  subjects: z.record(z.string(), SubjectMemory),
  /** One unresolved incident per subject at most; resolved ones are sorted, oldest first. */
  incidents: z.array(Incident),
});
export type Incidents = z.infer<typeof Incidents>;

export const NO_INCIDENTS: Incidents = { version: 1, at: 0, count: 0, subjects: {}, incidents: [] };

/** Continues stored incidents; the time in between does not count. `newer` for those of a newer version. */
export function resumeIncidents(stored: unknown, now: Moment): Incidents | 'newer' {
  const { version } = z.looseObject({ version: z.number() }).safeParse(stored).data ?? {};
  if (version !== undefined && version > 1) return 'newer';
  const { data } = Incidents.safeParse(withoutUnknownRules(stored));
  if (!data) return { ...NO_INCIDENTS, at: now.seconds };
  // The monotonic clock of the previous run is a different one.
  const passed = now.seconds - data.at;
  const endedAfter = ({ endedAt, ...subject }: SubjectMemory): SubjectMemory => ({
    ...subject,
    endedAt: endedAt === null ? null : endedAt + passed,
  });
  return {
    ...{ version: 1, at: now.seconds, count: data.count },
    subjects: Object.fromEntries(Object.entries(data.subjects).map(([key, subject]) => [key, endedAfter(subject)])),
    incidents: data.incidents.map((incident) => movedBy(passed, incident)),
  };
}

const Listed = z.looseObject({ subjects: z.record(z.string(), z.unknown()), incidents: z.array(z.unknown()) });

function withoutUnknownRules(stored: unknown): unknown {
  const { data } = Listed.safeParse(stored);
  if (!data) return stored;
  const isKnown = (subject: unknown) => {
    const { rule } = z.looseObject({ rule: z.string() }).safeParse(subject).data ?? {};
    return rule === undefined || ALARM_RULE_IDS.some((id) => id === rule);
  };
  return {
    ...data,
    subjects: Object.fromEntries(Object.entries(data.subjects).filter(([, subject]) => isKnown(subject))),
    incidents: data.incidents.filter(isKnown),
  };
}

/** The time until the next look does not count. */
const NOT_COUNTED = { lookedAt: Number.MIN_SAFE_INTEGER };

function movedBy(passed: number, incident: Incident): Incident {
  const moved = (moment: Moment): Moment => ({ ...moment, seconds: moment.seconds + passed });
  const looks = { begun: moved(incident.begun), since: moved(incident.since), ...NOT_COUNTED };
  switch (incident.status) {
    case 'pending':
      return { ...incident, ...looks };
    case 'firing':
      return { ...incident, ...looks, fired: moved(incident.fired) };
    case 'resolved':
      return { ...incident, ...looks, fired: moved(incident.fired), ended: moved(incident.ended) };
  }
}

export interface IncidentOptions {
  /** Seconds, see `parseAlarmSettings`. */
  rules: Readonly<Record<AlarmRuleId, { on: boolean; seconds: number }>>;
  /** Keyed by id of a channel or publication; changes with each save. */
  revisions: Readonly<Record<string, string>>;
  now: Moment;
}

const keyOf = ({ rule, channel, publication }: AlarmSubject): string => `${rule} ${publication ?? channel ?? ''}`;

/**
 * Must be called for every moment, even without looks. While the core responds, a channel without a look is deleted.
 * @returns `subjects` is a new object if it has to be stored
 */
export function incidentsAfter(
  before: Incidents,
  looks: readonly AlarmLook[],
  options: IncidentOptions,
): { incidents: Incidents; changes: readonly (FiringIncident | ResolvedIncident)[] } {
  const { now } = options;
  const board = createBoard(looks);
  const open = new Map(before.incidents.flatMap((old) => (old.status === 'resolved' ? [] : [[keyOf(old), old]])));
  const subjects = { ...before.subjects };
  for (const { rule, channel, publication, ...rest } of looks) {
    const key = keyOf({ rule, channel, publication });
    const { status } = rest.condition;
    if (status === 'good' || (status === 'bad' && ALARM_RULES[rule].isFigure))
      subjects[key] ??= { rule, channel, publication, wasGood: false, revision: null, endedAt: null };
  }
  const incidents: Incident[] = before.incidents.filter(
    (incident) => incident.status === 'resolved' && now.seconds - incident.ended.seconds < KEPT_S,
  );
  const changes: (FiringIncident | ResolvedIncident)[] = [];
  let { count } = before;
  for (const [key, previous] of Object.entries(subjects)) {
    const { subject, incident } = subjectAfter(previous, open.get(key) ?? null, board.conditionOf(previous), {
      ...options,
      names: board.namesOf(previous),
      id: `${now.wall.toString(36)}-${count.toString(36)}`,
    });
    if (incident && !open.has(key)) count += 1;
    if (incident) incidents.push(incident);
    if (incident && incident.status !== 'pending' && incident.status !== open.get(key)?.status) changes.push(incident);
    const isAgainSoon = subject.endedAt !== null && now.seconds - subject.endedAt < AGAIN_WITHIN_S;
    const isKept = subject.wasGood || isAgainSoon || (incident && incident.status !== 'resolved');
    if (!isKept) delete subjects[key];
    else if (!isSameMemory(subject, before.subjects[key])) subjects[key] = subject;
  }
  const surplus = incidents.length - MOST_INCIDENTS;
  const oldest = incidents.filter(({ status }) => status === 'resolved').slice(0, Math.max(0, surplus));
  return {
    incidents: {
      ...{ version: 1, at: now.seconds, count },
      subjects: areSame(subjects, before.subjects) ? before.subjects : subjects,
      incidents: oldest.length > 0 ? incidents.filter((incident) => !oldest.includes(incident)) : incidents,
    },
    changes,
  };
}

const isSameMemory = (a: SubjectMemory, b: SubjectMemory | undefined): boolean =>
  a.wasGood === b?.wasGood && a.revision === b.revision && a.endedAt === b.endedAt;

function areSame(a: Incidents['subjects'], b: Incidents['subjects']): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** `hidden`: unknown because of another problem; `lost`: unknown because the core is unreachable. */
type SeenCondition = AlarmLook['condition'] | { status: 'hidden' | 'lost' };

const UNCLEAR = { status: 'unclear' } as const;
const HIDDEN = { status: 'hidden' } as const;
const LOST = { status: 'lost' } as const;
const OFF = { status: 'off' } as const;

function createBoard(looks: readonly AlarmLook[]) {
  const byKey = new Map(looks.map((alarmLook) => [keyOf(alarmLook), alarmLook]));
  const statusOf = (rule: AlarmRuleId, channel: string | null) =>
    byKey.get(keyOf({ rule, channel, publication: null }))?.condition.status;
  const core = statusOf('core-away', null);

  const inhibitors = ALARM_RULE_IDS.filter((rule) => ALARM_RULES[rule].inhibits !== 'everything');
  const isInhibited = ({ rule, channel }: AlarmSubject) =>
    inhibitors.some((other) => ALARM_RULES[other].inhibits.includes(rule) && statusOf(other, channel) === 'bad');

  return {
    namesOf: (subject: AlarmSubject) => byKey.get(keyOf(subject))?.names,
    conditionOf(subject: AlarmSubject): SeenCondition {
      const { rule, channel, publication } = subject;
      const condition = byKey.get(keyOf(subject))?.condition;
      if (ALARM_RULES[rule].inhibits === 'everything') return condition ?? UNCLEAR;
      // Nothing is known about a channel behind an unreachable core.
      if (core !== 'good') return core === 'bad' ? LOST : HIDDEN;
      if (channel === null) return condition ?? HIDDEN;
      const channelStatus = statusOf('channel-down', channel);
      if (channelStatus === undefined || channelStatus === 'off') return OFF;
      if (condition === undefined) return publication !== null && channelStatus === 'good' ? OFF : HIDDEN;
      return condition.status === 'bad' && isInhibited(subject) ? HIDDEN : condition;
    },
  };
}

interface SubjectOptions extends IncidentOptions {
  names: AlarmLook['names'] | undefined;
  id: string;
}

interface SubjectState {
  subject: SubjectMemory;
  incident: Incident | null;
}

function subjectAfter(
  before: SubjectMemory,
  open: PendingIncident | FiringIncident | null,
  observed: SeenCondition,
  options: SubjectOptions,
): SubjectState {
  const { rules, revisions, now } = options;
  const { rule, channel, publication } = before;
  const revision = revisions[publication ?? channel ?? ''] ?? before.revision;
  const isEdited = before.revision !== null && revision !== before.revision;
  const subject = { ...before, revision, wasGood: before.wasGood && !isEdited };
  // A save restarts the waiting time, but does not hide a firing incident.
  const remaining = isEdited && open?.status === 'pending' ? null : open;
  // The first look after a save may show the state before it.
  const condition = isEdited && observed.status !== 'off' ? UNCLEAR : observed;
  const isOn = rules[rule].on;
  if (condition.status === 'off' || !isOn) {
    const end = isOn ? 'off' : 'rule-off';
    const ended = remaining?.status === 'firing' ? resolvedAt(remaining, end, now) : null;
    const wasGood = condition.status === 'off' ? false : subject.wasGood || condition.status === 'good';
    return { subject: { ...subject, wasGood, endedAt: ended ? now.seconds : subject.endedAt }, incident: ended };
  }
  switch (condition.status) {
    case 'unclear':
      return { subject, incident: remaining };
    case 'hidden':
      return { subject, incident: remaining && { ...remaining, ...NOT_COUNTED } };
    case 'lost':
      // The core has disconnected the streams before it stops, so the waiting time starts again.
      return { subject, incident: remaining && { ...remaining, ...NOT_COUNTED, badFor: 0 } };
    case 'good':
      return goodAfter({ ...subject, wasGood: true }, remaining, now);
    case 'bad': {
      if (!remaining && !subject.wasGood && !ALARM_RULES[rule].isFigure) return { subject, incident: null };
      return { subject, incident: badAfter(subject, remaining, condition.statement, options) };
    }
  }
}

/** The time since the last look counts like that look. */
function counted<T extends PendingIncident | FiringIncident>(incident: T, now: Moment): T {
  const passed = now.seconds - incident.lookedAt;
  const seconds = passed > 0 && passed <= MOST_BETWEEN_LOOKS_S ? passed : 0;
  return {
    ...incident,
    lookedAt: now.seconds,
    badFor: incident.badFor + (incident.isBad ? seconds : 0),
    goodFor: incident.isBad ? 0 : incident.goodFor + seconds,
  };
}

function goodAfter(subject: SubjectMemory, open: PendingIncident | FiringIncident | null, now: Moment): SubjectState {
  if (!open) return { subject, incident: null };
  const incident = { ...counted(open, now), isBad: false, since: open.isBad ? now : open.since };
  const { status, goodFor } = incident;
  if (status === 'pending') return { subject, incident: goodFor >= REST_S ? null : incident };
  if (goodFor < incident.restFor) return { subject, incident };
  return { subject: { ...subject, endedAt: now.seconds }, incident: resolvedAt(incident, 'good', now) };
}

function badAfter(
  { rule, channel, publication, endedAt }: SubjectMemory,
  open: PendingIncident | FiringIncident | null,
  statement: Extract<AlarmLook['condition'], { status: 'bad' }>['statement'],
  { rules, now, id, names = { channel: '', publication: '' } }: SubjectOptions,
): Incident {
  const started: PendingIncident = {
    ...{ status: 'pending', id, rule, channel, publication, isBad: true, badFor: 0, goodFor: 0 },
    ...{ begun: now, since: now, lookedAt: now.seconds },
    ...{ names, statement: { fault: statement.fault, since: statement.since, sentences: [] } },
  };
  const before = open ? counted(open, now) : started;
  const incident = {
    ...before,
    ...{ isBad: true, goodFor: 0, since: before.isBad ? before.since : now },
    names: { channel: boundedLine(names.channel), publication: boundedLine(names.publication) },
    statement: {
      ...statement,
      sentences: statement.sentences.map(copyOf),
      remedy: statement.remedy && copyOf(statement.remedy),
    },
  };
  if (incident.status === 'firing' || incident.badFor < rules[rule].seconds) return incident;
  const isAgain = endedAt !== null && now.seconds - endedAt < AGAIN_WITHIN_S;
  const isLong = isAgain || ALARM_RULES[rule].isFigure;
  return { ...incident, status: 'firing', fired: now, restFor: isLong ? LONG_REST_S : REST_S };
}

const copyOf = ({ text, values }: Readonly<Pick<Sentence, 'text'>> & { values: Readonly<Sentence['values']> }) => ({
  ...{ text, values: { ...values } },
});

function resolvedAt(incident: FiringIncident, end: ResolvedIncident['end'], now: Moment): ResolvedIncident {
  const ended = end === 'good' ? incident.since : now;
  return {
    ...{ ...incident, status: 'resolved', end },
    ...{
      ended: { seconds: now.seconds, wall: ended.wall },
      lasted: Math.max(0, ended.seconds - incident.begun.seconds),
    },
  };
}
