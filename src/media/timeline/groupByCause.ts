import { type Act, DEED_MS, healthOf, type Subject } from './event.ts';
import type { TimelineEpisode } from './groupEpisodes.ts';

/** An action and its effects, or a problem and what it affects. */
export interface TimelineGroup {
  head: TimelineEpisode;
  rest: readonly TimelineEpisode[];
}

export interface TimelineDay {
  day: string;
  groups: readonly TimelineGroup[];
}

/** A cause and its effects may be observed at different polls. */
const TOGETHER_MS = 60_000;

const SOURCE = 'source';

/** Null without a subject, for example a peak of viewers. */
function subjectOf({ event }: TimelineEpisode): Subject | null {
  if (event.kind === 'state' || event.kind === 'deed' || event.kind === 'healing')
    return event.of === 'channel' ? SOURCE : event.of;
  return event.kind === 'changed' ? SOURCE : null;
}

const untilOf = ({ at, until }: TimelineEpisode) => until ?? at;

const isTrouble = ({ event }: TimelineEpisode) =>
  event.kind === 'state' && event.status !== 'live' && healthOf(event.status) !== null;

const belongsTo = (group: readonly TimelineEpisode[], line: TimelineEpisode) =>
  group.some(
    (other) => subjectOf(other) === subjectOf(line) && subjectOf(line) !== null && line.at <= untilOf(other) + DEED_MS,
  );

/** Problems at the same moment, or while the source is down, have one cause. */
const isCaused = (group: readonly TimelineEpisode[], line: TimelineEpisode) =>
  isTrouble(line) &&
  group.some(
    (other) =>
      isTrouble(other) &&
      (Math.abs(line.at - other.at) <= TOGETHER_MS ||
        (subjectOf(other) === SOURCE && line.at <= untilOf(other) + TOGETHER_MS)),
  );

/** The first subject is the cause of the others. */
const RANKS: readonly Subject[] = ['core', SOURCE];
const rankOf = (line: TimelineEpisode) => {
  const rank = RANKS.indexOf(subjectOf(line) ?? '');
  return rank < 0 ? RANKS.length : rank;
};

/** The main action of several comes first. */
const ACTS: readonly Act[] = ['delete', 'stop', 'stop-all', 'start', 'start-all', 'create', 'reconnect', 'save'];
const weightOf = ({ event }: TimelineEpisode) => (event.kind === 'deed' ? ACTS.indexOf(event.act) : ACTS.length);

function headOf(group: readonly [TimelineEpisode, ...TimelineEpisode[]]): TimelineEpisode {
  const troubles = group.filter(isTrouble).toSorted((a, b) => rankOf(a) - rankOf(b) || a.at - b.at);
  return troubles[0] ?? group.toSorted((a, b) => weightOf(a) - weightOf(b) || b.at - a.at)[0] ?? group[0];
}

/** `lines`: oldest first; the result has the newest first. */
export function groupByCause(lines: readonly TimelineEpisode[]): TimelineGroup[] {
  const groups: [TimelineEpisode, ...TimelineEpisode[]][] = [];
  for (const line of lines) {
    const home = groups.findLast((group) => belongsTo(group, line) || isCaused(group, line));
    if (home) home.push(line);
    else groups.push([line]);
  }
  return groups
    .map((group) => {
      const head = headOf(group);
      return { head, rest: group.filter((line) => line !== head) };
    })
    .toSorted((a, b) => b.head.at - a.head.at);
}

export function groupDays(groups: readonly TimelineGroup[], dayOf: (at: number) => string): TimelineDay[] {
  const days = [...new Set(groups.map(({ head }) => dayOf(head.at)))];
  return days.map((day) => ({ day, groups: groups.filter(({ head }) => dayOf(head.at) === day) }));
}
