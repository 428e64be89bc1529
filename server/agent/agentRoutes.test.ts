import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOGIN_HEADER } from '../../agent/agentMessages.ts';
import { loggedIn, start, until } from '../../harness/test/core/testing.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { AGENT_API, ProblemDetails } from '../../src/api/agentEndpoints.ts';
import { agentRoutes } from './agentRoutes.ts';

const PROBLEM = 'application/problem+json';

describe('the API of the agent at a core whose agent is not running', () => {
  it.each(['/healthz', '/state', '/events'])('responds to %s with 503 and a `Retry-After` header', async (path) => {
    const { ask, token } = await loggedIn();
    const answer = await ask('GET', AGENT_API + path, { token });
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
      ...[503, '5', PROBLEM],
    ]);
    expect(ProblemDetails.parse(answer.json())).toMatchObject({
      status: 503,
      detail: expect.stringMatching(/protected/),
    });
  });

  it('passes an agent token on to the agent, and rejects it on every route of the core', async () => {
    const { ask } = await loggedIn();
    const token = `slt_${'a'.repeat(32)}`;
    for (const path of ['/state', '/tokens', '/events'])
      expect((await ask('GET', AGENT_API + path, { token })).status).toBe(503);
    for (const path of ['/api/v3/process', '/api/v3/config', '/api/v3/metadata', `${AGENT_API}x`, '/agent/api'])
      expect((await ask('GET', path, { token })).status, path).not.toBe(200);
    expect((await ask('GET', '/api/v3/process', { token })).status).toBe(401);
    expect((await ask('GET', `${AGENT_API}/state?token=${token}`)).status).toBe(401);
  });

  it('requires a token for everything except `/healthz`', async () => {
    const { ask, refresh } = await loggedIn();
    for (const path of ['/state', '/events', '/anything', '/healthz/more'])
      for (const token of [undefined, 'wrong', refresh]) {
        const answer = await ask('GET', AGENT_API + path, token === undefined ? {} : { token });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([401, PROBLEM]);
        expect(ProblemDetails.parse(answer.json()).status).toBe(401);
      }
    expect((await ask('GET', `${AGENT_API}/healthz`)).status).toBe(503);
  });

  it.each([
    ['POST', '/receivers'],
    ['PUT', '/alarms'],
    ['DELETE', '/receivers/x'],
    ['POST', '/receivers/x/test'],
  ])('requires a token for %s %s', async (method, path) => {
    const { ask } = await loggedIn();
    expect((await ask(method, AGENT_API + path, {})).status).toBe(401);
  });

  it.each(['POST', 'PUT', 'DELETE'])('responds with 404 to %s on a route that only has GET', async (method) => {
    const { ask, token } = await loggedIn();
    expect((await ask(method, `${AGENT_API}/state`, { token })).status).toBe(404);
  });

  it.each(['/agent%2Fapi/v1/state', '/agent/api/v1', '/agent/api/v1%2Fstate', '//agent/api/v1/state'])(
    'responds with 404 to the differently written path %s',
    async (path) => {
      const { ask, token } = await loggedIn();
      expect((await ask('GET', path, { token })).status).toBe(404);
    },
  );

  it('follows the cross-origin rules of the core API', async () => {
    const { ask, token } = await loggedIn();
    const headers = { Origin: 'https://other.example' };
    for (const path of ['/api/v3/process', `${AGENT_API}/state`, `${AGENT_API}/healthz`])
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await ask(method, path, { token, headers });
        expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
        if (method === 'GET') expect(answer.headers.get('vary')).toContain('Origin');
      }
    expect((await ask('GET', `${AGENT_API}/state`, { headers })).status).toBe(401);
    // Without a login, CORS would open the API to every page.
    const open = await start();
    const refused = await open.ask('GET', `${AGENT_API}/state`, { headers });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect((await open.ask('GET', `${AGENT_API}/state`)).status).toBe(503);
  });
});

it("the metrics token from a file reads the agent's metrics and nothing else", async () => {
  const file = join(testTempDir(), 'token');
  const [good, next] = ['a-token-for-metrics-1', 'a-token-for-metrics-2'];
  writeFileSync(file, `${good}\n`);
  const { ask, token } = await loggedIn({ SLUICE_AGENT_METRICS_TOKEN_FILE: file });
  // No agent is running here, so an accepted token gets 503.
  const statusOf = async (path: string, bearer: string) => (await ask('GET', path, { token: bearer })).status;
  expect(await statusOf(`${AGENT_API}/metrics`, good)).toBe(503);
  expect(await statusOf(`${AGENT_API}/metrics`, token)).toBe(503);
  for (const wrong of [next, good.slice(0, -1), `${good}1`, 'x'])
    expect(await statusOf(`${AGENT_API}/metrics`, wrong), wrong).toBe(401);
  for (const path of [`${AGENT_API}/state`, `${AGENT_API}/metrics/x`, `${AGENT_API}/history`, '/api/v3/process'])
    expect(await statusOf(path, good), path).toBe(401);
});

describe('requests to an agent', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  let socket: string | null = null;
  let asleep: string | null = null;
  let wakes = 0;
  let address = '';
  let close: () => Promise<unknown> = async () => undefined;
  const requests: IncomingMessage[] = [];

  beforeEach(async () => {
    requests.length = 0;
    wakes = 0;
    asleep = null;
    socket = join(testTempDir(), 'api.sock');
    const agent = createServer((request, response) => {
      requests.push(request);
      answer(request, response);
    });
    await new Promise<void>((resolve) => agent.listen(socket, resolve));
    const app = Fastify();
    const wake = () => {
      wakes++;
      socket ??= asleep;
    };
    await app.register(agentRoutes({ wake, socket: () => socket }));
    app.setErrorHandler((error, _request, reply) =>
      reply.code(Number(Reflect.get(Object(error), 'status'))).send('away'),
    );
    address = await app.listen({ host: '127.0.0.1', port: 0 });
    close = async () => {
      agent.closeAllConnections();
      agent.close();
      await app.close();
    };
  });
  afterEach(() => close());
  const requestAgent = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${address}${AGENT_API}${path}`, { headers, ...(signal === undefined ? {} : { signal }) });

  it('forward URL and allowed headers, but neither the core token nor cookies', async () => {
    answer = (_request, response) => {
      response.writeHead(422, { 'Content-Type': PROBLEM, 'Set-Cookie': 'a=b', 'Retry-After': '7' }).end('{"a":1}');
    };
    const got = await requestAgent('/events?since=3', {
      ...{ Authorization: 'Bearer secret', Cookie: 'secret', Accept: 'application/json', 'Last-Event-ID': '9' },
    });
    expect([got.status, await got.text(), got.headers.get('retry-after')]).toEqual([422, '{"a":1}', '7']);
    expect(got.headers.get('set-cookie')).toBeNull();
    expect(requests[0]?.url).toBe(`${AGENT_API}/events?since=3`);
    expect(requests[0]?.headers).toMatchObject({ accept: 'application/json', 'last-event-id': '9' });
    expect(JSON.stringify(requests[0]?.rawHeaders)).not.toContain('secret');
  });

  it.each([
    [{ Authorization: 'Bearer core' }, { [LOGIN_HEADER]: '1' }],
    [{ Authorization: 'Bearer slt_a', [LOGIN_HEADER]: '1' }, { authorization: 'Bearer slt_a' }],
    [
      { Authorization: 'Bearer core', [LOGIN_HEADER]: '0', 'Idempotency-Key': 'k' },
      { [LOGIN_HEADER]: '1', 'idempotency-key': 'k' },
    ],
  ])('with headers %j reach the agent with the login headers %j', async (headers, headersAtAgent) => {
    answer = (_request, response) => response.end('{}');
    await requestAgent('/state', headers);
    const names = ['authorization', LOGIN_HEADER, 'idempotency-key'];
    const got = Object.fromEntries(Object.entries(requests[0]?.headers ?? {}).filter(([name]) => names.includes(name)));
    expect(got).toEqual(headersAtAgent);
  });

  it('forward method and body', async () => {
    let body = '';
    answer = (request, response) => {
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => response.end('{}'));
    };
    const form = '{"kind":"ntfy"}';
    const headers = { 'Content-Type': 'application/json' };
    const got = await fetch(`${address}${AGENT_API}/receivers/a%20b`, { method: 'PUT', headers, body: form });
    expect([got.status, body, requests[0]?.method, requests[0]?.url]).toEqual([
      200,
      form,
      'PUT',
      `${AGENT_API}/receivers/a%20b`,
    ]);
    const large = { method: 'PUT', headers, body: 'x'.repeat(300_000) };
    expect((await fetch(`${address}${AGENT_API}/alarms`, large)).status).not.toBe(200);
    expect(requests.length).toBe(1);
  });

  it.each([
    ['/receivers', '', true],
    ['/alarms', '', true],
    ['/tokens', '', true],
    ['/schedules', '', true],
    ['/schedules/next', '', false],
    ['/state', '', false],
    ['/events', '', false],
    // Only the agent can tell whether its token is valid.
    ['/alarms', 'Bearer slt_a', false],
  ])('for %s with authorization %j wake a sleeping agent: %s', async (path, token, isWoken) => {
    answer = (_request, response) => response.end('{}');
    [asleep, socket] = [socket, null];
    const headers: Record<string, string> = token === '' ? {} : { Authorization: token };
    expect([(await requestAgent(path, headers)).status, wakes]).toEqual(isWoken ? [200, 1] : [503, 0]);
  });

  it('stream the response, and close it when the client disconnects', async () => {
    let isGone = false;
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('id: 1\ndata: {}\n\n');
      response.on('close', () => {
        isGone = true;
      });
    };
    const abort = new AbortController();
    const stream = await requestAgent('/events', {}, abort.signal);
    const reader = stream.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('id: 1\ndata: {}\n\n');
    abort.abort();
    await until(async () => isGone, Boolean);
  });

  it('apply back-pressure to the agent while the client does not read a stream', async () => {
    let max = 0;
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const write = () => {
        while (response.writableLength < 1024 * 1024 && max < 64) {
          response.write('x'.repeat(1024 * 1024));
          max++;
        }
      };
      write();
      response.on('drain', write);
    };
    const abort = new AbortController();
    await requestAgent('/events', {}, abort.signal);
    let before = -1;
    while (before !== max) {
      before = max;
      await sleep(200);
    }
    expect(max).toBeLessThan(32);
    abort.abort();
  });

  it('get 503 when the agent breaks the connection or is gone', async () => {
    answer = (_request, response) => response.destroy();
    const broken = await requestAgent('/state');
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '5']);
    socket = '/nowhere/api.sock';
    expect((await requestAgent('/state')).status).toBe(503);
    socket = null;
    expect((await requestAgent('/state')).status).toBe(503);
  });

  it('for `/healthz` are answered from a cache for one second', async () => {
    answer = (_request, response) => response.end('{"status":"ok"}');
    const all = await Promise.all(Array.from({ length: 200 }, () => requestAgent('/healthz')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(requests.length).toBeLessThan(10);
  });
});
