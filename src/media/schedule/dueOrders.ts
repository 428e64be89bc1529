import type { ScheduleRule, ScheduleWant } from './scheduleRule.ts';
import type { ScheduleSettings } from './scheduleSettings.ts';
import { momentOf, type ScheduleTrack, type ScheduleTransition } from './transitions.ts';

/** Keyed by track: time up to which its transitions are done (ms). */
export type ScheduleDone = Readonly<Record<string, number>>;

export interface TrackTransition extends ScheduleTransition {
  rule: ScheduleRule;
  track: ScheduleTrack;
}

export interface DueOrder extends TrackTransition {
  lateMs: number;
  /** Later than the tolerance, so it is reported. */
  isLate: boolean;
}

export const trackId = ({ id }: ScheduleRule, track: ScheduleTrack): string => (track === 'main' ? id : `${id}:image`);

export const TRACKS: readonly ScheduleTrack[] = ['main', 'image'];

const MINUTE_MS = 60_000;
/** Times further ahead are from a wrong clock, and would suspend the rule until then. */
const MOST_AHEAD_MS = 24 * 60 * MINUTE_MS;

export function doneWith(done: ScheduleDone, orders: readonly TrackTransition[]): ScheduleDone {
  const after = new Map(Object.entries(done));
  for (const { rule, track, at } of orders) {
    const id = trackId(rule, track);
    after.set(id, Math.max(at, rule.since, after.get(id) ?? at));
  }
  return Object.fromEntries(after);
}

/** Keeps the later time of each track, except times too far ahead. */
export function laterDone(done: ScheduleDone, other: ScheduleDone, now: number): ScheduleDone {
  const later = new Map<string, number>();
  for (const [id, at] of [...Object.entries(done), ...Object.entries(other)])
    if (at <= now + MOST_AHEAD_MS) later.set(id, Math.max(at, later.get(id) ?? at));
  return Object.fromEntries(later);
}

function doneUntil(done: ScheduleDone, rule: ScheduleRule, track: ScheduleTrack, now: number): number {
  const id = trackId(rule, track);
  const at = Object.hasOwn(done, id) ? done[id] : undefined;
  return at === undefined || at < rule.since || at > Math.max(now, rule.since) + MOST_AHEAD_MS
    ? Number.NEGATIVE_INFINITY
    : at;
}

export interface ScheduleLook {
  due: readonly DueOrder[];
  /** Starts whose interval is over; reported, but not carried out. The newest per rule. */
  missed: readonly DueOrder[];
  next: TrackTransition | null;
}

export function dueOrders({
  settings,
  now,
  done,
}: {
  settings: ScheduleSettings;
  now: number;
  done: ScheduleDone;
}): ScheduleLook {
  const toleranceMs = settings.toleranceMinutes * MINUTE_MS;
  const due: DueOrder[] = [];
  const missed: DueOrder[] = [];
  let next: TrackTransition | null = null;
  for (const rule of settings.rules) {
    if (!rule.isEnabled) continue;
    for (const track of TRACKS) {
      const moment = momentOf(rule, track, now);
      if (moment.next && (next === null || moment.next.at < next.at)) next = { ...moment.next, rule, track };
      const { last, begun: start, before, isRunning } = moment;
      const until = doneUntil(done, rule, track, now);
      if (last === null || last.at <= until) continue;
      const orderOf = (transition: ScheduleTransition): DueOrder => {
        const lateMs = now - transition.at;
        return { ...transition, rule, track, lateMs, isLate: lateMs > toleranceMs };
      };
      const isCurrent = last.at >= rule.since || isRunning;
      const isMadeGood = isRunning || last.isEnd || now - last.at <= toleranceMs;
      if (isCurrent && isMadeGood) due.push(orderOf(last));
      // The miss of the rule is reported already.
      if (track === 'image') continue;
      const over = isMadeGood && !last.isEnd ? before : start;
      if (over && over.at > until && over.at >= rule.since) missed.push(orderOf(over));
    }
  }
  return { due, missed, next };
}

export function runningWants(
  settings: ScheduleSettings,
  now: number,
): readonly (TrackTransition & { becomes: ScheduleWant })[] {
  return settings.rules.flatMap((rule) =>
    TRACKS.flatMap((track) => {
      const { begun: start, isRunning } = momentOf(rule, track, now);
      return rule.isEnabled && isRunning && start ? [{ ...start, rule, track }] : [];
    }),
  );
}
