import { type Act, DEED_MS, healthOf, type Subject } from './event.ts';
import type { TimelineEpisode } from './groupEpisodes.ts';

/** An act with what came of it, or trouble with all that it touched. */
export interface TimelineGroup {
  head: TimelineEpisode;
  rest: readonly TimelineEpisode[];
}

export interface TimelineDay {
  /** As `dayOf` names it. */
  day: string;
  groups: readonly TimelineGroup[];
}

/** A cause and what it leads to are seen at different looks. */
const TOGETHER_MS = 60_000;

const SOURCE = 'source';

/** Of whom it is; null: of nobody, as a peak of viewers. */
function subjectOf({ event }: TimelineEpisode): Subject | null {
  if (event.kind === 'state' || event.kind === 'deed' || event.kind === 'healing')
    return event.of === 'channel' ? SOURCE : event.of;
  return event.kind === 'changed' ? SOURCE : null;
}

const untilOf = ({ at, until }: TimelineEpisode) => until ?? at;

const isTrouble = ({ event }: TimelineEpisode) =>
  event.kind === 'state' && event.status !== 'live' && healthOf(event.status) !== null;

/** The same one again, or what was done about it. */
const goesOn = (group: readonly TimelineEpisode[], line: TimelineEpisode) =>
  group.some(
    (one) => subjectOf(one) === subjectOf(line) && subjectOf(line) !== null && line.at <= untilOf(one) + DEED_MS,
  );

/** What fails at the same moment has one cause; what fails while its source is away has that one. */
const isCaused = (group: readonly TimelineEpisode[], line: TimelineEpisode) =>
  isTrouble(line) &&
  group.some(
    (one) =>
      isTrouble(one) &&
      (Math.abs(line.at - one.at) <= TOGETHER_MS ||
        (subjectOf(one) === SOURCE && line.at <= untilOf(one) + TOGETHER_MS)),
  );

/** The first one causes the others. */
const RANKS: readonly Subject[] = ['core', SOURCE];
const rankOf = (line: TimelineEpisode) => {
  const rank = RANKS.indexOf(subjectOf(line) ?? '');
  return rank < 0 ? RANKS.length : rank;
};

/** Of several acts the one that the others were done for. */
const ACTS: readonly Act[] = ['delete', 'stop', 'stop-all', 'start', 'start-all', 'create', 'reconnect', 'save'];
const weightOf = ({ event }: TimelineEpisode) => (event.kind === 'deed' ? ACTS.indexOf(event.act) : ACTS.length);

function headOf(group: readonly [TimelineEpisode, ...TimelineEpisode[]]): TimelineEpisode {
  const troubles = group.filter(isTrouble).toSorted((a, b) => rankOf(a) - rankOf(b) || a.at - b.at);
  return troubles[0] ?? group.toSorted((a, b) => weightOf(a) - weightOf(b) || b.at - a.at)[0] ?? group[0];
}

/** Lines of a timeline (the oldest first) by what belongs together, the newest on top. */
export function groupByCause(lines: readonly TimelineEpisode[]): TimelineGroup[] {
  const groups: [TimelineEpisode, ...TimelineEpisode[]][] = [];
  for (const line of lines) {
    const home = groups.findLast((group) => goesOn(group, line) || isCaused(group, line));
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

/** Below the day in which they began. */
export function groupDays(groups: readonly TimelineGroup[], dayOf: (at: number) => string): TimelineDay[] {
  const days = [...new Set(groups.map(({ head }) => dayOf(head.at)))];
  return days.map((day) => ({ day, groups: groups.filter(({ head }) => dayOf(head.at) === day) }));
}
