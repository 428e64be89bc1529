import { expect, it } from 'vitest';
import { endpoints } from '../../../../src/api/endpoints.ts';
import { loggedIn } from '../testing.ts';

/** Endpoints that respond with 404, for SRT like a real core whose SRT server is off. */
const ABSENT = ['srt'];
/** Called last, because it restarts the servers. */
const LAST = 'configReload';

const names = Object.keys(endpoints)
  .filter((name) => name !== LAST)
  .concat(LAST);

it('the core has every endpoint that the interface calls', async () => {
  const { ask, json, token } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  await json('PUT', '/api/v3/metadata/known', 1, token);
  for (const storage of ['disk', 'mem']) await ask('PUT', `/api/v3/fs/${storage}/known`, { token, body: 'x' });
  const absent: string[] = [];
  for (const [name, { method, path }] of Object.entries(endpoints).sort(
    ([a], [b]) => names.indexOf(a) - names.indexOf(b),
  )) {
    const url = `/api${path.replace(/[:*]\w+/g, 'known')}`;
    const answer = await ask(method, url, { token });
    if (answer.text.includes('["Not Found"]')) absent.push(name);
    // Recreates files before they are deleted.
    if (method === 'DELETE' && path.includes('/fs/')) await ask('PUT', url, { token, body: 'x' });
  }
  expect(absent).toEqual(ABSENT);
});

it.each([
  ['GET', '/ping', 200],
  ['GET', '/metrics', 200],
  ['GET', '/api', 200],
  ['GET', '/api/v3/widget/process/none', 404],
  ['GET', '/ui/', 200],
  ['GET', '/memfs/none.m3u8', 404],
  ['GET', '/none.html', 404],
] as const)('%s %s gets a response without a login', async (method, path, status) => {
  const { ask } = await loggedIn({ CORE_METRICS_ENABLE_PROMETHEUS: 'true' });
  expect((await ask(method, path)).status).toBe(status);
});
