import { describe, expect, it } from 'vitest';
import type { Target } from './target.ts';
import { EFFORT } from './target.ts';

/** Fewer inputs per second mean that the target was not really tested. */
const FEWEST_A_SECOND = 1;
/** The budget is processor time, which takes longer on a busy machine. */
const patienceMs = EFFORT.seconds * 8000 + 180_000;

export function fuzzAll(room: string, targets: readonly Target[]): void {
  describe(room, () => {
    it.each(targets)(
      '$name with mutated inputs',
      async ({ name, fuzz }) => {
        const count = await fuzz(EFFORT);
        process.stdout.write(`${name}: ${count} inputs\n`);
        expect(count).toBeGreaterThan(EFFORT.seconds * FEWEST_A_SECOND);
      },
      patienceMs,
    );
  });
}

/** Runs examples and earlier findings only, for the tests on every change. */
export function recallAll(room: string, targets: readonly Target[]): void {
  describe(`${room}: good examples and findings`, () => {
    it.each(targets)('$name', async ({ recall }) => expect(await recall()).toBeGreaterThan(0), 60_000);
  });
}

/** Checks that the run time grows linearly with the input. */
export function swellAll(room: string, targets: readonly Target[]): void {
  describe(`${room}: hostile parts, repeated`, () => {
    const grown = targets.filter(({ staysSmall }) => staysSmall === null);
    it.each(grown)('$name', async ({ swell }) => expect(await swell()).toBeGreaterThan(0), patienceMs);
  });
}
