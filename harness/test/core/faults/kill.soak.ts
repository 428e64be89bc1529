import { expect, it } from 'vitest';
import { killDuringWrites } from './killDuringWrites.ts';
import { orphansAfter } from './orphansAfterSignal.ts';
import { SEED } from './runCore.ts';

const seeds = Array.from({ length: 30 }, (_, index) => SEED + index);

it.each(seeds)('a kill -9 during 200 random writes loses nothing acknowledged (seed %d)', async (seed) =>
  expect(await killDuringWrites(seed, 200)).toBeGreaterThan(0),
);

it.each(['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGTERM'] as const)(
  'none of 20 ffmpegs outlives a core that ends by %s',
  (signal) => expect(orphansAfter(signal, 20)).resolves.toEqual([]),
);
