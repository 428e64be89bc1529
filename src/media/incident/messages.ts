import * as z from 'zod/mini';
import type { AlarmSubject } from './alarmLooks.ts';
import { ALARM_RULES } from './alarmRules.ts';
import type { AlarmSettings } from './alarmSettings.ts';
import type { FiringIncident, Incident, Moment, ResolvedIncident } from './incidents.ts';
import { isQuiet } from './quietHours.ts';
import { MOST_SILENT_MS, type ReceiverChoice, type Silence, USUAL_CHOICE } from './usualChoice.ts';

/** Incidents that fire or end within this time share a message. */
const GROUP_S = 5;

/** Message ids of one receiver by incident. */
const ToldIncidents = z.record(z.string(), z.object({ fired: z.string(), resolved: z.nullable(z.string()) }));

const MessageBook = z.object({
  version: z.literal(1),
  receivers: z.record(z.string(), ToldIncidents),
});
/** A JSON value, to be stored together with the messages that are due. */
export type MessageBook = z.infer<typeof MessageBook>;

const NOTHING_TOLD: MessageBook = { version: 1, receivers: {} };

/** `newer` for a book of a newer version, which must not be overwritten. */
export function parseMessageBook(stored: unknown): MessageBook | 'newer' {
  const { version } = z.looseObject({ version: z.number() }).safeParse(stored).data ?? {};
  if (version !== undefined && version > 1) return 'newer';
  return MessageBook.safeParse(stored).data ?? NOTHING_TOLD;
}

export type AlarmMessage = {
  /** The same in every retry: letters, digits, `-` and `_`. */
  id: string;
  receiver: string;
} & (
  | { kind: 'fired'; incidents: readonly FiringIncident[] }
  | { kind: 'resolved'; incidents: readonly ResolvedIncident[] }
  | { kind: 'test' }
);

export interface MessageOptions {
  settings: Pick<AlarmSettings, 'silences' | 'receivers'>;
  receivers: readonly string[];
  /** Ids of messages that have failed or were not tried, without those in flight. */
  undelivered: ReadonlySet<string>;
  now: Moment;
}

/**
 * Must be called after each look.
 * @returns `due`: in sending order; `withdrawn`: ids of messages that one in `due` replaces
 */
export function messagesAfter(
  before: MessageBook,
  incidents: readonly Incident[],
  { settings, receivers, undelivered, now }: MessageOptions,
): { book: MessageBook; due: readonly AlarmMessage[]; withdrawn: readonly string[] } {
  const awake = incidents.filter(
    (incident) => incident.status !== 'pending' && !isSilenced(settings.silences, incident, now.wall),
  );
  const ids = new Set(incidents.map(({ id }) => id));
  const all = receivers.map((receiver) => {
    const entries = Object.entries(before.receivers[receiver] ?? {}).filter(([id]) => ids.has(id));
    const previous = Object.fromEntries(entries);
    const choice = settings.receivers[receiver] ?? USUAL_CHOICE;
    const due = awake.filter((incident) => choice.on && isWanted(choice, incident, now));
    return { receiver, ...receiverAfter(receiver, previous, due, { choice, undelivered, now }) };
  });
  return {
    book: { version: 1, receivers: Object.fromEntries(all.map(({ receiver, told }) => [receiver, told])) },
    due: all.flatMap(({ due }) => due),
    withdrawn: all.flatMap(({ withdrawn }) => withdrawn),
  };
}

/** @param now ms since 1970 */
export const isSilenced = (silences: readonly Silence[], incident: AlarmSubject, now: number): boolean =>
  silences.some(
    ({ channel, publication, until }) =>
      until > now &&
      until <= now + MOST_SILENT_MS &&
      (channel === null || channel === incident.channel) &&
      (publication === null || publication === incident.publication),
  );

function isWanted({ rules, quiet }: ReceiverChoice, { rule }: Incident, now: Moment): boolean {
  if (rules !== null && !rules.includes(rule)) return false;
  if (quiet === null || !isQuiet(quiet, now.wall)) return true;
  return quiet.exceptCritical && ALARM_RULES[rule].severity === 'critical';
}

function receiverAfter(
  receiver: string,
  before: z.infer<typeof ToldIncidents>,
  incidents: readonly Incident[],
  { choice, undelivered, now }: Pick<MessageOptions, 'undelivered' | 'now'> & { choice: ReceiverChoice },
) {
  const firing = incidents.flatMap((incident) =>
    incident.status === 'firing' && !(incident.id in before) ? [incident] : [],
  );
  const resolved = incidents.flatMap((incident) =>
    incident.status === 'resolved' && choice.resolved && before[incident.id]?.resolved === null ? [incident] : [],
  );
  const fires = isDue(firing, ({ fired }) => fired, now);
  const ends = isDue(resolved, ({ ended }) => ended, now);
  const delivered = { ...before };
  const due: AlarmMessage[] = [];
  const [firstEnd] = resolved;
  const withdrawn: string[] = [];
  if (ends && firstEnd) {
    const message = {
      id: `resolved_${firstEnd.id}_${receiver}`,
      receiver,
      kind: 'resolved',
      incidents: resolved,
    } as const;
    due.push(message);
    withdrawn.push(...supersededBy(resolved, before).filter((id) => undelivered.has(id)));
    for (const { id } of resolved) delivered[id] = { fired: before[id]?.fired ?? '', resolved: message.id };
  }
  const [firstFire] = firing;
  if (fires && firstFire) {
    const message = { id: `fired_${firstFire.id}_${receiver}`, receiver, kind: 'fired', incidents: firing } as const;
    due.push(message);
    for (const { id } of firing) delivered[id] = { fired: message.id, resolved: null };
  }
  return { told: delivered, due, withdrawn };
}

const isDue = <T>(all: readonly T[], momentOf: (item: T) => Moment, now: Moment): boolean =>
  all.some((item) => now.seconds - momentOf(item).seconds >= GROUP_S);

function supersededBy(resolved: readonly ResolvedIncident[], before: z.infer<typeof ToldIncidents>): string[] {
  const ids = new Set(resolved.map(({ id }) => id));
  const firsts = new Set(resolved.flatMap(({ id }) => before[id]?.fired ?? []));
  const groupOf = (message: string) =>
    Object.entries(before).flatMap(([id, { fired }]) => (fired === message ? [id] : []));
  return [...firsts].filter((message) => groupOf(message).every((id) => ids.has(id)));
}

/** Ignores silences. `count` must be unique among tests. */
export const testMessage = (receiver: string, count: string): AlarmMessage => ({
  ...{ id: `test_${count}_${receiver}`, receiver, kind: 'test' },
});
