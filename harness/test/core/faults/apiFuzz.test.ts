import { expect, it } from 'vitest';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { endpoints, fuzzApi, fuzzTarget } from './apiFuzz.ts';
import { SEED } from './runCore.ts';

it.each(sampleOf(endpoints, 4))('%s %s never responds to random bodies with a server error', async (...endpoint) => {
  const core = await fuzzTarget(endpoint);
  await fuzzApi(core, endpoint, { count: 60, seed: SEED });
  expect((await core.ask('GET', '/ping')).text).toBe('pong');
});
