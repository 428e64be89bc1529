import { seeded } from '../../server/faults/testing.ts';
import { type Door, type Fault, tried } from './run.ts';

const FIRST = 2048;

/**
 * The input made twice as large again and again, always by the same part. Stops at the first size that takes too long,
 * so a square or worse costs no more than that.
 */
export async function grownOf<T>(
  door: Door<T>,
  input: T,
  seed: number,
): Promise<{ count: number; input: T; fault: Fault | null }> {
  const { kind, bounds } = door;
  const steps: string[] = [];
  let largest = 0;
  for (let size = Math.min(FIRST, bounds.growTo); size <= bounds.growTo; size *= 2) {
    const grown = kind.grow(input, seeded(seed), size);
    // Some parts of an input have one size only.
    if (steps.length > 0 && kind.size(grown) <= largest) break;
    largest = kind.size(grown);
    const { fault, ms } = await tried(door, grown);
    steps.push(`${largest}: ${ms.toFixed(1)} ms`);
    if (fault === null) continue;
    const told = `${fault.told} (${steps.join(', ')})`;
    const row = `{ input: ${kind.show(input)}, grown: { seed: ${seed}, size: ${size} }, why: '' },`;
    return { count: steps.length, input: grown, fault: { ...fault, told, row } };
  }
  return { count: steps.length, input, fault: null };
}
