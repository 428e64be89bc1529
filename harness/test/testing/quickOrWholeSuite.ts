import * as z from 'zod';

/** Which of its tests a step runs. */
export const SUITES = [
  /** What does not depend on how fast the machine is, in a quarter of an hour: `make test`, pull requests. */
  'quick',
  /** All there is: `make test-all`, every night, each step alone. */
  'whole',
] as const;
export type Suite = (typeof SUITES)[number];

/** How a step is told its suite. */
export const SUITE = 'TEST_SUITE';

/** A test that somebody runs alone is run whole. */
export const suite: Suite = z.enum(SUITES).catch('whole').parse(process.env[SUITE]);

/** In the title of a test that is run every night only. */
export const NIGHTLY = '@nightly';
/** In the title of a test that asserts an upper bound of time: it has the machine for itself, every night. */
export const TIMED = '@timed';

const seed = Number(process.env.SEED ?? 1);

/**
 * Of many rows of one kind every `of`-th in the quick suite, and all of them in the whole one. The seed of the run says
 * which, so that what failed can be had again.
 */
export function sampleOf<T>(rows: readonly T[], of: number): readonly T[] {
  return rows.filter((_, index) => isSampled(index, of));
}

/** Is the row with this index one of the sample? */
export const isSampled = (index: number, of: number): boolean => suite === 'whole' || index % of === seed % of;
