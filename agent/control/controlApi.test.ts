import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../harness/test/core/testing.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { limit } from '../../server/util/limits.ts';
import { AGENT_API, agentEndpoints, ProblemDetails } from '../../src/api/agentEndpoints.ts';
import { AGENT_SCOPES } from '../../src/api/agentScopes.ts';
import { CoreError } from '../../src/api/error.ts';
import { egressId, ingestId } from '../../src/api/processIds.ts';
import { fill, type Route } from '../../src/api/route.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../src/api/tokenScopes.ts';
import { type Admission, createAgentApi } from '../agentApi.ts';
import { type Journal, openJournal } from '../journal.ts';
import type { OrderResult } from '../orders.ts';
import type { Refusal } from '../refusal.ts';
import { type ControlCalls, type ControlEvent, obstacleOf } from './controlRoutes.ts';
import { type ControlStore, openControlStore } from './controlStore.ts';
import { diskOf } from './testing.ts';
import { createTokenBook, type TokenBook } from './tokenBook.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const [A, B] = ['11111111-2222-3333-4444-000000000001', '11111111-2222-3333-4444-000000000002'];
const P = egressId('rtmp', '11111111-2222-3333-4444-000000000011');
const Q = egressId('rtmp', '11111111-2222-3333-4444-000000000012');
const HOUR_MS = 3600_000;

let app: FastifyInstance;
let address = '';
let store: ControlStore;
let folder = '';
let book: TokenBook;
let journal: Journal;
let now = Date.parse('2026-12-06T10:00:00Z');
let obstacle: Refusal | null = null;
let patienceMs = HOUR_MS;
let begun: 'begun' | 'busy' = 'begun';
let events: ControlEvent[] = [];
const run = vi.fn<ControlCalls['run']>();
const admit = vi.fn<(token: string, address: string) => Promise<Admission>>();

const resultOf = (id: string, error: string | null = null, isAway = false): OrderResult => ({
  ...{ id, name: `Name of ${id}`, error, isAway },
  order: { subject: { type: 'channel', id: A }, command: 'start' },
});

async function open() {
  book = createTokenBook({ disk: diskOf(store), now: () => now });
  const control: ControlCalls = {
    disk: diskOf(store),
    channels: () => [
      {
        ...{ id: A, name: 'Main hall', state: 'live' },
        publications: [{ id: P, name: 'YouTube', service: 'rtmp', state: 'live' }],
      },
      {
        ...{ id: B, name: 'Chapel', state: 'stopped' },
        publications: [{ id: Q, name: 'Twitch', service: 'rtmp', state: 'stopped' }],
      },
    ],
    channelOfPublication: (id) => ({ [P]: A, [Q]: B })[id] ?? null,
    obstacle: () => obstacle,
    run,
    lookNow: async (id) => (id === P ? begun : 'unwatched'),
    patienceMs,
    tell: (event) => void events.push(event),
  };
  app = createAgentApi({
    ...{ journal, admit, alarms: null, schedules: null, trouble: () => null, tokens: book, control },
    history: {
      ...{ knows: () => true, read: async () => '{}', add: () => undefined, isKept: () => true },
      close: async () => undefined,
    },
    ...{ metrics: async () => ({ type: 'text/plain', text: '' }), mayReadMetrics: () => false },
    state: async () => ({
      ...{ version: '1', role: 'acting', core: { reachable: true, reason: null } },
      ...{ journal: { isKept: false, last: 0 }, history: { isKept: false } },
      channels: Object.fromEntries(
        [A, B].map((id) => [
          id,
          { version: 1, beat: 1, onAir: 'source', seconds: 1, why: 'running', image: 'ready', limitIn: 1 },
        ]),
      ),
    }),
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(async () => {
  [obstacle, events, now] = [null, [], Date.parse('2026-12-06T10:00:00Z')];
  admit.mockImplementation(async (token) => (token === 'login' ? 'granted' : 'refused'));
  run.mockImplementation(async ({ subject }) => [resultOf(subject.type === 'group' ? P : subject.id)]);
  journal = openJournal({ disk: null, tell: () => undefined });
  folder = join(testTempDir(), 'agent');
  store = openControlStore(folder);
  await open();
});
afterEach(async () => {
  await app.close();
  store.close();
  vi.resetAllMocks();
});

async function request(method: string, path: string, token: string, { body, ...headers }: Record<string, string> = {}) {
  const answer = await fetch(`${address}${AGENT_API}${path}`, {
    method,
    headers: { Accept: 'application/json', ...(token === '' ? {} : { Authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const isProblem = answer.headers.get('content-type') === 'application/problem+json';
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    problem: isProblem ? ProblemDetails.parse(JSON.parse(text)) : null,
  };
}

const FORM = { name: 'Stream Deck', scope: 'control', channels: null, end: null };
const createToken = async (form: object = {}) => {
  const { status, text } = await request('POST', '/tokens', 'login', { body: JSON.stringify({ ...FORM, ...form }) });
  expect(status, text).toBe(200);
  return agentEndpoints.agentTokenAdd.answer.parse(JSON.parse(text));
};

describe('a token of the agent', () => {
  it('is shown once, and only its hash is stored', async () => {
    const { secret, ...shown } = await createToken();
    expect(secret).toMatch(/^slt_[a-z2-7]{32}$/);
    const listed = await request('GET', '/tokens', 'login');
    expect(agentEndpoints.agentTokens.answer.parse(JSON.parse(listed.text)).tokens).toEqual([shown]);
    expect(listed.text + JSON.stringify(store.tokens())).not.toContain(secret.slice(4));
    expect((await createToken()).secret).not.toBe(secret);
  });

  it('is valid at once and after a restart, until it is revoked', async () => {
    const { secret, id } = await createToken();
    expect((await request('GET', '/state', secret)).status).toBe(200);
    await app.close();
    await open();
    expect((await request('GET', '/state', secret)).status).toBe(200);
    expect((await request('DELETE', `/tokens/${id}`, 'login')).status).toBe(200);
    expect((await request('GET', '/state', secret)).status).toBe(401);
    expect((await request('DELETE', `/tokens/${id}`, 'login')).status).toBe(404);
    expect(store.tokens()).toEqual([]);
    expect(admit.mock.calls.every(([token]) => token === 'login')).toBe(true);
  });

  it('is valid until it expires', async () => {
    const { secret } = await createToken({ end: now + HOUR_MS });
    expect((await request('GET', '/state', secret)).status).toBe(200);
    now += HOUR_MS;
    expect((await request('GET', '/state', secret)).status).toBe(401);
  });

  it('is revoked at once even if the disk fails, and the response asks to repeat it', async () => {
    const { secret, id } = await createToken();
    store.close();
    const answer = await request('DELETE', `/tokens/${id}`, 'login');
    expect([answer.status, answer.problem?.detail]).toEqual([503, expect.stringMatching(/revoke the token again/)]);
    expect((await request('GET', '/state', secret)).status).toBe(401);
    store = openControlStore(folder);
  });

  it('records the day of its last use', async () => {
    const { secret } = await createToken();
    await request('GET', '/state', secret);
    expect(store.tokens()[0]?.used).toBe(Date.parse('2026-12-06T00:00:00Z'));
  });

  it('is not accepted in a query', async () => {
    const { secret } = await createToken();
    for (const query of [`token=${secret}`, `access_token=${secret}`])
      expect((await request('GET', `/state?${query}`, '')).status).toBe(401);
  });

  it.each<[string, object, string]>([
    ['without a name', { name: ' ' }, 'name'],
    ['with another scope', { scope: 'all' }, 'scope'],
    ['with an end in the past', { end: 1 }, 'end'],
    ['with an end that no page can show', { end: 1e300 }, 'end'],
    ['for an empty list of channels', { channels: [] }, 'channels'],
    ['for the settings of a single channel', { scope: 'admin', channels: [A] }, 'channels'],
  ])('%s is rejected', async (_, form, field) => {
    const { status, problem } = await request('POST', '/tokens', 'login', {
      body: JSON.stringify({ ...FORM, ...form }),
    });
    expect([status, problem?.field]).toEqual([422, field]);
  });

  it('is rejected above the limit of tokens', async () => {
    const max = limit('agentTokens');
    for (let n = 0; n < max; n++) await createToken();
    expect((await request('POST', '/tokens', 'login', { body: JSON.stringify(FORM) })).status).toBe(422);
  });

  it('that is wrong costs no request to the core and no memory', async () => {
    const wrongToken = (n: number) => `slt_${String(n).padStart(32, 'a')}`;
    for (let n = 0; n < 1000; n++) expect(book.find(wrongToken(n))).toBeNull();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 100_000; n++) book.find(wrongToken(n));
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1024 * 1024);
    expect((await request('GET', '/state', wrongToken(1))).status).toBe(401);
    expect(admit).not.toHaveBeenCalled();
  });

  it('cannot be checked until its file was read', async () => {
    const closed = createTokenBook({ disk: { ...diskOf(store), tokens: () => Promise.reject(new Error('away')) } });
    expect(() => closed.find('slt_x')).toThrow(/cannot be read/);
  });
});

const CALLS = Object.entries<Route>(agentEndpoints).map(([name, route]) => ({
  ...{ name, route, access: AGENT_SCOPES[name as keyof typeof AGENT_SCOPES] },
}));
const RANK = ['open', ...TOKEN_SCOPES, 'login'];

describe('the calls of the agent', () => {
  const path = (route: Route) =>
    fill(route, { id: A, name: 'g', command: 'start', number: '1', subject: ingestId(A), channel: A, from: 0, to: 60 });
  const sendCall = async ({ route }: (typeof CALLS)[number], token: string) =>
    request(route.method, path(route), token, route.body === null ? {} : { body: '{}' });
  const isThere = ({ route: { method, path: callPath } }: (typeof CALLS)[number]) =>
    app.hasRoute({ method, url: AGENT_API + callPath });

  it.each(TOKEN_SCOPES)('match their declared access for a token with the scope "%s"', async (scope: TokenScope) => {
    const { secret } = await createToken({ scope });
    for (const call of CALLS.filter(isThere)) {
      const { status, problem } = await sendCall(call, secret);
      const isPermitted = RANK.indexOf(scope) >= RANK.indexOf(call.access.scope);
      expect([call.name, status === 403 || status === 401], problem?.detail).toEqual([call.name, !isPermitted]);
      if (!isPermitted) expect(problem?.detail).toMatch(call.access.scope === 'login' ? /login/ : /scope/);
    }
  });

  it('match their declared access for a token of one channel', async () => {
    const { secret } = await createToken({ scope: 'control', channels: [A] });
    for (const call of CALLS.filter(isThere)) {
      if (call.name === 'agentGroupControl') continue;
      const publication = call.name === 'agentPublicationControl';
      const { status } = publication
        ? await request('POST', `/publications/${encodeURIComponent(P)}/start`, secret)
        : await sendCall(call, secret);
      const { scope, ofChannels } = call.access;
      const isPermitted = scope === 'open' || (ofChannels && RANK.indexOf('control') >= RANK.indexOf(scope));
      expect([call.name, status === 403]).toEqual([call.name, !isPermitted]);
    }
  });

  it('reject callers without a valid token unless they are open', async () => {
    for (const call of CALLS.filter(isThere))
      for (const token of ['', 'wrong', `slt_${'a'.repeat(32)}`, 'slt_'])
        expect([call.name, (await sendCall(call, token)).status === 401]).toEqual([
          call.name,
          call.access.scope !== 'open',
        ]);
    for (const call of CALLS.filter(isThere)) expect([401, 403]).not.toContain((await sendCall(call, 'login')).status);
  });

  it('return only its own channel to a token of one channel', async () => {
    const { secret } = await createToken({ scope: 'control', channels: [A] });
    journal.add({ event: 'e', channel: B });
    journal.add({ event: 'of-all' });
    journal.add({ event: 'e', channel: A });
    const read = async (path: string) => JSON.parse((await request('GET', path, secret)).text);
    expect(Object.keys((await read('/state')).channels)).toEqual([A]);
    expect((await read('/channels')).channels.map(({ id }: { id: string }) => id)).toEqual([A]);
    const shown = await read(`/events?channel=${A}`);
    expect(shown.events.map(({ channel }: { channel: string | null }) => channel)).toEqual([A]);
    journal.add({ event: 'of-all' });
    expect((await read(`/events?channel=${A}&limit=1`)).events).toHaveLength(1);
    const refused = [
      ['GET', `/events?channel=${B}`],
      ['GET', '/events'],
      ['GET', '/history?subject=core&from=0&to=60'],
      ['GET', `/history?subject=${ingestId(B)}&from=0&to=60`],
      ['GET', `/history?subject=${Q}&from=0&to=60`],
      ['POST', `/channels/${B}/start`],
      ['POST', `/channels/none/start`],
      ['POST', `/publications/${Q}/stop`],
      ['POST', '/publications/none/stop'],
      ['POST', '/groups/g/start'],
    ] as const;
    for (const [method, path] of refused)
      expect([path, (await request(method, path, secret)).status]).toEqual([path, 403]);
    expect((await request('GET', `/history?subject=${P}&from=0&to=60`, secret)).status).toBe(200);
    const body = (channel: string) => ({ body: JSON.stringify({ channel }) });
    expect((await request('POST', '/groups/g/start', secret, body(B))).status).toBe(403);
    expect((await request('POST', '/groups/g/start', secret, body(A))).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('an order', () => {
  it.each([
    [`/channels/${A}/start`, { subject: { type: 'channel', id: A }, command: 'start' }],
    [`/channels/${A}/hold`, { subject: { type: 'channel', id: A }, command: 'slate' }],
    [`/channels/${A}/source`, { subject: { type: 'channel', id: A }, command: 'source' }],
    [`/channels/${A}/auto`, { subject: { type: 'channel', id: A }, command: 'auto' }],
    [`/publications/${encodeURIComponent(P)}/restart`, { subject: { type: 'publication', id: P }, command: 'restart' }],
    ['/groups/sunday%20a/stop', { subject: { type: 'group', name: 'sunday a', channel: null }, command: 'stop' }],
  ])('at %s is carried out, answered and recorded in the journal', async (path, order) => {
    const { secret } = await createToken();
    for (const sent of [{}, { body: '{}' }, { body: '', 'Content-Type': 'application/json' }, { body: 'null' }]) {
      const { status, text } = await request('POST', path, secret, sent);
      expect(status, text).toBe(200);
      expect(agentEndpoints.agentChannelControl.answer.parse(JSON.parse(text))).toMatchObject({ failures: [] });
    }
    expect(run).toHaveBeenLastCalledWith(order);
    expect(events.at(-1)).toMatchObject({ event: 'control', by: 'Stream Deck', ...order, failures: [] });
    await request('POST', path, 'login');
    expect(events.at(-1)).toMatchObject({ by: null });
  });

  it('to look at what viewers see is answered at once, and refused where nothing is looked at', async () => {
    const { secret } = await createToken();
    const { status, text } = await request('POST', `/publications/${encodeURIComponent(P)}/look`, secret);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { command: 'look', done: [{ id: P, name: 'YouTube' }], failures: [] },
    ]);
    const refused = await request('POST', `/publications/${encodeURIComponent(Q)}/look`, secret);
    expect([refused.status, refused.problem?.detail]).toEqual([409, expect.stringMatching(/not live/)]);
    expect(run).not.toHaveBeenCalled();
    begun = 'busy';
    const busy = await request('POST', `/publications/${encodeURIComponent(P)}/look`, secret);
    expect([busy.status, busy.problem?.detail]).toEqual([503, expect.stringMatching(/CPU of the server/)]);
    begun = 'begun';
    obstacle = obstacleOf({ role: 'standing-by', obstacle: null });
    expect((await request('POST', `/publications/${encodeURIComponent(P)}/look`, secret)).status).toBe(503);
  });

  it('that failed in part lists what succeeded and what failed', async () => {
    run.mockResolvedValue([resultOf('a'), resultOf('b', 'It is stopped')]);
    const { status, text } = await request('POST', `/channels/${A}/start`, 'login');
    const failures = [{ id: 'b', name: 'Name of b', error: 'It is stopped' }];
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { command: 'start', done: [{ id: 'a', name: 'Name of a' }], failures },
    ]);
    expect(events[0]).toMatchObject({ failures });
  });

  it('with long pauses is answered early, and its result is recorded later', async () => {
    await app.close();
    patienceMs = 20;
    await open();
    patienceMs = HOUR_MS;
    let finish = (): void => undefined;
    run.mockImplementationOnce(() => new Promise((resolve) => (finish = () => resolve([resultOf(P)]))));
    const { status, text } = await request('POST', '/groups/Evening/start', 'login');
    expect([status, JSON.parse(text)]).toEqual([202, { command: 'start', done: [], failures: [], isUnderWay: true }]);
    expect(events).toEqual([]);
    finish();
    await until(
      async () => events.length,
      (count) => count === 1,
    );
    expect(events).toMatchObject([{ event: 'control', command: 'start', failures: [] }]);
  });

  it.each<[string, () => void, number, RegExp, string | null]>([
    ['without any effect', () => run.mockResolvedValue([resultOf('b', 'It is stopped')]), 409, /b: It is/, null],
    ['that the core rejects', () => run.mockResolvedValue([resultOf('b', 'x', true)]), 503, /core/, '5'],
    ['while the core is unreachable', () => run.mockRejectedValue(new CoreError(0, 'x')), 503, /core/, '5'],
    [
      'to an agent on standby',
      () => {
        obstacle = obstacleOf({ role: 'standing-by', obstacle: null });
      },
      ...([503, /stands by/, '30'] as const),
    ],
    [
      'to an agent that cannot use the core',
      () => {
        obstacle = obstacleOf({ role: 'acting', obstacle: 'why' });
      },
      ...([503, /core/, '5'] as const),
    ],
  ])('%s is rejected', async (_, prepare, status, message, retry) => {
    prepare();
    const answer = await request('POST', `/channels/${A}/start`, 'login', { 'Idempotency-Key': 'k' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retry]);
    expect(answer.problem?.detail).toMatch(message);
    // A failed order does not use up its key.
    obstacle = null;
    run.mockResolvedValue([resultOf('a')]);
    expect((await request('POST', `/channels/${A}/start`, 'login', { 'Idempotency-Key': 'k' })).status).toBe(200);
  });

  it.each([
    ['/channels/none/start', /no such channel/],
    ['/publications/none/start', /no such publication/],
    [`/channels/${A}/explode`, /start, stop, restart, hold/],
    [`/publications/${P}/hold`, /start, stop, restart, look/],
    [`/channels/${A}/constructor`, /no such command/],
  ])('at %s returns 404', async (path, message) => {
    const { status, problem } = await request('POST', path, 'login');
    expect([status, problem?.detail]).toEqual([404, expect.stringMatching(message)]);
    expect(run).not.toHaveBeenCalled();
  });
});

describe('an order with an Idempotency-Key', () => {
  const order = (key: string, path = `/channels/${A}/restart`, token = 'login', body?: string) =>
    request('POST', path, token, { 'Idempotency-Key': key, ...(body === undefined ? {} : { body }) });

  it('is carried out once, even across a restart of the agent', async () => {
    const first = await order('k1');
    expect(await order('k1')).toMatchObject({ status: 200, text: first.text });
    await app.close();
    await open();
    expect(await order('k1')).toMatchObject({ status: 200, text: first.text });
    expect(run).toHaveBeenCalledTimes(1);
    expect((await order('k2')).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('is rejected if its key was used with another call or body', async () => {
    await order('k', '/groups/g/start');
    for (const [path, body] of [
      [`/channels/${A}/restart`, undefined],
      ['/groups/g/stop', undefined],
      ['/groups/h/start', undefined],
      ['/groups/g/start', JSON.stringify({ channel: A })],
    ] as const) {
      const { status, problem } = await order('k', path, 'login', body);
      expect([status, problem?.field]).toEqual([422, 'Idempotency-Key']);
    }
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("is independent of other senders' keys, and expires after a day", async () => {
    await order('k');
    const [first, other] = [await createToken(), await createToken()];
    await order('k', undefined, first.secret);
    await order('k', undefined, other.secret);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('that is in flight or was cut off is not repeated', async () => {
    let finish = (): void => undefined;
    run.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finish = () => resolve([resultOf(A)]);
        }),
    );
    const first = order('k');
    await until(
      async () => run.mock.calls.length,
      (count) => count === 1,
    );
    expect((await order('k')).status).toBe(409);
    finish();
    expect((await first).status).toBe(200);
    await app.close();
    const call = { key: 'x', call: 'y', at: Date.now() };
    store.begin(call);
    expect(store.begin(call)).toEqual({ call: 'y', answer: null });
    await open();
    expect((await order('k')).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(201), 'é'])('is rejected with the malformed key %j', async (key) => {
    const answer = await app.inject({
      ...{ method: 'POST', url: `${AGENT_API}/channels/${A}/start` },
      headers: { authorization: 'Bearer login', 'idempotency-key': key },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('the event stream of a token', () => {
  async function follow(token: string) {
    const abort = new AbortController();
    const answer = await fetch(`${address}${AGENT_API}/events`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      signal: abort.signal,
    });
    let text = '';
    let isOver = false;
    void (async () => {
      for await (const part of answer.body ?? []) text += new TextDecoder().decode(part);
    })()
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    return { text: () => text, isOver: () => isOver, end: () => abort.abort() };
  }

  it('ends when the token is revoked, while others continue', async () => {
    const [first, other] = [await createToken(), await createToken()];
    const streams = [await follow(first.secret), await follow(other.secret), await follow('login')];
    await request('DELETE', `/tokens/${first.id}`, 'login');
    await until(async () => streams[0]?.isOver(), Boolean);
    journal.add({ event: 'later', channel: A });
    await until(async () => streams.slice(1).every(({ text }) => text().includes('later')), Boolean);
    expect(streams.map(({ isOver }) => isOver())).toEqual([true, false, false]);
    for (const { end } of streams) end();
  });

  it('ends when the token expires, without further events', async () => {
    const { secret } = await createToken({ end: now + HOUR_MS });
    const stream = await follow(secret);
    now += HOUR_MS;
    journal.add({ event: 'later', channel: A });
    await until(async () => stream.isOver(), Boolean);
    expect(stream.text()).not.toContain('later');
  });

  it('contains events of its own channels only', async () => {
    const { secret } = await createToken({ scope: 'read', channels: [A] });
    const stream = await follow(secret);
    journal.add({ event: 'of-b', channel: B });
    journal.add({ event: 'of-all' });
    journal.add({ event: 'of-a', channel: A });
    await until(async () => stream.text().includes('of-a'), Boolean);
    expect(stream.text()).not.toMatch(/of-b|of-all/);
    stream.end();
  });
});
