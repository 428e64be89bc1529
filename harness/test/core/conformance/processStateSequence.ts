import * as z from 'zod';

export interface StateSample {
  readonly order: string;
  readonly exec: string;
  readonly reconnect_seconds: number;
}

/** `response.timeline_of_changes` of a recording: one row per change, `t_s` seconds after the first sample. */
export const Timeline = z.array(
  z.object({ t_s: z.number(), order: z.string(), exec: z.string(), reconnect_seconds: z.number() }),
);

/** Sampling five times a second can miss shorter states. */
const SEEN_FROM_SECONDS = 1;

const nameOf = ({ order, exec, reconnect_seconds }: StateSample): string =>
  `${order} ${exec}${reconnect_seconds < 0 ? '' : ' counting'}`;

export function runs(rows: readonly StateSample[]): { name: string; from: number }[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    const isNew =
      before === undefined || nameOf(before) !== nameOf(row) || row.reconnect_seconds > before.reconnect_seconds;
    return isNew ? [{ name: nameOf(row), from: index }] : [];
  });
}

/** Returns the states that must occur in this order: those that lasted, and the last one. */
export function requiredStates(rows: z.infer<typeof Timeline>): string[] {
  const all = runs(rows);
  return all.flatMap(({ name, from }, index) => {
    const next = all[index + 1];
    const lasted = next === undefined ? Number.POSITIVE_INFINITY : (rows[next.from]?.t_s ?? 0) - (rows[from]?.t_s ?? 0);
    return lasted > SEEN_FROM_SECONDS ? [name] : [];
  });
}

/** Returns the rest of `required` after `samples`; empty if all states occurred in order. */
export function missingStates(required: readonly string[], samples: readonly StateSample[]): readonly string[] {
  let left = required;
  for (const { name } of runs(samples)) if (name === left[0]) left = left.slice(1);
  return left;
}
