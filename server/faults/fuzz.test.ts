import { expect, it, vi } from 'vitest';
import { endpoints, fuzz, fuzzTarget } from './fuzz.ts';
import { SEED } from './testing.ts';

vi.setConfig({ testTimeout: 60_000 });

it.each(endpoints)('random bodies are no fault of ours: %s %s', async (...endpoint) => {
  const core = await fuzzTarget(endpoint);
  await fuzz(core, endpoint, { count: 60, seed: SEED });
  expect((await core.ask('GET', '/ping')).text).toBe('pong');
});
