import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';

/** How the steps of a run learn how slow the machine is. */
export const SLOWNESS = 'TEST_SLOWNESS';

/** How long one thing is waited for on a quiet machine with two cores: a picture, an answer, a process that ends. */
const ONE_WAIT_MS = 60_000;
/** How long a whole test may take there. */
const WHOLE_TEST_MS = 240_000;

/** Duration of the fixed work on a quiet machine with two cores. */
const QUIET_MS = 220;
const PIECES = 8;
const ROUNDS = 400_000;
/** A machine that seems to be slower than this has stopped: no patience helps. */
const SLOWEST = 10;

const hash = promisify(pbkdf2);

/**
 * How many times slower than a quiet machine with two cores this one is, by the time that a fixed piece of work takes on
 * all cores at a time: one core alone may be free. Never below 1: a fast machine is no reason to hurry.
 */
export async function measureSlowness(): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: PIECES }, () => hash('a', 'b', ROUNDS, 32, 'sha256')));
  return slownessOf(performance.now() - began);
}

export const slownessOf = (tookMs: number): number => Math.min(SLOWEST, Math.max(1, tookMs / QUIET_MS));

/** 1 where nobody has measured: a test that somebody runs alone. */
const slowness = z.coerce.number().min(1).max(SLOWEST).catch(1).parse(process.env[SLOWNESS]);

/** How long a test waits for one thing. No test has a number of its own: what is only waited for costs nothing. */
export const PATIENCE_MS = Math.round(ONE_WAIT_MS * slowness);
/** How long a whole test may take. */
export const TEST_MS = Math.round(WHOLE_TEST_MS * slowness);

/** The time in ms that this machine takes for what takes a quiet one `quietMs`. */
export const scaleToMachine = (quietMs: number): number => quietMs * slowness;

/** The part of a piece of work that this machine does while a quiet one does the whole. */
export const shareOfWork = (work: number): number => Math.floor(work / slowness);
