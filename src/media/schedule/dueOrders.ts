import type { ScheduleRule, ScheduleWant } from './scheduleRule.ts';
import type { ScheduleSettings } from './scheduleSettings.ts';
import { momentOf, type ScheduleTrack, type ScheduleTransition } from './transitions.ts';

/** By track: up to when its transitions are done (ms). */
export type ScheduleDone = Readonly<Record<string, number>>;

export interface TrackTransition extends ScheduleTransition {
  rule: ScheduleRule;
  track: ScheduleTrack;
}

export interface DueOrder extends TrackTransition {
  lateMs: number;
  /** Later than the tolerance: it is told. */
  isLate: boolean;
}

/** What `done` is kept by. */
export const trackId = ({ id }: ScheduleRule, track: ScheduleTrack): string => (track === 'main' ? id : `${id}:image`);

export const TRACKS: readonly ScheduleTrack[] = ['main', 'image'];

const MINUTE_MS = 60_000;
/** What is done further ahead comes from a clock that was wrong, and would silence the rule until then. */
const MOST_AHEAD_MS = 24 * 60 * MINUTE_MS;

/** To be stored once these are carried out, or missed. A rule that changed after that begins anew. */
export function doneWith(done: ScheduleDone, orders: readonly TrackTransition[]): ScheduleDone {
  const after = new Map(Object.entries(done));
  for (const { rule, track, at } of orders) {
    const id = trackId(rule, track);
    after.set(id, Math.max(at, rule.since, after.get(id) ?? at));
  }
  return Object.fromEntries(after);
}

/** Of each track the later one; what is further ahead than a clock can be wrong is left out. */
export function laterDone(one: ScheduleDone, other: ScheduleDone, now: number): ScheduleDone {
  const later = new Map<string, number>();
  for (const [id, at] of [...Object.entries(one), ...Object.entries(other)])
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
  /** Told and not carried out: beginnings whose time is over. The newest of each rule. */
  missed: readonly DueOrder[];
  next: TrackTransition | null;
}

/** What has to be done now. It is asked each second. */
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
      const { last, begun, before, isRunning } = moment;
      const until = doneUntil(done, rule, track, now);
      if (last === null || last.at <= until) continue;
      const orderOf = (transition: ScheduleTransition): DueOrder => {
        const lateMs = now - transition.at;
        return { ...transition, rule, track, lateMs, isLate: lateMs > toleranceMs };
      };
      const isCurrent = last.at >= rule.since || isRunning;
      const isMadeGood = isRunning || last.isEnd || now - last.at <= toleranceMs;
      if (isCurrent && isMadeGood) due.push(orderOf(last));
      // The image goes with the rule, which is told.
      if (track === 'image') continue;
      const over = isMadeGood && !last.isEnd ? before : begun;
      if (over && over.at > until && over.at >= rule.since) missed.push(orderOf(over));
    }
  }
  return { due, missed, next };
}

/** What rules want whose interval runs now. */
export function runningWants(
  settings: ScheduleSettings,
  now: number,
): readonly (TrackTransition & { becomes: ScheduleWant })[] {
  return settings.rules.flatMap((rule) =>
    TRACKS.flatMap((track) => {
      const { begun, isRunning } = momentOf(rule, track, now);
      return rule.isEnabled && isRunning && begun ? [{ ...begun, rule, track }] : [];
    }),
  );
}
