import { seededRandom } from '../core/faults/runCore.ts';
import { allowedMs, type Fault, type FuzzTarget, processorMs, runInput, TIME } from './runInput.ts';

const FIRST = 2048;
/** Of twice as much, a line makes twice and a square four times the work. */
const STEEP = 1.7;
const SLOW = 10;

/** A slow machine takes longer for everything: only what grows faster than its input is a finding, or is far too slow. */
async function isInLine<T>(fuzzTarget: FuzzTarget<T>, grown: T, ms: number, before: T | null): Promise<boolean> {
  if (before === null || ms > SLOW * allowedMs(fuzzTarget, grown)) return false;
  const each = (await processorMs(fuzzTarget, before)) / fuzzTarget.kind.size(before);
  return ms / fuzzTarget.kind.size(grown) < STEEP * each;
}

/**
 * The input made twice as large again and again, always by the same part. Stops at the first size that takes too long,
 * so a square or worse costs no more than that. Some are long in another place already: what costs is often how many
 * there are of one thing times how many of another.
 */
export async function checkTimeGrowth<T>(
  fuzzTarget: FuzzTarget<T>,
  start: T,
  seed: number,
): Promise<{ count: number; bytes: number; input: T; fault: Fault | null }> {
  const { kind, bounds } = fuzzTarget;
  const input = seed % 3 === 0 ? kind.grow(start, seededRandom(seed + 1), FIRST) : start;
  const steps: string[] = [];
  let [largest, bytes] = [0, 0];
  let before: T | null = null;
  for (let size = Math.min(FIRST, bounds.growTo); size <= bounds.growTo; size *= 2) {
    const grown = kind.grow(input, seededRandom(seed), size);
    // Some parts of an input have one size only.
    if (steps.length > 0 && kind.size(grown) <= largest) break;
    largest = kind.size(grown);
    bytes += largest;
    const { fault, ms } = await runInput(fuzzTarget, grown);
    steps.push(`${largest}: ${ms.toFixed(1)} ms`);
    if (fault === null || (fault.sort === TIME && (await isInLine(fuzzTarget, grown, ms, before)))) {
      before = grown;
      continue;
    }
    const told = `${fault.told} (${steps.join(', ')})`;
    const row = `{ input: ${kind.show(input)}, grown: { seed: ${seed}, size: ${size} }, why: '' },`;
    return { count: steps.length, bytes, input: grown, fault: { ...fault, told, row } };
  }
  return { count: steps.length, bytes, input, fault: null };
}
