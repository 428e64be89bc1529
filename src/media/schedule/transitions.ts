import { beginningAfter, beginningUntil, endOf } from './beginnings.ts';
import { type LocalInstant, localTimeOf } from './localTime.ts';
import { isSoundRule } from './scheduleFaults.ts';
import type { ScheduleRule, ScheduleWant } from './scheduleRule.ts';

/** A rule of a channel can show the standby image as well. */
export type ScheduleTrack = 'main' | 'image';

export interface ScheduleTransition extends LocalInstant {
  becomes: ScheduleWant;
  isEnd: boolean;
}

const MINUTE_MS = 60_000;
const MOST_TRANSITIONS = 10_000;

/** The surroundings of a time. They are the same from `last` until before `next`. */
export interface ScheduleMoment {
  last: ScheduleTransition | null;
  next: ScheduleTransition | null;
  /** The newest beginning, which `last` is or ended. */
  begun: ScheduleTransition | null;
  /** The beginning before that. */
  before: ScheduleTransition | null;
  /** An interval with an end runs. */
  isRunning: boolean;
}

const NO_MOMENT: ScheduleMoment = { last: null, next: null, begun: null, before: null, isRunning: false };

const moments = new WeakMap<ScheduleRule, Partial<Record<ScheduleTrack, ScheduleMoment>>>();

const holdsAt = ({ last, next }: ScheduleMoment, at: number) =>
  (last === null || last.at <= at) && (next === null || at < next.at);

/** Computed once between two transitions: it is asked each second. A rule with faults has none. */
export function momentOf(rule: ScheduleRule, track: ScheduleTrack, at: number): ScheduleMoment {
  const known = moments.get(rule)?.[track];
  if (known && holdsAt(known, at)) return known;
  const moment =
    isSoundRule(rule) && (track === 'main' || rule.imageMinutes > 0) ? findMoment(rule, track, at) : NO_MOMENT;
  moments.set(rule, { ...moments.get(rule), [track]: moment });
  return moment;
}

function findMoment(rule: ScheduleRule, track: ScheduleTrack, at: number): ScheduleMoment {
  const begun = lastInterval(rule, track, at);
  const before = begun && lastInterval(rule, track, begun.begins.at - 1);
  const coming = nextInterval(rule, track, at);
  const want = track === 'main' ? rule.want : 'on';
  const beginning = (one: Interval | null) => one && { ...one.begins, becomes: want, isEnd: false };
  const end = begun?.ends && {
    ...begun.ends,
    becomes: want === 'on' ? ('off' as const) : ('on' as const),
    isEnd: true,
  };
  const isOver = end ? end.at <= at : false;
  // An interval that the next one goes on without a break has no end.
  const isNextEnd = end && !isOver && (coming === null || end.at < coming.begins.at);
  return {
    last: end && isOver ? end : beginning(begun),
    next: isNextEnd ? end : beginning(coming),
    begun: beginning(begun),
    before: beginning(before),
    isRunning: Boolean(end) && !isOver,
  };
}

interface Interval {
  begins: LocalInstant;
  ends: LocalInstant | null;
}

function intervalOf(rule: ScheduleRule, track: ScheduleTrack, begins: LocalInstant): Interval {
  if (track === 'main') return { begins, ends: rule.want === 'restart' ? null : endOf(rule, begins) };
  const at = begins.at + rule.imageMinutes * MINUTE_MS;
  return { begins, ends: { at, local: localTimeOf(at, rule.zone), isShifted: false } };
}

/** Both ends in the gap of a changed clock. */
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

/** The newest transition up to a time, which counts. */
export const lastTransition = (rule: ScheduleRule, now: number): ScheduleTransition | null =>
  momentOf(rule, 'main', now).last;

/** The first transition after a time. */
export const nextTransition = (rule: ScheduleRule, now: number): ScheduleTransition | null =>
  momentOf(rule, 'main', now).next;

/** From the first time on, and before the second one; at most the first 10,000. */
export function transitionsOf(
  rule: ScheduleRule,
  fromMs: number,
  toMs: number,
  track: ScheduleTrack = 'main',
): readonly ScheduleTransition[] {
  const found: ScheduleTransition[] = [];
  let { next } = momentOf(rule, track, fromMs - 1);
  while (next !== null && next.at < toMs && found.length < MOST_TRANSITIONS) {
    found.push(next);
    ({ next } = momentOf(rule, track, next.at));
  }
  return found;
}
