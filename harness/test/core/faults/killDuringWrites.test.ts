import { expect, it } from 'vitest';
import { killDuringWrites } from './killDuringWrites.ts';
import { SEED } from './runCore.ts';

it('a kill -9 during 200 random writes loses nothing acknowledged', async () =>
  expect(await killDuringWrites(SEED, 200)).toBeGreaterThan(0));
