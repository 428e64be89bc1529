import { SEED, seededRandom } from '../core/faults/runCore.ts';
import { checkTimeGrowth } from './checkTimeGrowth.ts';
import { among, type Random } from './kinds/inputKind.ts';
import { type Fault, runInput, spentMs, triedAll } from './runInput.ts';
import { shrunk } from './shrink.ts';
import { BOUNDS, type Definition, type Effort, type Target } from './target.ts';

const BATCH = 64;
/** Among neighbors processor time takes longer, but not for ever. */
const CROWDED = 3;
const MOST_KEPT = 400;
/** Of all work, what growing inputs may take. By size and not by the clock: the same seed tries the same. */
const GROWING = 0.4;
/** What a run costs beside its input. */
const RUN_BYTES = 2048;

/** Each target has numbers of its own: one more in the table changes nothing for the others. */
const seedOf = (name: string, seed: number): number => {
  let mixed = seed;
  for (const sign of name) mixed = (Math.imul(mixed, 31) + sign.charCodeAt(0)) >>> 0;
  return mixed;
};

/** Inputs worth changing: good ones, and the first of each sort that was met. */
function createPool<T>(examples: readonly [T, ...T[]]) {
  const kept: T[] = [...examples];
  const sorts = new Set<string>();
  return {
    pick: (random: Random): T => among(random, kept, examples[0]),
    add(input: T, sort: string): void {
      if (sorts.has(sort) || kept.length >= MOST_KEPT) return;
      sorts.add(sort);
      kept.push(input);
    },
  };
}

class Finding extends Error {
  override readonly name = 'Finding';
}

export function target<T>(definition: Definition<T>): Target {
  const { name, reads, kind, examples, findings, share = 1, open = async () => {} } = definition;
  const bounds = { ...BOUNDS, ...definition.bounds };
  const fuzzTarget = { kind, run: definition.run, bounds };

  const tell = async ({ fault, input }: { fault: Fault; input: T }, from: string): Promise<never> => {
    const small = await shrunk(fuzzTarget, input, fault);
    const row = small.row ?? `{ input: ${kind.show(small.input)}, why: '' },`;
    throw new Finding(`${name} (${from}): ${small.fault.told}\na row for its findings:\n  ${row}`);
  };

  const recallAll = async (): Promise<number> => {
    for (const input of examples) {
      const { fault } = await runInput(fuzzTarget, input);
      if (fault) await tell({ fault, input }, 'a good example');
    }
    for (const { input, why, grown } of findings) {
      const whole = grown ? kind.grow(input, seededRandom(grown.seed), grown.size) : input;
      const { fault } = await runInput(fuzzTarget, whole);
      if (fault) throw new Finding(`${name}: found again: ${why}\n${fault.told}\n  ${kind.show(input)}`);
    }
    return examples.length + findings.length;
  };

  const fuzz = async ({ seconds, seed }: Effort): Promise<number> => {
    await open();
    let count = await recallAll();
    const random = seededRandom(seedOf(name, seed));
    const pool = createPool(examples);
    const began = process.cpuUsage();
    const latest = performance.now() + seconds * share * 1000 * CROWDED;
    const goesOn = () => spentMs(began) < seconds * share * 1000 && performance.now() < latest;
    let [all, growing] = [0, 0];
    while (goesOn()) {
      if (growing <= all * GROWING) {
        const found = await checkTimeGrowth(fuzzTarget, pool.pick(random), random.below(2 ** 31));
        growing += found.bytes + RUN_BYTES;
        all += found.bytes + RUN_BYTES;
        count += found.count;
        if (found.fault) await tell({ fault: found.fault, input: found.input }, `SEED=${seed}`);
        continue;
      }
      const inputs = Array.from({ length: BATCH }, () => kind.mutate(pool.pick(random), random));
      for (const { input, outcome } of await triedAll(fuzzTarget, inputs)) {
        if (outcome.fault) await tell({ fault: outcome.fault, input }, `SEED=${seed}`);
        pool.add(input, outcome.sort);
        all += kind.size(input) + RUN_BYTES;
        count += 1;
      }
    }
    return count;
  };

  return {
    name,
    reads,
    fuzz,
    recall: async () => {
      await open();
      return recallAll();
    },
  };
}

/** As `make test` has it. */
export const EFFORT: Effort = { seconds: Number(process.env.FUZZ_SECONDS ?? 10), seed: SEED };
