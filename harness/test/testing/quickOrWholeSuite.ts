import * as z from 'zod';

export const SUITES = [
  /** Tests independent of the machine's speed, about 15 minutes: `make test`, pull requests. */
  'quick',
  /** All tests: `make test-all`, every night, each step alone. */
  'whole',
] as const;
export type Suite = (typeof SUITES)[number];

export const SUITE = 'TEST_SUITE';

/** A test that is run alone uses all of its rows. */
export const suite: Suite = z.enum(SUITES).catch('whole').parse(process.env[SUITE]);

export const NIGHTLY = '@nightly';
/** Tag in the title of a test with an upper time limit, which runs alone every night. */
export const TIMED = '@timed';

const seed = Number(process.env.SEED ?? 1);

/** Returns every `of`-th row in the quick suite, chosen by the seed, and all rows in the whole suite. */
export function sampleOf<T>(rows: readonly T[], of: number): readonly T[] {
  return rows.filter((_, index) => isSampled(index, of));
}

export const isSampled = (index: number, of: number): boolean => suite === 'whole' || index % of === seed % of;
