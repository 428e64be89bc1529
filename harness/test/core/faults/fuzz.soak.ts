import { expect, it } from 'vitest';
import { endpoints, fuzzApi, fuzzTarget } from './apiFuzz.ts';
import { residentMb, SEED } from './runCore.ts';

it.each(endpoints)('%s %s never responds to 1000 random bodies with a server error', async (...endpoint) => {
  const core = await fuzzTarget(endpoint);
  await fuzzApi(core, endpoint, { count: 1000, seed: SEED });
  expect((await core.ask('GET', '/ping')).text).toBe('pong');
  expect(residentMb(core.pid)).toBeLessThan(400);
});
