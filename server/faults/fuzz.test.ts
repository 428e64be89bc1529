import { expect, it, vi } from 'vitest';
import { bombard, endpoints, target } from './fuzz.ts';
import { SEED } from './testing.ts';

vi.setConfig({ testTimeout: 60_000 });

it.each(endpoints)('random bodies are no fault of ours: %s %s', async (...endpoint) => {
  const core = await target(endpoint);
  await bombard(core, endpoint, { count: 60, seed: SEED });
  expect((await core.ask('GET', '/ping')).text).toBe('pong');
});
