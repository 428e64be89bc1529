import { seededRandom } from '../core/faults/runCore.ts';
import { sizeOf } from './must.ts';
import { allowedMs, type FuzzTarget, type Outcome, processorMs, runInput, TIME } from './runInput.ts';

const FIRST = 2048;
/** Growth for twice the input: linear work takes twice as long, quadratic work four times. */
const STEEP = 1.7;
const SLOW = 10;

/** Only superlinear or extreme times count, because a slow machine slows everything. */
export async function isInLine<T>(
  fuzzTarget: FuzzTarget<T>,
  { input, ms }: Outcome<T>,
  before: T | null,
): Promise<boolean> {
  if (before === null || ms > SLOW * allowedMs(fuzzTarget, input)) return false;
  const msPerUnit = (await processorMs(fuzzTarget, before)) / sizeOf(before);
  return ms / sizeOf(input) < STEEP * msPerUnit;
}

/**
 * Doubles one part up to the first size that takes too long. Cost is often a product of two counts, so some start
 * long.
 */
export async function checkTimeGrowth<T>(
  fuzzTarget: FuzzTarget<T>,
  start: T,
  seed: number,
): Promise<{ count: number; bytes: number; found: Outcome<T> | null }> {
  const { kind, bounds } = fuzzTarget;
  const grow = (value: T, size: number, by: number): T => kind.near(value, seededRandom(by), size);
  const input = seed % 3 === 0 ? grow(start, FIRST, seed + 1) : start;
  const steps: string[] = [];
  let [largest, bytes] = [0, 0];
  let before: T | null = null;
  for (let size = Math.min(FIRST, bounds.growTo); size <= bounds.growTo; size *= 2) {
    const grown = grow(input, size, seed);
    if (steps.length > 0 && sizeOf(grown) <= largest) break;
    largest = sizeOf(grown);
    bytes += largest;
    const outcome = await runInput(fuzzTarget, grown);
    const { fault, ms } = outcome;
    steps.push(`${largest}: ${ms.toFixed(1)} ms`);
    if (fault && !(fault.sort === TIME && (await isInLine(fuzzTarget, outcome, before)))) {
      const text = `${fault.told} (${steps.join(', ')})`;
      return { count: steps.length, bytes, found: { ...outcome, fault: { ...fault, told: text } } };
    }
    before = grown;
  }
  return { count: steps.length, bytes, found: null };
}
