import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../harness/test/core/testing.ts';
import { limit } from '../server/util/limits.ts';
import { AGENT_API, type AgentState, agentEndpoints, ProblemDetails } from '../src/api/agentEndpoints.ts';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import { type Admission, createAgentApi } from './agentApi.ts';
import { LOGIN_HEADER } from './agentMessages.ts';
import { noControl } from './control/testing.ts';
import type { History } from './history.ts';
import { type Journal, openJournal } from './journal.ts';
import { OPEN_CORE } from './refusal.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const STATE: AgentState = {
  ...{ version: '1.0.0', role: 'acting' },
  core: { reachable: true, reason: null },
  journal: { isKept: true, last: 7 },
  history: { isKept: true },
  channels: {
    '11111111-2222-3333-4444-555555555555': {
      ...{ version: 1, beat: 3, onAir: 'slate', seconds: 12, why: 'ended', image: 'ready', limitIn: 1788 },
    },
  },
};

const METRICS = {
  metrics: async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', text: 'x 1\n' }),
  mayReadMetrics: (token: string) => token === 'for-metrics',
};

let app: FastifyInstance;
let journal: Journal;
let address = '';
let trouble: string | null = null;
const history = {
  knows: (subject) => subject === 'core',
  read: vi.fn<History['read']>(),
  ...{ add: () => undefined, isKept: () => true, close: async () => undefined },
} satisfies History;
const admit = vi.fn<(token: string, address: string) => Promise<Admission>>();

beforeEach(async () => {
  trouble = null;
  admit.mockImplementation(async (token) => (token === 'good' ? 'granted' : 'refused'));
  journal = openJournal({ disk: null, tell: () => undefined });
  app = createAgentApi({
    ...{ journal, history, admit, alarms: null, schedules: null, state: async () => STATE, trouble: () => trouble },
    ...{ ...METRICS, ...noControl() },
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.resetAllMocks();
  await app.close();
});

const request = (path: string, { token = 'good', ...headers }: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${AGENT_API}${path}`, {
    method,
    headers: { ...(token === '' ? {} : { Authorization: `Bearer ${token}` }), ...headers },
  });
const JSON_ONLY = { Accept: 'application/json' };
const events = async (query: string) =>
  agentEndpoints.agentEvents.answer.parse(await (await request(`/events${query}`, JSON_ONLY)).json());
const problem = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const parsed = ProblemDetails.parse(await answer.json());
  expect(parsed.status).toBe(answer.status);
  return parsed;
};
const add = (count: number, fields: object = {}) => {
  for (let at = 0; at < count; at++) journal.add({ event: 'on-air', channel: 'x', ...fields });
};

async function follow(headers: Record<string, string> = {}, query = '') {
  const abort = new AbortController();
  const answer = await fetch(`${address}${AGENT_API}/events${query}`, {
    headers: { Authorization: 'Bearer good', Accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  const ids: number[] = [];
  let text = '';
  const reading = (async () => {
    if (answer.status !== 200) return;
    for await (const part of answer.body ?? []) {
      text += new TextDecoder().decode(part);
      const records = text.split('\n\n');
      text = records.pop() ?? '';
      for (const record of records) {
        const [, id] = /^id: (\d+)\ndata: {/.exec(record) ?? [];
        if (id !== undefined) ids.push(Number(id));
      }
    }
  })().catch(() => undefined);
  return { answer, ids, reading, end: () => abort.abort() };
}

describe('GET /events for one channel', () => {
  it('returns the events of that channel and global events, page by page', async () => {
    for (let at = 0; at < 50; at++) journal.add({ event: `e${at}`, channel: at % 2 ? 'a' : 'b' });
    journal.add({ event: 'of-all' });
    const first = await events('?channel=a&limit=10');
    expect(first.events.map(({ channel }) => channel)).toEqual([...Array<string>(9).fill('a'), null]);
    const next = await events(`?channel=a&limit=100&before=${first.events[0]?.id}`);
    expect(next.events.length).toBe(16);
    expect(next.events.at(-1)?.id).toBeLessThan(first.events[0]?.id ?? 0);
  });

  it.each([
    ['channel=', 'channel'],
    ['channel=a%0d%0ab', 'channel'],
    [`channel=${'x'.repeat(500)}`, 'channel'],
    ['channel=a&channel=b', 'channel'],
    ['channel=a&before=x', 'before'],
    ['channel=a&before=-1', 'before'],
    ['channel=a&limit=5000', 'limit'],
  ])('returns 400 for ?%s', async (query, field) => {
    const answer = await request(`/events?${query}`, JSON_ONLY);
    expect(await problem(answer)).toMatchObject({ status: 400, field });
  });
});

describe('GET /metrics', () => {
  it.each([
    ['good', 200],
    ['for-metrics', 200],
    ['wrong', 401],
    ['', 401],
  ])('with the token %j returns %i', async (token, status) => {
    const answer = await request('/metrics', { token });
    expect(answer.status).toBe(status);
    if (status === 200) {
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(await answer.text()).toBe('x 1\n');
    }
  });

  it('accepts a token that is valid for no other path', async () => {
    for (const path of ['/state', '/events', '/history?subject=core&from=0&to=1', '/receivers', '/nothing'])
      expect((await request(path, { token: 'for-metrics' })).status, path).toBe(401);
  });
});

describe('GET /state', () => {
  it('returns the state of the agent to clients with a token', async () => {
    const answer = await request('/state');
    expect(agentEndpoints.agentState.answer.parse(await answer.json())).toEqual(STATE);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each<[what: string, headers: Record<string, string>]>([
    ['no token', { token: '' }],
    ['a wrong token', { token: 'wrong' }],
    ['another scheme', { token: '', Authorization: 'Basic good' }],
    ['a malformed token', { token: '', Authorization: 'Bearer a b' }],
    ['a very long token', { token: 'x'.repeat(5000) }],
    ['an empty token', { token: '', Authorization: 'Bearer ' }],
  ])('returns 401 for %s', async (_, headers) => {
    for (const path of ['/state', '/events', '/nothing']) {
      const answer = await request(path, headers);
      expect(await problem(answer)).toMatchObject({ status: 401 });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each<[Admission, RegExp]>([
    ['busy', /checks too many/],
    ['unknown', /does not tell/],
    ['closed', /disable_localhost/],
  ])('returns 503 if the token check results in "%s"', async (admission, message) => {
    admit.mockResolvedValue(admission);
    const response = await problem(await request('/state'));
    expect(response).toMatchObject({ status: 503, detail: expect.stringMatching(message) });
  });

  it.each([
    ['a stranger', 'https://other.example', false],
    ['no origin', 'null', false],
    ['another port of its host', 'http://127.0.0.1:8080', true],
  ])('sends CORS headers to a page of %s only if it is allowed', async (_, origin, isAllowed) => {
    for (const path of ['/state', '/healthz', '/none']) {
      const answer = await request(path, { Origin: origin });
      const preflight = await request(
        path,
        { Origin: origin, 'Access-Control-Request-Method': 'PUT', token: '' },
        'OPTIONS',
      );
      expect(preflight.status).toBe(204);
      const stream = await follow({ Origin: origin });
      stream.end();
      for (const { headers } of [answer, preflight, stream.answer]) {
        expect(headers.get('vary')).toBe('Origin');
        expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null);
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
      expect(preflight.headers.get('access-control-allow-headers')).toBe(
        isAllowed ? 'Authorization, Content-Type, Last-Event-ID' : null,
      );
    }
    expect((await request('/state', { Origin: origin, token: 'bad' })).status).toBe(401);
    expect((await request('/state', { Origin: origin }, 'OPTIONS')).status).toBe(404);
  });

  it('sends no CORS headers if the core checks the logins', async () => {
    const api = createAgentApi({
      ...{
        journal,
        history,
        admit: null,
        alarms: null,
        schedules: null,
        state: async () => STATE,
        trouble: () => null,
      },
      ...{ ...METRICS, ...noControl() },
      origins: ['https://other.example'],
    });
    const answer = await api.inject({
      url: `${AGENT_API}/state`,
      headers: { origin: 'https://other.example', [LOGIN_HEADER]: '1' },
    });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

it('a request without a token is told that the core needs no login', async () => {
  trouble = OPEN_CORE;
  expect(await problem(await request('/state', { token: '' }))).toMatchObject({ status: 503, detail: OPEN_CORE });
  trouble = null;
  expect((await request('/state', { token: '' })).status).toBe(401);
});

it('GET /healthz needs no token and reveals no names', async () => {
  const healthz = await request('/healthz', { token: '' });
  expect([healthz.status, await healthz.json()]).toEqual([200, { status: 'ok' }]);
  trouble = 'The agent cannot use the core. The log of the agent says why.';
  const ill = await request('/healthz', { token: '' });
  expect(await problem(ill)).toMatchObject({ status: 503, detail: trouble });
  expect(ill.headers.get('retry-after')).toBe('5');
  expect(admit).not.toHaveBeenCalled();
});

describe('GET /events as JSON', () => {
  it('returns the newest events, or those after an id', async () => {
    add(250);
    const { events: newest, last } = await events('');
    expect([newest.length, newest.at(-1)?.id]).toEqual([100, last]);
    expect((await events('?limit=3')).events.map(({ id }) => id)).toEqual([last - 2, last - 1, last]);
    const after = await events(`?since=${last - 200}&limit=2`);
    expect(after.events.map(({ id }) => id)).toEqual([last - 199, last - 198]);
    expect((await events('?since=0&limit=1000')).events.length).toBe(250);
    expect((await events(`?since=${last}`)).events).toEqual([]);
    expect((await events(`?since=${Number.MAX_SAFE_INTEGER}`)).events).toEqual([]);
  });

  it('splits events that are too large for one response', async () => {
    add(1000, { line: 'x'.repeat(3000) });
    const ids: number[] = [];
    let since = 0;
    for (let answers = 0; answers < 20 && since < journal.last(); answers++) {
      const { events: page } = await events(`?since=${since}&limit=1000`);
      ids.push(...page.map(({ id }) => id));
      since = ids.at(-1) ?? since;
    }
    expect(new Set(ids).size).toBe(1000);
    const { events: newest } = await events('?limit=1000');
    expect(newest.length).toBeLessThan(500);
    expect(newest.at(-1)?.id).toBe(journal.last());
  });

  it.each([
    ...['-1', '1.5', '1e3', 'abc', '0x10', ' 1', '9'.repeat(17), '9007199254740993', '%00'].map((value) => [
      'since',
      value,
    ]),
    ...['0', '-1', '1001', 'all', '1.5', '', '99999999999999999999'].map((value) => ['limit', value]),
  ])('rejects %s "%s"', async (field = '', value = '') => {
    expect(await problem(await request(`/events?${field}=${value}`, JSON_ONLY))).toMatchObject({ status: 400, field });
  });

  it('rejects a repeated id', async () => {
    expect(await problem(await request('/events?since=1&since=2', JSON_ONLY))).toMatchObject({ field: 'since' });
  });
});

describe('GET /events as a stream', () => {
  it('delivers each event exactly once across reconnects', async () => {
    add(30);
    const first = await follow();
    expect(first.answer.headers.get('content-type')).toBe('text/event-stream');
    add(5);
    await until(
      async () => first.ids.length,
      (count) => count >= 5,
    );
    first.end();
    add(700);
    const ids = [...first.ids];
    for (let cuts = 0; cuts < 20; cuts++) {
      const next = await follow({ 'Last-Event-ID': String(ids.at(-1)) });
      add(15);
      await until(
        async () => next.ids.length,
        (count) => count > 0,
      );
      next.end();
      await next.reading;
      ids.push(...next.ids);
    }
    const last = await follow({ 'Last-Event-ID': String(ids.at(-1)) });
    await until(
      async () => last.ids.at(-1) ?? ids.at(-1),
      (id) => id === journal.last(),
    );
    ids.push(...last.ids);
    expect(ids).toEqual(Array.from(ids, (_, at) => (ids[0] ?? 0) + at));
    expect(ids.length).toBe(5 + 700 + 300);
    last.end();
  });

  it('starts with new events if Last-Event-ID is in the future', async () => {
    add(3);
    const stream = await follow({ 'Last-Event-ID': String(journal.last() + 1000) });
    add(2);
    await until(
      async () => stream.ids,
      ({ length }) => length === 2,
    );
    stream.end();
  });

  it('starts after the id in the query, or after a later Last-Event-ID', async () => {
    add(10);
    const last = journal.last();
    const stream = await follow({}, `?since=${last - 4}`);
    const later = await follow({ 'Last-Event-ID': String(last - 2) }, `?since=${last - 4}`);
    await until(
      async () => [stream.ids.length, later.ids.length],
      ([first, other]) => first === 4 && other === 2,
    );
    stream.end();
    later.end();
  });

  it.each(['abc', '-1', '1.5', '{"a":1}', "1'--", '9'.repeat(40)])('rejects the Last-Event-ID "%s"', async (id) => {
    expect(await problem(await request('/events', { 'Last-Event-ID': id }))).toMatchObject({
      ...{ status: 400, field: 'Last-Event-ID' },
    });
  });

  it('limits the number of clients, and admits another one when one leaves', async () => {
    const max = limit('agentStreams');
    const clients = await Promise.all(Array.from({ length: max }, () => follow()));
    expect(clients.map(({ answer }) => answer.status)).toEqual(Array(max).fill(200));
    const refused = await request('/events');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    add(1);
    await until(
      async () => clients.filter(({ ids }) => ids.length === 1).length,
      (count) => count === max,
    );
    clients[0]?.end();
    await until(
      async () => {
        const client = await follow();
        if (client.answer.status === 200) clients.push(client);
        return client.answer.status;
      },
      (status) => status === 200,
    );
    for (const { end } of clients) end();
  });

  it('needs little memory for fifty clients, one of which does not read', async () => {
    const { port } = new URL(address);
    const clients = await Promise.all(
      Array.from({ length: limit('agentStreams') }, async (_, nth) => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
        const client = { socket, end: '' };
        if (nth === 0) socket.pause();
        // Keeps only the tail: the test shares its memory with the agent.
        else socket.on('data', (part) => (client.end = Buffer.from(part.subarray(-4096)).toString()));
        await once(socket, 'connect');
        socket.write(`GET ${AGENT_API}/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n`);
        return client;
      }),
    );
    const reading = clients.slice(1);
    await until(async () => reading.every(({ end }) => end.includes(': begins')), Boolean);
    const memory = async () => {
      let smallest = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) {
        await sleep(20);
        collectGarbage();
        const { heapUsed, external } = process.memoryUsage();
        smallest = Math.min(smallest, heapUsed + external);
      }
      return smallest;
    };
    const fillJournal = async (events: number) => {
      for (let added = 0; added < events; added += 100) {
        add(99, { line: 'x'.repeat(3000) });
        journal.add({ event: `last of ${added}` });
        await until(async () => reading.every(({ end }) => end.includes(`last of ${added}"`)), Boolean);
      }
    };
    // Fills the journal, which keeps the newest 1000 events in memory.
    await fillJournal(1000);
    const before = await memory();
    await fillJournal(3000);
    expect((await memory()) - before).toBeLessThan(16 * 1024 * 1024);
    for (const { socket } of clients) socket.destroy();
  });

  it('disconnects a client that does not read', async () => {
    // Socket buffers of the system come on top of `agentUnread`.
    const max = 20 * limit('agentUnread');
    let sent = 0;
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    await once(socket, 'connect');
    socket.write(`GET ${AGENT_API}/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n`);
    const reader = await follow();
    const isClosed = once(socket, 'close');
    socket.on('error', () => undefined);
    await until(
      async () => {
        add(100, { line: 'x'.repeat(3000) });
        sent += 300_000;
        await sleep(0);
        return await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
      },
      (count) => count === 1,
    );
    expect(sent).toBeLessThan(max);
    add(1);
    await until(
      async () => reader.ids.at(-1),
      (id) => id === journal.last(),
    );
    socket.resume();
    await isClosed;
    reader.end();
  });

  it('disconnects a client that does not read its backlog', async () => {
    add(1000, { line: 'x'.repeat(3500) });
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${AGENT_API}/events?since=0 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer good\r\n\r\n`);
    await once(socket, 'connect');
    await until(
      async () => {
        add(200);
        await sleep(0);
        return await new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
      },
      (count) => count === 0,
    );
    socket.destroy();
  });

  it('ends when the agent closes', async () => {
    const stream = await follow();
    await app.close();
    await stream.reading;
    add(1);
  });
});

it('the API of the agent limits its connections, and idle ones give way', async () => {
  const port = Number(new URL(address).port);
  const sockets = Array.from({ length: limit('agentConnections') + 20 }, () => connect(port, '127.0.0.1'));
  let closed = 0;
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.on('close', () => closed++);
  }
  await until(
    async () => closed,
    (count) => count === 20,
  );
  expect((await request('/healthz')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await until(
    async () => (await request('/healthz')).status,
    (status) => status === 200,
  );
});

it('streams and requests in flight survive a flood of idle connections', async () => {
  const stream = await follow();
  const port = Number(new URL(address).port);
  const strangers = Array.from({ length: 3 * AGENT_LIMITS.connections }, () => connect(port, '127.0.0.1'));
  for (const socket of strangers) socket.on('error', () => undefined);
  await until(
    async () => strangers.filter(({ closed }) => closed).length,
    (count) => count > 2 * AGENT_LIMITS.connections,
  );
  expect((await request('/state')).status).toBe(200);
  add(1);
  await until(
    async () => stream.ids.length,
    (count) => count > 0,
  );
  stream.end();
  for (const socket of strangers) socket.destroy();
});

describe('a request to the agent', () => {
  async function send(...parts: string[]): Promise<string> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    for (const part of parts) socket.write(part);
    await once(socket, 'close');
    return answer;
  }
  const head = (path: string, ...headers: string[]) =>
    `${[`GET ${AGENT_API}${path} HTTP/1.1`, 'Host: a', 'Authorization: Bearer good', ...headers].join('\r\n')}\r\n\r\n`;

  it.each([
    ['a body', head('/state', 'Content-Length: 1000000000'), '413'],
    ['a body in pieces', head('/state', 'Transfer-Encoding: chunked'), '413'],
    ['headers of 9 kB', head('/state', `X-Long: ${'x'.repeat(limit('agentHeader'))}`), '431'],
    ['an address that cannot be decoded', head('/%zz', 'Connection: close'), '400'],
    ['an address of 4000 characters', head(`/${'x'.repeat(4000)}`, 'Connection: close'), '404'],
    ['rubbish in place of it', 'rubbish\r\n\r\n', '400'],
  ])('is rejected with %s', async (_, sent, status) => {
    expect(await send(sent)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  it('is cut off if it takes too long to send', async () => {
    const startedAt = performance.now();
    expect(await send(`GET ${AGENT_API}/state HTTP/1.1\r\nHost:`)).toMatch(/^HTTP\/1\.1 400 |^$/);
    expect(performance.now() - startedAt).toBeGreaterThan(limit('agentRequestTime') - 1000);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('by %s changes nothing', async (method) => {
    expect(await problem(await request('/state', {}, method))).toMatchObject({ status: 404 });
  });
});

describe('GET /history', () => {
  const query = '/history?subject=core&from=1000&to=2000';

  it('returns JSON or a CSV file', async () => {
    history.read.mockImplementation(async (query, format) => JSON.stringify({ ...query, format }));
    const answer = await request(`${query}&points=7`, JSON_ONLY);
    expect(await answer.json()).toEqual({ subject: 'core', from: 1000, to: 2000, points: 7, format: 'json' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const csv = await request(query, { Accept: 'text/csv' });
    expect(await csv.json()).toMatchObject({ points: 500, format: 'csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toContain('history.csv');
  });

  it.each([
    ['subject', 'subject=other&from=1&to=2'],
    ['subject', 'from=1&to=2'],
    ['subject', `subject=${'x'.repeat(201)}&from=1&to=2`],
    ['subject', 'subject=core&subject=core&from=1&to=2'],
    ['from', 'subject=core&from=-1&to=2'],
    ['from', 'subject=core&from=1.5&to=2'],
    ['from', 'subject=core&to=2'],
    ['from', 'subject=core&from=yesterday&to=2'],
    ['to', 'subject=core&from=2&to=2'],
    ['to', 'subject=core&from=3&to=2'],
    ['to', 'subject=core&from=1&to=9999999999999999'],
    ['points', 'subject=core&from=1&to=2&points=1000000'],
    ['points', 'subject=core&from=1&to=2&points=0'],
    ['points', 'subject=core&from=1&to=2&points=%00'],
  ])('returns 422 for a wrong %s: %s', async (field, query) => {
    expect(await problem(await request(`/history?${query}`))).toMatchObject({ status: 422, field });
    expect(history.read).not.toHaveBeenCalled();
  });

  it('returns 503 with Retry-After while the history is unavailable', async () => {
    history.read.mockResolvedValue(null);
    const answer = await request(query);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await problem(answer)).toMatchObject({ status: 503 });
  });
});
