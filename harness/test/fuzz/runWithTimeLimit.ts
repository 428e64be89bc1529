import { Script } from 'node:vm';

const NAME = Symbol.for('sluice.fuzz.work');
const script = new Script("globalThis[Symbol.for('sluice.fuzz.work')]()");

/** Work took longer than it may. */
export class Endless extends Error {
  override readonly name = 'Endless';
}

/** Runs it and ends it after so long, also in the middle of an expression that backtracks for ever. */
export function within(patienceMs: number, work: () => void): void {
  Reflect.set(globalThis, NAME, work);
  try {
    script.runInThisContext({ timeout: patienceMs });
  } catch (error) {
    const isTimeout = error instanceof Error && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isTimeout ? new Endless(`not done after ${patienceMs} ms`) : error;
  }
}
