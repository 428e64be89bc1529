import { Script } from 'node:vm';
import { scaleToMachine } from '../testing/machineSlowness.ts';
import type { Kind } from './kinds.ts';
import { sizeOf, sortOf } from './must.ts';

/** Faults of one sort count as the same fault. */
export interface Fault {
  readonly sort: string;
  readonly told: string;
}

export interface Outcome<T> {
  readonly input: T;
  readonly fault: Fault | null;
  readonly sort: string;
  readonly ms: number;
}

export interface Bounds {
  /** Allowed ms per run regardless of its input. */
  readonly baseMs: number;
  /** Additional ms per kB. Superlinear work soon exceeds it. */
  readonly msPerKb: number;
  readonly growTo: number;
  /** Allowed size of a result: a base, plus a factor of the input size. */
  readonly outputBase: number;
  readonly output: number;
  readonly patienceMs: number;
  /** Whether results may contain NaN and infinite numbers. */
  readonly isAnyNumber: boolean;
}

/** Wide enough for a busy machine, but not for quadratic work at these sizes. */
export const BOUNDS: Bounds = {
  baseMs: 100,
  msPerKb: 1,
  growTo: 1024 * 1024,
  outputBase: 8192,
  patienceMs: 20_000,
  output: 24,
  isAnyNumber: false,
};

export interface FuzzTarget<T> {
  readonly kind: Kind<T>;
  readonly run: (input: T) => unknown;
  readonly bounds: Bounds;
}

export const ENDLESS = 'endless';
export const TIME = 'time';

const NAME = Symbol.for('sluice.fuzz.work');
const script = new Script("globalThis[Symbol.for('sluice.fuzz.work')]()");

/** Aborts the work after this time, even within a backtracking expression. Returns whether it was aborted. */
function isEndedAfter(patienceMs: number, work: () => void): boolean {
  Reflect.set(globalThis, NAME, work);
  try {
    script.runInThisContext({ timeout: patienceMs });
    return false;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
}

export const spentMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Allowed processor time, scaled to the speed of the machine. */
export const allowedMs = <T>({ bounds }: FuzzTarget<T>, input: T): number =>
  scaleToMachine(bounds.baseMs + (bounds.msPerKb * sizeOf(input)) / 1024);

const faultOf = (error: unknown): Fault => {
  const [name, message] = error instanceof Error ? [error.name, error.message] : ['not an error', String(error)];
  const at =
    error instanceof Error ? (error.stack ?? '').split('\n').find((line) => / at .*(src|server)\//.test(line)) : '';
  const summary = message.replace(/[:"'`].*/s, '').slice(0, 60);
  return { sort: `${name} ${summary}`, told: `${name}: ${message.slice(0, 600)}${at ? `\n${at}` : ''}` };
};

/** Nearly all targets are synchronous; awaiting each would cost more than most runs. */
function attempt<T>({ run, bounds }: FuzzTarget<T>, input: T): Outcome<T> | Promise<Outcome<T>> {
  const began = performance.now();
  const judge = (result: unknown): Outcome<T> => {
    const ms = performance.now() - began;
    const [size, bytes] = [sizeOf(result, bounds.isAnyNumber), sizeOf(input)];
    const most = bounds.outputBase + bounds.output * bytes;
    if (size <= most) return { input, fault: null, sort: sortOf(result), ms };
    return { input, fault: { sort: 'output', told: `of ${bytes} it makes ${size}, more than ${most}` }, sort: '', ms };
  };
  const fail = (error: unknown): Outcome<T> => ({
    input,
    fault: faultOf(error),
    sort: '',
    ms: performance.now() - began,
  });
  try {
    const result = run(input);
    return result instanceof Promise ? result.then(judge).catch(fail) : judge(result);
  } catch (error) {
    return fail(error);
  }
}

/** Returns the outcomes in order, up to the first fault. */
async function attemptAll<T>(fuzzTarget: FuzzTarget<T>, inputs: readonly T[]): Promise<Outcome<T>[]> {
  const { patienceMs } = fuzzTarget.bounds;
  const outcomes: Outcome<T>[] = [];
  while (outcomes.length < inputs.length && !outcomes.at(-1)?.fault) {
    const started: (Outcome<T> | Promise<Outcome<T>>)[] = [];
    const isEnded = isEndedAfter(patienceMs, () => {
      for (const input of inputs.slice(outcomes.length)) {
        const outcome = attempt(fuzzTarget, input);
        started.push(outcome);
        if (outcome instanceof Promise || outcome.fault) return;
      }
    });
    outcomes.push(...(await Promise.all(started)));
    const [input] = inputs.slice(outcomes.length);
    const text = `takes more than ${patienceMs} ms`;
    if (isEnded && input !== undefined)
      outcomes.push({ input, fault: { sort: ENDLESS, told: text }, sort: '', ms: patienceMs });
  }
  return outcomes;
}

/** Processor time as the minimum of up to three runs, because other processes disturb it. Stops at `quick` ms. */
export async function processorMs<T>(fuzzTarget: FuzzTarget<T>, input: T, quick = 0): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && ms > quick; times += 1) {
    const before = process.cpuUsage();
    await attemptAll(fuzzTarget, [input]);
    ms = Math.min(ms, spentMs(before));
  }
  return ms;
}

/** Repeats a slow run, and reports a fault only if every run is too slow. */
async function confirmTime<T>(fuzzTarget: FuzzTarget<T>, first: Outcome<T>): Promise<Outcome<T>> {
  const { input, fault } = first;
  if (fault?.sort === ENDLESS) return (await attemptAll(fuzzTarget, [input]))[0] ?? first;
  const most = allowedMs(fuzzTarget, input);
  if (fault !== null || first.ms <= most) return first;
  const ms = Math.min(first.ms, await processorMs(fuzzTarget, input, most));
  const text = `${sizeOf(input)} bytes take ${Math.round(ms)} ms, more than ${Math.round(most)}`;
  return { ...first, ms, fault: ms > most ? { sort: TIME, told: text } : null };
}

export async function runInputs<T>(fuzzTarget: FuzzTarget<T>, inputs: readonly T[]): Promise<Outcome<T>[]> {
  const confirmed: Outcome<T>[] = [];
  for (const first of await attemptAll(fuzzTarget, inputs)) {
    const outcome = await confirmTime(fuzzTarget, first);
    confirmed.push(outcome);
    if (outcome.fault) break;
  }
  return confirmed;
}

export async function runInput<T>(fuzzTarget: FuzzTarget<T>, input: T): Promise<Outcome<T>> {
  const [outcome] = await runInputs(fuzzTarget, [input]);
  if (!outcome) throw new Error('nothing was run');
  return outcome;
}
