import { expect, it } from 'vitest';
import { killDuringWrites } from './killDuringWrites.ts';
import { SEED } from './runCore.ts';

it('nothing acknowledged is lost by a kill -9 during 200 random writes', async () =>
  expect(await killDuringWrites(SEED, 200)).toBeGreaterThan(0));
