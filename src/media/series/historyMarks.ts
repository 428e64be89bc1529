import type { AlarmIncidents, JournalEvents } from '../../api/agentEndpoints.ts';
import { channelOfIngest } from '../../api/processIds.ts';
import { msg } from '../../i18n/msg.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from '../incident/alarmRules.ts';
import { CORE_SUBJECT } from './readProcesses.ts';
import type { TimeSpan } from './resolutions.ts';

export interface HistoryMark {
  /** Unix seconds; `to`: null if it continues. */
  readonly from: number;
  readonly to: number | null;
  /** To be translated. */
  readonly label: string;
  readonly severity: 'error' | 'warning' | 'info';
}

type JournalEvent = JournalEvents['events'][number];

interface Rule {
  readonly label: string;
  readonly severity: HistoryMark['severity'];
  begins(event: JournalEvent): boolean;
  ends(event: JournalEvent): boolean;
}

const isEvent =
  (...names: string[]) =>
  ({ event }: JournalEvent) =>
    names.includes(event);
const shows =
  (...values: string[]) =>
  ({ event, fields }: JournalEvent) =>
    event === 'on-air' && values.includes(String(fields.what));

const RULES: Readonly<Record<'core' | 'channel', readonly Rule[]>> = {
  core: [
    {
      ...{ label: msg('The core did not respond'), severity: 'error' },
      ...{ begins: isEvent('core-lost'), ends: isEvent('core-found', 'agent-started') },
    },
    {
      ...{ label: msg('The clock was set'), severity: 'info' },
      ...{ begins: isEvent('clock-stepped'), ends: isEvent('clock-stepped') },
    },
  ],
  channel: [
    {
      ...{ label: msg('Standby image live'), severity: 'warning' },
      ...{ begins: shows('slate'), ends: (event) => event.event === 'on-air' && !shows('slate')(event) },
    },
    {
      ...{ label: msg('Backup source live'), severity: 'warning' },
      ...{ begins: shows('backup'), ends: (event) => event.event === 'on-air' && !shows('backup')(event) },
    },
  ],
};

/** Oldest first. Events of other channels are ignored. */
export function journalMarks(events: readonly JournalEvent[], subject: string, span: TimeSpan): HistoryMark[] {
  const channel = channelOfIngest(subject);
  const rules = subject === CORE_SUBJECT ? RULES.core : channel === null ? [] : RULES.channel;
  const own = events.filter((event) => event.channel === (subject === CORE_SUBJECT ? null : channel));
  const marks = rules.flatMap(({ label, severity, begins, ends }) =>
    own.flatMap((event, n) => {
      const before = own.slice(0, n).findLast((event) => begins(event) || ends(event));
      const continues = before !== undefined && begins(before) && !ends(event);
      if (!begins(event) || continues) return [];
      const end = ends(event) ? event : own.slice(n + 1).find(ends);
      return [{ from: event.time / 1000, to: end === undefined ? null : end.time / 1000, label, severity }];
    }),
  );
  return within(marks, span);
}

const within = (marks: readonly HistoryMark[], { from, to }: TimeSpan) =>
  marks.filter((mark) => mark.from < to && (mark.to ?? to) >= from).toSorted((a, b) => a.from - b.from);

/** The journal has its own events for these. */
const TOLD: readonly AlarmRuleId[] = ['core-away', 'standby-image'];

/** Oldest first. Rules of newer agents are ignored. */
export function alarmMarks(incidents: AlarmIncidents['incidents'], subject: string, span: TimeSpan): HistoryMark[] {
  const channel = channelOfIngest(subject);
  const isOwn = (incident: (typeof incidents)[number]) =>
    subject === CORE_SUBJECT
      ? incident.channel === null
      : incident.publication === null
        ? channel !== null && incident.channel === channel
        : incident.publication === subject;
  const marks = incidents.filter(isOwn).flatMap(({ rule, status, begun: start, ended }): HistoryMark[] => {
    const id = ALARM_RULE_IDS.find((id) => id === rule);
    if (id === undefined || TOLD.includes(id) || status === 'pending') return [];
    const { label, severity } = ALARM_RULES[id];
    return [
      {
        ...{ from: start / 1000, to: ended === null ? null : ended / 1000 },
        ...{ label, severity: severity === 'critical' ? 'error' : 'warning' },
      },
    ];
  });
  return within(marks, span);
}
