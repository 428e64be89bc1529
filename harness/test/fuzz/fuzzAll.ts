import { describe, expect, it } from 'vitest';
import type { Target } from './target.ts';
import { EFFORT } from './target.ts';

/** Fewer than this a second, and it was not tried in earnest. */
const FEWEST_A_SECOND = 1;
/** The budget is processor time; on a machine with neighbors that takes longer. */
const patienceMs = EFFORT.seconds * 8000 + 180_000;

export function fuzzAll(room: string, targets: readonly Target[]): void {
  describe(room, () => {
    it.each(targets)(
      '$name',
      async ({ name, fuzz }) => {
        const count = await fuzz(EFFORT);
        process.stdout.write(`${name}: ${count} inputs\n`);
        expect(count).toBeGreaterThan(EFFORT.seconds * FEWEST_A_SECOND);
      },
      patienceMs,
    );
  });
}

/** What is known already, for the tests that run at every change. */
export function recallAll(room: string, targets: readonly Target[]): void {
  describe(`${room}: good examples and findings`, () => {
    it.each(targets)('$name', async ({ recall }) => expect(await recall()).toBeGreaterThan(0), 60_000);
  });
}

/** Inputs that grow take as much longer as they are longer. */
export function swellAll(room: string, targets: readonly Target[]): void {
  describe(`${room}: hostile parts, repeated`, () => {
    const grown = targets.filter(({ staysSmall }) => staysSmall === null);
    it.each(grown)('$name', async ({ swell }) => expect(await swell()).toBeGreaterThan(0), patienceMs);
  });
}
