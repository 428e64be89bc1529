import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CoreEvent, createCoreClient } from './client.ts';
import { CoreError } from './error.ts';

type Reply = (request: { method: string; url: string; bearer: string | null; body: string }) => Response;

const json = (body: unknown, status = 200) =>
  new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
  });
const unauthorized = () => json({ code: 401, message: 'Missing or invalid JWT token', details: [] }, 401);
const JWT = 'e30.e30.sig';
const state = { order: 'start', exec: 'running', runtime_seconds: 5 };

let now = 0;
let requests: string[] = [];
let events: CoreEvent[] = [];
afterEach(() => vi.restoreAllMocks());

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  requests = [];
  events = [];
});

function open(reply: Reply) {
  const core = createCoreClient({
    address: 'http://core.test',
    send: async (url, init) => {
      const bearer = new Headers(init?.headers).get('authorization');
      const method = init?.method ?? 'GET';
      requests.push(`${method} ${String(url).replace('http://core.test/api', '')}`);
      await Promise.resolve();
      return reply({ method, url: String(url), bearer, body: String(init?.body ?? '') });
    },
  });
  core.listen((event) => events.push(event));
  return core;
}

const failure = (call: Promise<unknown>): Promise<CoreError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error) => {
      expect(error).toBeInstanceOf(CoreError);
      return error;
    },
  );

it('a request encodes path, query and body', async () => {
  let sent = '';
  const core = open(({ body }) => {
    sent = body;
    return json('OK');
  });
  await core.processCommand({ id: 'restreamer-ui:ingest:a/b', body: { command: 'start' } });
  expect(requests).toEqual(['PUT /v3/process/restreamer-ui%3Aingest%3Aa%2Fb/command']);
  expect(sent).toBe('{"command":"start"}');
  const lists = open(() => json([]));
  await lists.processes({ reference: 'c 1', filter: 'state,metadata' });
  await lists.memFiles({ glob: '/x*' });
  expect(requests.slice(1)).toEqual([
    'GET /v3/process?reference=c%201&filter=state%2Cmetadata',
    'GET /v3/fs/mem?glob=%2Fx*',
  ]);
});

it('a request keeps the slashes of file paths, and has no trailing slash for the description of the core', async () => {
  const core = open(({ method }) =>
    method === 'GET'
      ? json({ app: 'datarhei-core', auths: [], version: { number: '16.14.0' } })
      : new Response(null, { status: 201 }),
  );
  await core.diskWrite({ path: '/channels/a b/config.js', body: 'x' });
  await core.about();
  expect(requests).toEqual(['PUT /v3/fs/disk/channels/a%20b/config.js', 'GET ']);
});

it('a request contains the token, except for a login', async () => {
  const bearers: (string | null)[] = [];
  const core = open(({ bearer, url }) => {
    bearers.push(bearer);
    return url.endsWith('/login') ? json({ access_token: JWT, refresh_token: JWT }) : json([]);
  });
  core.setTokens({ access: 'A', refresh: 'R' });
  await core.log();
  await core.login({ body: { username: 'u', password: 'p' } });
  expect(bearers).toEqual(['Bearer A', null]);
});

it('reads are cached for 950 ms and shared while in flight', async () => {
  const core = open(() => json(state));
  await Promise.all([core.processState({ id: 'a' }), core.processState({ id: 'a' })]);
  now = 949;
  await core.processState({ id: 'a' });
  expect(requests.length).toBe(1);
  now = 950;
  await core.processState({ id: 'a' });
  expect(requests.length).toBe(2);
});

it('rescanned devices are always requested from the core, and so are skills afterwards', async () => {
  const core = open(() => json({}));
  await core.skills();
  await core.skillsReload();
  await core.skillsReload();
  await core.skills();
  expect(requests).toEqual(['GET /v3/skills', 'GET /v3/skills/reload', 'GET /v3/skills/reload', 'GET /v3/skills']);
});

it('a write invalidates the cached answers of its resource, and no others', async () => {
  const core = open(({ url }) => (url.includes('/process') ? json(state) : json([])));
  await core.processState({ id: 'a' });
  await core.log();
  await core.processCommand({ id: 'b', body: { command: 'stop' } });
  await core.processState({ id: 'a' });
  await core.log();
  expect(requests).toEqual([
    'GET /v3/process/a/state',
    'GET /v3/log',
    'PUT /v3/process/b/command',
    'GET /v3/process/a/state',
  ]);
});

it('a failed answer is not cached', async () => {
  let status = 500;
  const core = open(() => json(status === 200 ? state : {}, status));
  await failure(core.processState({ id: 'a' }));
  status = 200;
  await expect(core.processState({ id: 'a' })).resolves.toMatchObject({ exec: 'running' });
});

it('a rejected token is renewed once for all requests in flight, which are retried once', async () => {
  const core = open(({ url, bearer }) => {
    if (url.endsWith('/login/refresh')) return json({ access_token: JWT });
    return bearer === `Bearer ${JWT}` ? json([]) : unauthorized();
  });
  core.setTokens({ access: 'old', refresh: 'r' });
  await Promise.all([core.log(), core.processes(), core.memFiles({ glob: '*' })]);
  expect(requests.filter((request) => request.includes('refresh'))).toEqual(['GET /login/refresh']);
  expect(requests.length).toBe(7);
  expect(core.tokens).toEqual({ access: JWT, refresh: 'r' });
  expect(events.map(({ type }) => type)).toEqual(['login']);
});

it('a rejection without a refresh token is reported as a lost login', async () => {
  const core = open(unauthorized);
  expect((await failure(core.log())).code).toBe(401);
  expect(events.map(({ type }) => type)).toEqual(['auth']);
});

it('a wrong password is not reported as a lost login', async () => {
  const core = open(unauthorized);
  expect((await failure(core.login({ body: { username: 'u', password: 'p' } }))).code).toBe(401);
  expect(events).toEqual([]);
});

const page = (status: number) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } });

it.each<[string, () => Response, number, CoreEvent['type']]>([
  ['the core does not know it (401)', unauthorized, 401, 'auth'],
  ['the core forbids it (403)', () => json({ code: 403, message: 'Forbidden', details: [] }, 403), 403, 'auth'],
  [
    'the connection is lost',
    () => {
      throw new TypeError('fetch failed');
    },
    -1,
    'renewal',
  ],
  ['a proxy has no core (502)', () => page(502), 502, 'renewal'],
  ['the core fails (500)', () => json({ code: 500, message: 'No', details: [] }, 500), 500, 'renewal'],
  ['there are too many requests (429)', () => page(429), 429, 'renewal'],
  ['a network login intervenes (511)', () => page(511), 511, 'renewal'],
  ['a network login shows its page (200)', () => page(200), -2, 'renewal'],
  ['a proxy requires a login (401)', () => page(401), -2, 'renewal'],
  ['a firewall rejects it (403)', () => new Response('Forbidden', { status: 403 }), -2, 'renewal'],
  ['another program rejects it (401)', () => json({ error: 'login_required' }, 401), -2, 'renewal'],
  [
    'the JSON is truncated',
    () => new Response('{"access', { headers: { 'content-type': 'application/json' } }),
    -2,
    'renewal',
  ],
  ['the token is invalid', () => json({ access_token: null }), -2, 'renewal'],
  ['the token would break a header', () => json({ access_token: 'e30.e30\n.sig' }), -2, 'renewal'],
  ['the token is larger than a header', () => json({ access_token: `e30.${'x'.repeat(9000)}.sig` }), -2, 'renewal'],
])(
  'a failed renewal is reported as a lost login only after a rejection by the core: %s',
  async (_, reply, code, type) => {
    const core = open(({ url }) => (url.endsWith('/login/refresh') ? reply() : unauthorized()));
    core.setTokens({ access: 'old', refresh: 'r' });
    expect((await failure(core.log())).code).toBe(code);
    expect(events.map((event) => event.type)).toEqual([type]);
    expect(core.tokens.refresh).toBe('r');
  },
);

it('a renewal happens only every few seconds, however many requests are rejected', async () => {
  const core = open(({ url }) => (url.endsWith('/login/refresh') ? page(503) : unauthorized()));
  core.setTokens({ access: 'old', refresh: 'r' });
  const renewals = () => requests.filter((request) => request.includes('refresh')).length;
  for (now = 0; now < 10_000; now += 100) await Promise.all([failure(core.log()), failure(core.processes())]);
  expect(renewals()).toBe(4);
  core.setTokens({ access: 'old', refresh: 'another login' });
  await failure(core.log());
  expect(renewals()).toBe(5);
});

it('a request rejected right after a renewal neither ends the login nor renews again', async () => {
  const core = open(({ url }) => (url.endsWith('/login/refresh') ? json({ access_token: JWT }) : unauthorized()));
  core.setTokens({ access: 'old', refresh: 'r' });
  for (now = 0; now < 6_000; now += 1_000) expect((await failure(core.log())).code).toBe(401);
  expect(requests.filter((request) => request.includes('refresh')).length).toBe(2);
  expect(events.map(({ type }) => type)).toEqual(['login', 'login']);
});

it.each([
  ['logged out', { access: '', refresh: '' }],
  ['logged in again', { access: 'other', refresh: 'other' }],
])('a renewal that completes after the operator %s is discarded', async (_, tokens) => {
  const core = open(() => json({ access_token: JWT }));
  core.setTokens({ access: 'old', refresh: 'r' });
  const renewing = core.renew();
  core.setTokens(tokens);
  await renewing;
  expect(core.tokens).toEqual(tokens);
  expect(events).toEqual([]);
});

it('a redirect is not followed, because its target is not confirmed', async () => {
  const modes: (string | undefined)[] = [];
  const core = createCoreClient({
    address: '',
    send: async (_, init) => {
      modes.push(init?.redirect);
      return json({ access_token: JWT, refresh_token: JWT });
    },
  });
  await core.login({ body: { username: 'u', password: 'p' } });
  await core.refresh();
  await failure(core.about());
  expect(modes).toEqual(['error', 'error', 'error']);
});

it('an aborted request does not end the shared answer for others', async () => {
  const core = open(() => json([]));
  const giver = new AbortController();
  const [aborted, pending] = [core.log({}, giver.signal), core.log()];
  giver.abort();
  expect((await failure(aborted)).code).toBe(-1);
  await expect(pending).resolves.toEqual([]);
  expect(requests.length).toBe(1);
});

it('a timeout has its own message', async () => {
  vi.useFakeTimers();
  const expired = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(expired.signal);
  const core = createCoreClient({
    address: '',
    send: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  });
  const call = failure(core.processCommand({ id: 'a', body: { command: 'stop' } }));
  expired.abort();
  expect(await call).toMatchObject({ code: -1, message: 'The core did not respond in time. Try again in a moment.' });
  timeout.mockRestore();
  vi.useRealTimers();
});

it.each<[string, Response, Partial<CoreError>]>([
  [
    'the message of an error body',
    json({ code: 400, message: 'Invalid process config', details: ['no input'] }, 400),
    { code: 400, message: 'Invalid process config', details: ['no input'] },
  ],
  [
    'an error body with the content type of a file',
    new Response('{"code":509,"message":"Bandwith limit exceeded","details":[]}', {
      status: 509,
      headers: { 'content-type': 'application/vnd.apple.mpegurl' },
    }),
    { code: 509, message: 'Bandwith limit exceeded' },
  ],
  [
    'a plain-text body',
    new Response('out of cheese', { status: 500, headers: { 'content-type': 'text/plain' } }),
    { code: 500, message: 'out of cheese' },
  ],
  [
    'the status text of a proxy page',
    new Response('<html>', { status: 502, statusText: 'Bad Gateway', headers: { 'content-type': 'text/html' } }),
    {
      code: 502,
      message: 'The proxy cannot reach the core. Make sure the core is running.',
      details: ['502 Bad Gateway'],
    },
  ],
  [
    'rejected fields',
    json({ 'rtmp.address': ['missing port'] }, 409),
    { code: 409, fields: { 'rtmp.address': ['missing port'] } },
  ],
  [
    'a page where JSON was expected',
    new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    {
      code: -2,
      message: 'A web page came back instead of a response of the core. Check the address, the proxy and the network.',
    },
  ],
  [
    'an empty body',
    new Response('', { headers: { 'content-type': 'application/json' } }),
    { code: -2, message: 'The response of the core was empty. Check the proxy in front of the core.' },
  ],
  [
    'a truncated body',
    new Response('["a', { headers: { 'content-type': 'application/json' } }),
    {
      code: -2,
      message: 'The response of the core broke off. Check the network and the proxy in front of the core.',
    },
  ],
  [
    'a text that is not JSON',
    new Response('hello', { headers: { 'content-type': 'text/plain' } }),
    { code: -2, message: 'Something other than the core responded. Check the address of the core.' },
  ],
  ...(
    [
      [404, 'There is no core at this address. Check the address and the paths that the proxy forwards.'],
      [413, 'The proxy in front of the core rejected the request as too large. Raise its limit.'],
      [500, 'The core failed to carry out the request. Its log shows the reason.'],
      [504, 'The proxy cannot reach the core. Make sure the core is running.'],
      [418, 'HTTP status 418'],
    ] as const
  ).map(([status, message]): [string, Response, Partial<CoreError>] => [
    `a page with the status ${status}`,
    new Response('<html>', { status, headers: { 'content-type': 'text/html' } }),
    { code: status, message },
  ]),
  [
    'JSON of another shape',
    json({ nothing: true }),
    { code: -2, message: "The core's response could not be read", details: ['array expected (GET /api/v3/log)'] },
  ],
])('an error contains %s', async (_, response, expected) => {
  const core = open(() => response);
  expect(await failure(core.log())).toMatchObject(expected);
});

it('JSON is accepted with any content type', async () => {
  const core = open(() => new Response('["a"]', { headers: { 'content-type': 'text/plain' } }));
  await expect(core.log()).resolves.toEqual(['a']);
});

it('a 404 page of a proxy does not count as a deletion', async () => {
  const core = open(() => new Response('\n<html>', { status: 404, headers: { 'content-type': 'text/html' } }));
  expect((await failure(core.processDelete({ id: 'there' }))).code).toBe(404);
});

it('deleting a missing process succeeds', async () => {
  const core = open(() => json({ code: 404, message: 'Unknown process ID', details: [] }, 404));
  await expect(core.processDelete({ id: 'gone' })).resolves.toBeNull();
});
