import fc from 'fast-check';
import { SEED, seededRandom } from '../core/faults/runCore.ts';
import { checkTimeGrowth, isInLine } from './checkTimeGrowth.ts';
import type { Kind } from './kinds.ts';
import { sizeOf } from './must.ts';
import {
  BOUNDS,
  type Bounds,
  ENDLESS,
  type FuzzTarget,
  type Outcome,
  processorMs,
  runInput,
  runInputs,
  spentMs,
  TIME,
} from './runInput.ts';

/** An earlier finding and why it was wrong, repeated first in each run. */
interface Finding<T> {
  readonly input: T;
  readonly why: string;
}

/** One parser that untrusted input reaches, or several related ones. */
export interface Definition<T> {
  readonly name: string;
  readonly reads: readonly [string, ...string[]];
  readonly kind: Kind<T>;
  readonly examples: readonly [T, ...T[]];
  /** Parses, checks all promised properties, and returns the result. Every error thrown is a finding. */
  readonly run: (input: T) => unknown;
  readonly bounds?: Partial<Bounds>;
  /** Share of the time budget; less for a parser of a few lines. */
  readonly share?: number;
  readonly findings: readonly Finding<T>[];
  /** Why `make test` does not repeat hostile parts in its inputs. */
  readonly staysSmall?: string;
  readonly open?: () => Promise<void>;
}

export interface Effort {
  readonly seconds: number;
  readonly seed: number;
}

export interface Target {
  readonly name: string;
  readonly reads: readonly string[];
  readonly staysSmall: string | null;
  recall(): Promise<number>;
  /** Runs examples with each hostile part repeated. Returns the number of inputs. */
  swell(): Promise<number>;
  /** Also runs mutations for this many seconds of processor time. Returns the number of inputs. */
  fuzz(effort: Effort): Promise<number>;
}

const BATCH = 64;
/** One in this many inputs is generated without an example. */
const NEW = 3;
/** On a busy machine, the budget takes up to this many times longer. */
const CROWDED = 3;
const MOST_KEPT = 400;
/** Maximum share of growing inputs, in bytes instead of time so that the same seed tries the same inputs. */
const GROWING = 0.4;
/** Cost of a run without input, in bytes. */
const RUN_BYTES = 2048;

type Random = ReturnType<typeof seededRandom>;

/** Parts that parsers of any format count, nest, pair or scan to the end of. */
const HOSTILE_PARTS = [
  ...[
    '[',
    '(',
    '{',
    '<',
    '"',
    "'",
    '\\',
    '`',
    ' ',
    '\t',
    '\n',
    'a',
    '0',
    '.',
    '-',
    '/',
    ':',
    '%',
    '&',
    '=',
    '@',
    '#',
    '*',
  ],
  ...[
    ',',
    ';',
    '|',
    'é',
    '\u2028',
    '<b',
    '<a ',
    '<p>',
    '<div>',
    '<!--',
    '</',
    '[a](',
    '**a',
    '{{#a}}',
    '{a,',
    '${',
    '\\"',
  ],
  ...[
    '\n\n',
    ' \n',
    'a ',
    'a,',
    'a=b&',
    'a@',
    'a.',
    'a:b@',
    '://',
    'a://',
    '../',
    '%41',
    '&amp;',
    '[a',
    "='",
    '="',
    '] ',
  ],
];
/** At this size quadratic work takes seconds, and linear work a few milliseconds. */
const SWOLLEN = 64 * 1024;
/** A first run with an eighth of the size: quadratic work exceeds GLANCE_MS even then. */
const GLANCE = 8;
const GLANCE_MS = 2;
/** Inputs with more places only try some of them for each part. */
const MOST_PLACES = 6;

/** Seeds each target separately, so that a new target does not change the others. */
const seedOf = (name: string, seed: number): number => {
  let mixed = seed;
  for (const sign of name) mixed = (Math.imul(mixed, 31) + sign.charCodeAt(0)) >>> 0;
  return mixed;
};

function createPool<T>(examples: readonly [T, ...T[]]) {
  const pool: T[] = [...examples];
  const sorts = new Set<string>();
  return {
    pick: (random: Random): T => pool[random.below(pool.length)] ?? examples[0],
    add(input: T, sort: string): void {
      if (sorts.has(sort) || pool.length >= MOST_KEPT) return;
      sorts.add(sort);
      pool.push(input);
    },
  };
}

class FuzzFinding extends Error {
  override readonly name = 'FuzzFinding';
}

async function shrink<T>(fuzzTarget: FuzzTarget<T>, input: T, sort: string): Promise<T> {
  const isOther = async (input: T) => (await runInput(fuzzTarget, input)).fault?.sort !== sort;
  const property = fc.asyncProperty(fuzzTarget.kind, isOther);
  const { counterexample } = await fc.check<[T]>(property, {
    examples: [[input]],
    numRuns: 1,
    plugins: [fc.interruptAfterTimeLimit(10_000)],
  });
  return counterexample?.[0] ?? input;
}

/** Formats an input as source code, with repeated parts written once. */
function show(value: unknown): string {
  if (Buffer.isBuffer(value)) return `hex(${show(value.toString('hex'))})`;
  if (typeof value !== 'string') {
    if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
    if (typeof value !== 'object' || value === null) return fc.stringify(value);
    // In brackets, `__proto__` is an ordinary key.
    const parts = Object.entries(value).map(([key, item]) =>
      /^[a-z]\w*$/i.test(key) ? `${key}: ${show(item)}` : `[${JSON.stringify(key)}]: ${show(item)}`,
    );
    return `{ ${parts.join(', ')} }`;
  }
  const repeated = (all: string, part: string) => `" + "${part}".repeat(${all.length / part.length}) + "`;
  return JSON.stringify(value).replace(/(.{1,80}?)\1{20,}/gs, repeated);
}

export function target<T>(definition: Definition<T>): Target {
  const {
    name,
    reads,
    kind,
    run,
    examples,
    findings,
    share = 1,
    open = async () => {},
    staysSmall = null,
  } = definition;
  const fuzzTarget = { kind, run, bounds: { ...BOUNDS, ...definition.bounds } };

  const reportFault = async ({ input, fault }: Outcome<T>, from: string): Promise<void> => {
    if (!fault) return;
    const { sort } = fault;
    // Slow inputs are not shrunk, because smaller ones are faster.
    const small = sort === TIME || sort === ENDLESS ? input : await shrink(fuzzTarget, input, sort);
    const text = small === input ? fault.told : ((await runInput(fuzzTarget, small)).fault ?? fault).told;
    throw new FuzzFinding(`${name} (${from}): ${text}\na row for its findings:\n  { input: ${show(small)}, why: '' },`);
  };

  const recall = async (): Promise<number> => {
    await open();
    for (const input of examples) await reportFault(await runInput(fuzzTarget, input), 'a good example');
    for (const { input, why } of findings) {
      const { fault } = await runInput(fuzzTarget, input);
      if (fault) throw new FuzzFinding(`${name}: found again: ${why}\n${fault.told}\n  ${show(input)}`);
    }
    return examples.length + findings.length;
  };

  const swell = async (): Promise<number> => {
    await open();
    const size = Math.min(SWOLLEN, fuzzTarget.bounds.growTo);
    const glanceMs = GLANCE_MS + 4 * (await processorMs(fuzzTarget, examples[0]));
    let count = 0;
    const parts = new Set([...HOSTILE_PARTS, ...kind.words.filter((word) => word !== '')]);
    for (const [turn, part] of [...parts].entries()) {
      const grown = (to: number) => kind.swollen(examples[0], part, to);
      const places = grown(size / GLANCE);
      const every = Math.ceil(places.length / MOST_PLACES);
      for (const [at, small] of places.entries()) {
        if (at % every !== turn % every) continue;
        const glance = await runInput(fuzzTarget, small);
        await reportFault(glance, `${JSON.stringify(part)}, repeated`);
        count += 1;
        const input = glance.ms < glanceMs ? undefined : grown(size)[at];
        if (input === undefined) continue;
        const outcome = await runInput(fuzzTarget, input);
        const isLine =
          outcome.fault?.sort === TIME && (await isInLine(fuzzTarget, outcome, grown(size / 2)[at] ?? null));
        if (!isLine) await reportFault(outcome, `${JSON.stringify(part)}, repeated`);
      }
    }
    return count;
  };

  const fuzz = async ({ seconds, seed }: Effort): Promise<number> => {
    let count = await recall();
    const random = seededRandom(seedOf(name, seed));
    const pool = createPool(examples);
    const next = () => random.below(2 ** 31);
    const makeBatch = (): T[] => [
      ...Array.from({ length: BATCH - NEW }, () => kind.near(pool.pick(random), random)),
      ...fc.sample(kind, { numRuns: NEW, seed: next() }),
    ];
    const began = process.cpuUsage();
    const latest = performance.now() + seconds * share * 1000 * CROWDED;
    let [all, growing] = [0, 0];
    while (spentMs(began) < seconds * share * 1000 && performance.now() < latest) {
      if (growing <= all * GROWING) {
        const { count: tried, bytes, found } = await checkTimeGrowth(fuzzTarget, pool.pick(random), next());
        growing += bytes + RUN_BYTES;
        all += bytes + RUN_BYTES;
        count += tried;
        if (found) await reportFault(found, `SEED=${seed}`);
        continue;
      }
      for (const outcome of await runInputs(fuzzTarget, makeBatch())) {
        await reportFault(outcome, `SEED=${seed}`);
        pool.add(outcome.input, outcome.sort);
        all += sizeOf(outcome.input) + RUN_BYTES;
        count += 1;
      }
    }
    return count;
  };

  return { name, reads, staysSmall, fuzz, recall, swell };
}

export const EFFORT: Effort = { seconds: Number(process.env.FUZZ_SECONDS ?? 10), seed: SEED };
