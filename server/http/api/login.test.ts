import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loggedIn, until } from '../../../harness/test/core/testing.ts';
import { suite } from '../../../harness/test/testing/quickOrWholeSuite.ts';
import { limit } from '../../util/limits.ts';

afterEach(() => {
  vi.useRealTimers();
});

function speak(port: number, text: string): Promise<{ text: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ text: answer, ms: performance.now() - startedAt }));
    socket.write(text);
  });
}

const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('a malformed login request', () => {
  it.each([
    ['without a length', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, 411],
    [
      'without a length that expects 100-continue',
      `${head}Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n`,
      411,
    ],
    ['too large', `${head}Content-Length: ${limit('loginBody') + 1}\r\n\r\n{`, 413],
    ['too large that expects 100-continue', `${head}Expect: 100-continue\r\nContent-Length: 999999\r\n\r\n`, 413],
  ])('%s is rejected at once, without reading its body', async (_, text, status) => {
    const { core } = await loggedIn();
    const answer = await speak(core.ports().http, text);
    expect(answer.text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    if (suite === 'whole') expect(answer.ms).toBeLessThan(limit('loginBodyTime'));
  });

  it('times out when its body is slow @timed', async () => {
    const { core } = await loggedIn();
    const { text, ms } = await speak(core.ports().http, `${head}Content-Length: 50\r\n\r\n{`);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeGreaterThan(limit('loginBodyTime') - 100);
    expect(ms).toBeLessThan(limit('loginBodyTime') + 8_000);
  });
});

describe('an unauthorized request', () => {
  it.each([
    'PUT /api/v3/config',
    'POST /api/v3/process',
    'PUT /memfs/a.ts',
    'POST /api/nope',
    'PUT /nope',
    'OPTIONS /api',
    'GET /api',
  ])('%s gets its response before the body arrives', async (request) => {
    const { core } = await loggedIn();
    const { text, ms } = await speak(
      core.ports().http,
      `${request} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 (401|404|204|200) /);
    if (suite === 'whole') expect(ms).toBeLessThan(limit('loginBodyTime'));
  });

  it('gets no `100 Continue`', async () => {
    const { core } = await loggedIn();
    const { text } = await speak(
      core.ports().http,
      'PUT /api/v3/config HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1000000\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
  });
});

it('a wrong password for /memfs counts as a failed login, but delays neither ffmpeg nor other users @timed', async () => {
  const { ask, json, core, token } = await loggedIn({ CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'mem' });
  const basic = (password: string) => `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const far = { 'X-Forwarded-For': '1.2.3.4, 203.0.113.9' };
  const put = (password: string, headers: Record<string, string>) =>
    ask('PUT', '/memfs/a.txt', { body: 'x', headers: { ...headers, Authorization: basic(password) } });
  const responses = await Promise.all(Array.from({ length: 250 }, (_, index) => put(`wrong${index}`, far)));
  const statuses = responses.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  const compared = statuses.filter((status) => status === 401).length;
  const lines = () => core.log.lines().filter((line) => line.includes('msg="Wrong password for /memfs"'));
  // Excess lines of a second are summed up in one line.
  const leftOut = () =>
    core.log.lines().flatMap((line) => /(\d+) HTTP Wrong password for \/memfs/.exec(line)?.[1] ?? []);
  await until(
    async () => leftOut().reduce((sum, count) => sum + Number(count), lines().length),
    (result) => result === compared,
  );
  expect(lines()[0]).toContain('level=WARN component="HTTP" msg="Wrong password for /memfs" client="203.0.113.9"');

  const startedAt = performance.now();
  expect((await put('mem', {})).status).toBe(201);
  expect((await json('POST', '/api/login', { username: 'admin', password: 'secret' })).status).toBe(200);
  expect((await ask('GET', '/api/v3/config', { token, headers: far })).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

it.each([
  ['/api/login', (_: number) => ({ 'Content-Type': 'application/json' }), 401],
  ['/memfs/a.txt', (index: number) => ({ Authorization: `Basic ${btoa(`admin:wrong${index}`)}` }), 401],
] as const)(
  '%s: forged `X-Forwarded-For` addresses do not evade the rate limit @timed',
  async (path, headersOf, wrong) => {
    const { ask } = await loggedIn({ CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'mem' });
    const tryLogin = (index: number) =>
      ask(path === '/api/login' ? 'POST' : 'PUT', path, {
        body: JSON.stringify({ username: 'admin', password: `wrong${index}` }),
        headers: { ...headersOf(index), 'X-Forwarded-For': `192.168.${index >> 8}.${index & 255}` },
      });
    const free = await Promise.all(Array.from({ length: limit('freeLoginsOfProxy') }, (_, index) => tryLogin(index)));
    expect(new Set(free.map(({ status }) => status))).toEqual(new Set([wrong]));
    const refused = Array.from({ length: 60 }, async (_, index) => {
      const { status } = await tryLogin(1000 + index);
      if (status !== 429) throw new Error(`answered ${status}`);
      return status;
    });
    expect(await Promise.any(refused)).toBe(429);
  },
);
