import { expect, it } from 'vitest';
import { endpoints } from '../../../../src/api/endpoints.ts';
import { loggedIn } from '../testing.ts';

/** Answered as where there is no route. SRT: as by a real core whose server is off. */
const ABSENT = ['srt'];
/** It starts the servers anew, so it is asked for last. */
const LAST = 'configReload';

const names = Object.keys(endpoints)
  .filter((name) => name !== LAST)
  .concat(LAST);

it('has every endpoint that the interface calls', async () => {
  const { ask, json, token } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  await json('PUT', '/api/v3/metadata/known', 1, token);
  for (const storage of ['disk', 'mem']) await ask('PUT', `/api/v3/fs/${storage}/known`, { token, body: 'x' });
  const absent: string[] = [];
  for (const [name, { method, path }] of Object.entries(endpoints).sort(
    ([a], [b]) => names.indexOf(a) - names.indexOf(b),
  )) {
    const url = `/api${path.replace(/[:*]\w+/g, 'known')}`;
    const answer = await ask(method, url, { token });
    // A refusal of what was asked is an answer of the endpoint.
    if (answer.text.includes('["Not Found"]')) absent.push(name);
    // Files must outlive their turn to be deleted.
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
] as const)('answers everybody: %s %s', async (method, path, status) => {
  const { ask } = await loggedIn({ CORE_METRICS_ENABLE_PROMETHEUS: 'true' });
  expect((await ask(method, path)).status).toBe(status);
});
