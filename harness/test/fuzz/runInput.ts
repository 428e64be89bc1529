import { scaleToMachine } from '../testing/machineSlowness.ts';
import { sizeOf, sortOf } from './assertions.ts';
import type { Kind } from './kinds/inputKind.ts';
import { Endless, within } from './runWithTimeLimit.ts';
import type { Bounds } from './target.ts';

/** What is wrong; faults of one sort are taken for the same one. `row`: how to have it again, where that is not its input. */
export interface Fault {
  readonly sort: string;
  readonly told: string;
  readonly row?: string;
}

export interface Outcome {
  readonly fault: Fault | null;
  readonly sort: string;
  readonly ms: number;
}

/** A definition as a run needs it. */
export interface FuzzTarget<T> {
  readonly kind: Kind<T>;
  readonly run: (input: T) => unknown;
  readonly bounds: Bounds;
}

export const ENDLESS = 'endless';
export const TIME = 'time';

/** Processor time of this process. */
export const spentMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** A run that took too long is measured again: only what takes long each time does. */
const TIMES = 4;

/** Of the processor: it, too, works slower on a slow machine. */
export const allowedMs = <T>({ kind, bounds }: FuzzTarget<T>, input: T): number =>
  scaleToMachine(bounds.baseMs + (bounds.msPerKb * kind.size(input)) / 1024);

const thrown = (error: unknown): Fault => {
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['not an error', String(error)];
  const at =
    error instanceof Error ? (error.stack ?? '').split('\n').find((line) => / at .*(src|server)\//.test(line)) : '';
  const kept = message.replace(/[:"'`].*/s, '').slice(0, 60);
  return { sort: `${name} ${kept}`, told: `${name}: ${message.slice(0, 600)}${at ? `\n${at}` : ''}` };
};

const judged = <T>({ kind, bounds }: FuzzTarget<T>, input: T, result: unknown, ms: number): Outcome => {
  try {
    const size = sizeOf(result, bounds.isAnyNumber);
    const most = bounds.outputBase + bounds.output * kind.size(input);
    if (size <= most) return { fault: null, sort: sortOf(result), ms };
    const told = `of ${kind.size(input)} it makes ${size}, more than ${most}`;
    return { fault: { sort: 'output', told }, sort: '', ms };
  } catch (error) {
    return { fault: thrown(error), sort: '', ms };
  }
};

const isPending = (result: unknown): result is Promise<unknown> => result instanceof Promise;

/** Runs them in order until one has to be waited for; that one is answered apart. */
function started<T>(fuzzTarget: FuzzTarget<T>, inputs: readonly T[]) {
  const { patienceMs } = fuzzTarget.bounds;
  const outcomes: Outcome[] = [];
  let waiting: Promise<unknown> | null = null;
  let began = 0;
  try {
    within(patienceMs, () => {
      for (const input of inputs) {
        began = performance.now();
        let outcome: Outcome;
        try {
          const result = fuzzTarget.run(input);
          if (isPending(result)) {
            waiting = result;
            return;
          }
          outcome = judged(fuzzTarget, input, result, performance.now() - began);
        } catch (error) {
          outcome = { fault: thrown(error), sort: '', ms: performance.now() - began };
        }
        outcomes.push(outcome);
        if (outcome.fault) return;
      }
    });
  } catch (error) {
    if (!(error instanceof Endless)) throw error;
    outcomes.push({ fault: { sort: ENDLESS, told: `takes more than ${patienceMs} ms` }, sort: '', ms: patienceMs });
  }
  return { outcomes, waiting: waiting === null ? null : { result: waiting, began } };
}

async function waited<T>(
  fuzzTarget: FuzzTarget<T>,
  input: T,
  { result, began }: { result: Promise<unknown>; began: number },
) {
  try {
    return judged(fuzzTarget, input, await result, performance.now() - began);
  } catch (error) {
    return { fault: thrown(error), sort: '', ms: performance.now() - began };
  }
}

async function once<T>(fuzzTarget: FuzzTarget<T>, input: T): Promise<Outcome> {
  const { outcomes, waiting } = started(fuzzTarget, [input]);
  const [outcome] = outcomes;
  if (waiting) return waited(fuzzTarget, input, waiting);
  if (!outcome) throw new Error('nothing was run');
  return outcome;
}

/** What it takes of the processor, which neighbors may be using too: the least of several times. */
export async function processorMs<T>(
  fuzzTarget: FuzzTarget<T>,
  input: T,
  atMost = Number.POSITIVE_INFINITY,
): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let times = 1; times < TIMES && (times === 1 || ms > atMost); times += 1) {
    const before = process.cpuUsage();
    await once(fuzzTarget, input);
    ms = Math.min(ms, spentMs(before));
  }
  return ms;
}

/** The outcome, with a fault where it takes too long each time. */
async function timed<T>(fuzzTarget: FuzzTarget<T>, input: T, first: Outcome): Promise<Outcome> {
  if (first.fault?.sort === ENDLESS) return once(fuzzTarget, input);
  const most = allowedMs(fuzzTarget, input);
  const isLong = first.fault === null && first.ms > most;
  const ms = isLong ? Math.min(first.ms, await processorMs(fuzzTarget, input, most)) : first.ms;
  if (first.fault !== null || ms <= most) return { ...first, ms };
  const told = `${fuzzTarget.kind.size(input)} bytes take ${Math.round(ms)} ms, more than ${Math.round(most)}`;
  return { ...first, ms, fault: { sort: TIME, told } };
}

export const runInput = async <T>(fuzzTarget: FuzzTarget<T>, input: T): Promise<Outcome> =>
  timed(fuzzTarget, input, await once(fuzzTarget, input));

/** All of them, until one has a fault. */
export async function triedAll<T>(
  fuzzTarget: FuzzTarget<T>,
  inputs: readonly T[],
): Promise<{ input: T; outcome: Outcome }[]> {
  const all: { input: T; outcome: Outcome }[] = [];
  while (all.length < inputs.length) {
    const rest = inputs.slice(all.length);
    const { outcomes, waiting } = started(fuzzTarget, rest);
    const [next] = rest.slice(outcomes.length);
    const found = [...outcomes];
    if (waiting && next !== undefined) found.push(await waited(fuzzTarget, next, waiting));
    for (const [i, first] of found.entries()) {
      const input = rest[i];
      if (input === undefined) throw new Error('more outcomes than inputs');
      const outcome = await timed(fuzzTarget, input, first);
      all.push({ input, outcome });
      if (outcome.fault) return all;
    }
  }
  return all;
}
