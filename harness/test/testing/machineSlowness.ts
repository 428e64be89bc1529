import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod';

/** The environment variable with the slowness, for the steps of a run. */
export const SLOWNESS = 'TEST_SLOWNESS';

/** Timeout for one event on an idle machine with two cores. */
const ONE_WAIT_MS = 60_000;
const WHOLE_TEST_MS = 240_000;

const QUIET_MS = 220;
const PIECES = 8;
const ROUNDS = 400_000;
/** A slower machine has stopped, and waiting longer does not help. */
const SLOWEST = 10;

const hash = promisify(pbkdf2);

/** Compares with an idle machine with two cores. Runs on all cores, because a single one can be idle. At least 1. */
export async function measureSlowness(): Promise<number> {
  const began = performance.now();
  await Promise.all(Array.from({ length: PIECES }, () => hash('a', 'b', ROUNDS, 32, 'sha256')));
  return slownessOf(performance.now() - began);
}

export const slownessOf = (tookMs: number): number => Math.min(SLOWEST, Math.max(1, tookMs / QUIET_MS));

/** 1 without a measurement, when a test is run alone. */
const slowness = z.coerce.number().min(1).max(SLOWEST).catch(1).parse(process.env[SLOWNESS]);

/** Timeout for one event. Tests set no timeouts themselves, because a longer timeout costs nothing. */
export const PATIENCE_MS = Math.round(ONE_WAIT_MS * slowness);
export const TEST_MS = Math.round(WHOLE_TEST_MS * slowness);

/** Scales a duration of an idle machine to this one, in ms. */
export const scaleToMachine = (quietMs: number): number => quietMs * slowness;

/** The part of the work that this machine does in the time an idle one needs for all of it. */
export const shareOfWork = (work: number): number => Math.floor(work / slowness);
