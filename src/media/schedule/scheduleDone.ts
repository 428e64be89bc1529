import * as z from 'zod/mini';
import { type ScheduleDone, TRACKS, trackId } from './dueOrders.ts';
import { SCHEDULE_LIMITS } from './scheduleLimits.ts';
import type { ScheduleRule } from './scheduleRule.ts';

const Stored = z.looseObject({ version: z.literal(1), done: z.record(z.string(), z.unknown()) });

/** Reads the global metadata of `SCHEDULE_DONE_KEY`. */
export function parseScheduleDone(stored: unknown): ScheduleDone {
  const { done } = Stored.safeParse(stored).data ?? {};
  const times = Object.entries(done ?? {}).flatMap(([id, at]): [string, number][] =>
    typeof at === 'number' && Number.isFinite(at) && id.length <= SCHEDULE_LIMITS.idLetters ? [[id, at]] : [],
  );
  return Object.fromEntries(times.slice(0, SCHEDULE_LIMITS.rules * TRACKS.length));
}

/** Drops entries of deleted rules. */
export function storeScheduleDone(done: ScheduleDone, rules: readonly ScheduleRule[]): object {
  const ids = new Set(rules.flatMap((rule) => TRACKS.map((track) => trackId(rule, track))));
  return { version: 1, done: Object.fromEntries(Object.entries(done).filter(([id]) => ids.has(id))) };
}
