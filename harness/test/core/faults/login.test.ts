import { expect, it } from 'vitest';
import { limit } from '../../../../server/util/limits.ts';
import { sampleOf } from '../../testing/quickOrWholeSuite.ts';
import { until } from '../testing.ts';
import { bytePieces, floodLogin, medianPingMs } from './floodClients.ts';
import { type RunningCore, residentMb, runCore } from './runCore.ts';

const environment = {
  CORE_API_AUTH_ENABLE: 'true',
  CORE_API_AUTH_USERNAME: 'admin',
  CORE_API_AUTH_PASSWORD: 'secret',
};

/** Connects separately, so that requests do not queue on one connection. */
async function logIn({ port }: RunningCore, headers: Record<string, string> = {}) {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'admin', password: 'secret' }),
  });
  const { access_token: token } = await answer.json();
  return { status: answer.status, token, ms: performance.now() - began };
}

/** Counts wrong logins in the log, including those summarized as dropped lines. */
function comparedOf(core: RunningCore): number {
  const leftOut = [...core.said().matchAll(/(\d+) HTTP Wrong login/g)].map(([, count]) => Number(count));
  return leftOut.reduce((sum, count) => sum + count, core.said().split('msg="Wrong login"').length - 1);
}

async function allComparedOf(core: RunningCore): Promise<number> {
  let last = { count: -1, sinceMs: 0 };
  await until(
    async () => {
      const count = comparedOf(core);
      if (count !== last.count) last = { count, sinceMs: performance.now() };
      return performance.now() - last.sinceMs;
    },
    (quietMs) => quietMs > 2_000,
  );
  return last.count;
}

it('wrong logins are delayed, and the right one succeeds behind a hundred of them @timed', async () => {
  const core = await runCore({ environment });
  const login = (password: string) => core.ask('POST', '/api/login', { username: 'admin', password });
  const wrong = Array.from({ length: 100 }, (_, index) => login(`wrong${index}`));
  const other = await logIn(core, { 'X-Forwarded-For': '203.0.113.9' });
  expect(other.status).toBe(200);
  expect(other.ms).toBeLessThan(2_500);
  const right = await logIn(core);
  expect(right.status).toBe(200);
  expect(right.ms).toBeLessThan(limit('loginWait') + 2_500);
  const list = await fetch(`http://127.0.0.1:${core.port}/api/v3/process`, {
    headers: { Authorization: `Bearer ${right.token}` },
  });
  expect(list.status).toBe(200);
  for (const { status, ms } of await Promise.all(wrong)) {
    expect(status).toBe(401);
    expect(ms).toBeGreaterThan(4_900);
  }
});

it('logins above the queue limit are rejected at once, and the operator gets in afterwards @timed', async () => {
  const core = await runCore({ environment });
  const guesses = Array.from({ length: 400 }, (_, index) => floodLogin(core.port, `wrong${index}`, 30_000));
  await until(
    async () => comparedOf(core),
    (count) => count > limit('freeLogins'),
  );
  expect((await logIn(core, { 'X-Forwarded-For': '203.0.113.9' })).ms).toBeLessThan(2_500);
  const answers = await Promise.all(guesses);
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 429]));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.text).toContain('Try again in a moment');
  expect((await logIn(core)).status).toBe(200);
});

it('guessing with aborted requests is as slow as with complete ones, and each guess is logged @timed', async () => {
  const core = await runCore({ environment });
  const end = performance.now() + 10_000;
  let tries = 0;
  const guess = async () => {
    while (performance.now() < end) {
      tries += 1;
      await floodLogin(core.port, `wrong${tries}`, 400);
    }
  };
  await Promise.all(Array.from({ length: 150 }, guess));
  // If aborted requests stayed in the queue, the operator would wait for seconds.
  const { status, ms } = await logIn(core);
  expect(status).toBe(200);
  expect(ms).toBeLessThan(2_500);
  const compared = await allComparedOf(core);
  expect(tries).toBeGreaterThan(500);
  expect(compared).toBeGreaterThan(limit('freeLogins'));
  // The delays of that many add up to ten seconds.
  expect(compared).toBeLessThan(160);
  expect(core.said()).toMatch(/level=WARN component="HTTP" msg="Wrong login" client="127\.0\.0\.1"/);
});

it.each([
  ['one after the other', ''],
  ['sent without waiting for an answer', 'pipelined'],
])('wrong logins on one connection count like others: %s @nightly', async (_, form) => {
  const core = await runCore({ environment });
  const began = performance.now();
  const { text } = await floodLogin(core.port, 'wrong', 12_000, form === '' ? 1 : limit('pipelined'));
  const seconds = (performance.now() - began) / 1000;
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
  expect(await allComparedOf(core)).toBeLessThanOrEqual(Math.ceil(seconds / 5) + 1);
});

it('an oversized login is rejected', async () => {
  const core = await runCore({ environment });
  const body = JSON.stringify({ username: 'admin', password: 'x'.repeat(limit('loginBody')) });
  expect((await core.ask('POST', '/api/login', body)).status).toBe(413);
});

it.each([
  ['deep', `{"username":1,"password":${'['.repeat(1990)}${'0,'.repeat(6000)}0${']'.repeat(1990)}}`],
  ['long', `{"username":1,"password":[${'0,'.repeat(8000)}0]}`],
  ['of many keys', `{"username":1,${Array.from({ length: 1500 }, (_, at) => `"k${at}":0`).join(',')}}`],
])('50 logins per second that are %s do not block other requests @timed', async (_, body) => {
  const core = await runCore({ environment });
  expect(body.length).toBeLessThan(limit('loginBody'));
  const logins: Promise<unknown>[] = [];
  const flood = setInterval(() => logins.push(core.ask('POST', '/api/login', body)), 20);
  const ms = await medianPingMs(core.port, 5_000);
  clearInterval(flood);
  const answers = await Promise.all(logins);
  expect(answers.length).toBeGreaterThan(100);
  expect(ms).toBeLessThan(50);
});

it.each(
  sampleOf(
    [
      ['to log in', 'POST /api/login', environment, 200],
      ['to a core without a login', 'PUT /api/v3/metadata/x', {}, 60],
      ['as a file in memory', 'PUT /memfs/x', {}, 60],
      ['as a file on the disk', 'PUT /api/v3/fs/disk/x', {}, 60],
      ['where there is nothing', 'POST /api/nope', {}, 60],
    ] as const,
    5,
  ),
)(
  'bodies sent byte by byte use little memory, and their connections are closed: %s',
  async (_, request, settings, connections) => {
    const core = await runCore({ environment: settings });
    const before = residentMb(core.pid);
    const clients = await bytePieces(core.port, request, { connections, pieces: 16_000 });
    let most = 0;
    await until(
      async () => {
        most = Math.max(most, residentMb(core.pid));
        return clients.filter(({ closed }) => !closed).length;
      },
      (open) => open === 0,
      60_000,
    );
    expect(most - before).toBeLessThan(64);
    expect((await core.ask('GET', '/ping')).text).toBe('pong');
  },
);
