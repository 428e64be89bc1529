import { beginningAfter, beginningUntil, endOf } from './beginnings.ts';
import { type LocalInstant, localTimeOf } from './localTime.ts';
import { isSoundRule } from './scheduleFaults.ts';
import type { ScheduleRule, ScheduleWant } from './scheduleRule.ts';

/** A channel rule may have a track for the standby image. */
export type ScheduleTrack = 'main' | 'image';

export interface ScheduleTransition extends LocalInstant {
  becomes: ScheduleWant;
  isEnd: boolean;
}

const MINUTE_MS = 60_000;
const MOST_TRANSITIONS = 10_000;

/** Valid from `last` until just before `next`. */
export interface ScheduleMoment {
  last: ScheduleTransition | null;
  next: ScheduleTransition | null;
  begun: ScheduleTransition | null;
  before: ScheduleTransition | null;
  isRunning: boolean;
}

const NO_MOMENT: ScheduleMoment = { last: null, next: null, begun: null, before: null, isRunning: false };

const moments = new WeakMap<ScheduleRule, Partial<Record<ScheduleTrack, ScheduleMoment>>>();

const holdsAt = ({ last, next }: ScheduleMoment, at: number) =>
  (last === null || last.at <= at) && (next === null || at < next.at);

/** Cached between two transitions, because it is called every second. */
export function momentOf(rule: ScheduleRule, track: ScheduleTrack, at: number): ScheduleMoment {
  const cached = moments.get(rule)?.[track];
  if (cached && holdsAt(cached, at)) return cached;
  const moment = hasTrack(rule, track) ? findMoment(rule, track, at) : NO_MOMENT;
  moments.set(rule, { ...moments.get(rule), [track]: moment });
  return moment;
}

function findMoment(rule: ScheduleRule, track: ScheduleTrack, at: number): ScheduleMoment {
  const interval = lastInterval(rule, track, at);
  const before = interval && lastInterval(rule, track, interval.begins.at - 1);
  const beginning = interval && beginningTransition(rule, track, interval);
  const end = interval && endTransition(rule, track, interval);
  const isOver = end !== null && end.at <= at;
  const [next = null] = transitionsAfter(rule, track, at);
  return {
    last: isOver ? end : beginning,
    next,
    begun: beginning,
    before: before && beginningTransition(rule, track, before),
    isRunning: end !== null && !isOver,
  };
}

const hasTrack = (rule: ScheduleRule, track: ScheduleTrack) =>
  (track === 'main' || rule.imageMinutes > 0) && isSoundRule(rule);

const wantOf = ({ want }: ScheduleRule, track: ScheduleTrack): ScheduleWant => (track === 'main' ? want : 'on');

const beginningTransition = (rule: ScheduleRule, track: ScheduleTrack, { begins }: Interval): ScheduleTransition => ({
  ...begins,
  becomes: wantOf(rule, track),
  isEnd: false,
});

const endTransition = (rule: ScheduleRule, track: ScheduleTrack, { ends }: Interval): ScheduleTransition | null =>
  ends && { ...ends, becomes: wantOf(rule, track) === 'on' ? 'off' : 'on', isEnd: true };

interface Interval {
  begins: LocalInstant;
  ends: LocalInstant | null;
}

function intervalOf(rule: ScheduleRule, track: ScheduleTrack, begins: LocalInstant): Interval {
  if (track === 'main') return { begins, ends: rule.want === 'restart' ? null : endOf(rule, begins) };
  const at = begins.at + rule.imageMinutes * MINUTE_MS;
  return { begins, ends: { at, local: localTimeOf(at, rule.zone), isShifted: false } };
}

/** Both ends are in the gap of a clock change. */
const isEmpty = ({ begins, ends }: Interval) => ends !== null && ends.at <= begins.at;

function lastInterval(rule: ScheduleRule, track: ScheduleTrack, at: number): Interval | null {
  const begins = beginningUntil(rule, at);
  const found = begins && intervalOf(rule, track, begins);
  return found && isEmpty(found) ? lastInterval(rule, track, found.begins.at - 1) : found;
}

function nextInterval(rule: ScheduleRule, track: ScheduleTrack, at: number): Interval | null {
  const begins = beginningAfter(rule, at);
  const found = begins && intervalOf(rule, track, begins);
  return found && isEmpty(found) ? nextInterval(rule, track, found.begins.at) : found;
}

export const lastTransition = (rule: ScheduleRule, now: number): ScheduleTransition | null =>
  momentOf(rule, 'main', now).last;

export const nextTransition = (rule: ScheduleRule, now: number): ScheduleTransition | null =>
  momentOf(rule, 'main', now).next;

export function* transitionsAfter(rule: ScheduleRule, track: ScheduleTrack, at: number): Generator<ScheduleTransition> {
  if (!hasTrack(rule, track)) return;
  let running = lastInterval(rule, track, at);
  let coming = nextInterval(rule, track, at);
  while (running || coming) {
    const end = running && endTransition(rule, track, running);
    // An interval that continues into the next one has no end.
    if (end && end.at > at && (coming === null || end.at < coming.begins.at)) yield end;
    if (coming) yield beginningTransition(rule, track, coming);
    running = coming;
    coming = coming && nextInterval(rule, track, coming.begins.at);
  }
}

/** Includes `fromMs`, excludes `toMs`. */
export function transitionsOf(
  rule: ScheduleRule,
  fromMs: number,
  toMs: number,
  track: ScheduleTrack = 'main',
  most = MOST_TRANSITIONS,
): readonly ScheduleTransition[] {
  const found: ScheduleTransition[] = [];
  for (const transition of transitionsAfter(rule, track, fromMs - 1)) {
    if (transition.at >= toMs || found.length >= most) break;
    found.push(transition);
  }
  return found;
}
