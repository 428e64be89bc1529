import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AgentError, createAgentClient, isAgentAway, NO_AGENT } from './agentClient.ts';
import { AGENT_API } from './agentEndpoints.ts';
import { CoreError, NOT_AS_EXPECTED } from './error.ts';

interface SentRequest {
  method: string;
  path: string;
  headers: Headers;
  init: RequestInit;
}
type Reply = (sent: SentRequest) => Response | Promise<Response>;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const problem = (status: number, detail: string, field?: string, headers: Record<string, string> = {}) =>
  json({ type: 'about:blank', title: 'T', status, detail, ...(field === undefined ? {} : { field }) }, status, {
    'content-type': 'application/problem+json; charset=utf-8',
    ...headers,
  });
const page = (status: number) =>
  new Response('<!doctype html><title>Portal</title>', { status, headers: { 'content-type': 'text/html' } });
const okResponse = () => json({ status: 'ok' });
const receivers = { receivers: [] };

const ADDRESS = 'http://agent.test:8090';

function open(reply: Reply, { refresh = 'r' } = {}) {
  const sent: SentRequest[] = [];
  const tokens = { access: 'first', refresh };
  const renew = vi.fn(async () => {
    tokens.access = `renewed-${renew.mock.calls.length}`;
  });
  const agent = createAgentClient({
    address: ADDRESS,
    core: { tokens, renew },
    send: async (url, init = {}) => {
      const received = {
        method: init.method ?? '',
        path: String(url).replace(ADDRESS + AGENT_API, ''),
        headers: new Headers(init.headers),
        init,
      };
      sent.push(received);
      return reply(received);
    },
  });
  return { agent, sent, renew, tokens };
}

const failure = (call: Promise<unknown>): Promise<AgentError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error) => {
      expect(error).toBeInstanceOf(AgentError);
      return error;
    },
  );

const bearers = (sent: readonly SentRequest[]) => sent.map(({ headers }) => headers.get('authorization'));

describe('a call of the agent', () => {
  it('sends the access token of the core, and no cookies or referrer', async () => {
    const { agent, sent } = open(() => json(receivers));
    await agent.agentReceivers();
    await agent.agentReceiverDelete({ id: 'a/b' });
    await agent.agentReceiverSave({ id: 'x', body: { kind: 'ntfy', name: 'N', fields: {} } }).catch(() => undefined);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /receivers',
      'DELETE /receivers/a%2Fb',
      'PUT /receivers/x',
    ]);
    expect(bearers(sent)).toEqual(Array(3).fill('Bearer first'));
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([null, null, 'application/json']);
    expect(sent[2]?.init.body).toBe('{"kind":"ntfy","name":"N","fields":{}}');
    expect(sent[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error', cache: 'no-store' });
  });

  it('requests the health without a token', async () => {
    const { agent, sent } = open(okResponse);
    await agent.agentHealth();
    expect(bearers(sent)).toEqual([null]);
  });

  it('reads the history as CSV', async () => {
    const { agent, sent } = open(() => new Response('time\n1\n', { headers: { 'content-type': 'text/csv' } }));
    expect(await agent.historyCsv({ subject: 'core', from: '1' })).toBe('time\n1\n');
    expect(sent[0]?.path).toBe('/history?subject=core&from=1');
    expect(sent[0]?.headers.get('accept')).toBe('text/csv');
  });
});

describe('a token rejected by the agent', () => {
  const refusal = () => problem(401, 'Send an access token of the core as the bearer token');

  it('is renewed once', async () => {
    const { agent, sent, renew } = open(({ headers }) =>
      headers.get('authorization') === 'Bearer first' ? refusal() : json(receivers),
    );
    expect(await agent.agentReceivers()).toEqual(receivers);
    expect(bearers(sent)).toEqual(['Bearer first', 'Bearer renewed-1']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('is not renewed again if the agent rejects the new one too', async () => {
    const { agent, sent, renew } = open(refusal);
    for (let at = 0; at < 3; at++) expect((await failure(agent.agentReceivers())).code).toBe(401);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(sent).toHaveLength(4);
  });

  it('is not renewed twice if another call has renewed it meanwhile', async () => {
    const { agent, tokens, renew } = open(({ headers }) => {
      if (headers.get('authorization') !== 'Bearer first') return json(receivers);
      tokens.access = 'theirs';
      return refusal();
    });
    await agent.agentReceivers();
    expect(renew).not.toHaveBeenCalled();
  });

  it('stays rejected if the login cannot be renewed', async () => {
    const { agent, renew } = open(refusal, { refresh: '' });
    expect((await failure(agent.agentReceivers())).code).toBe(401);
    expect(renew).not.toHaveBeenCalled();
  });

  it('fails with the error of the core if its renewal fails', async () => {
    const { agent, renew } = open(refusal);
    renew.mockRejectedValue(new CoreError(401, 'Invalid refresh token'));
    await expect(agent.agentReceivers()).rejects.toMatchObject({ code: 401, message: 'Invalid refresh token' });
  });
});

const UNREAD = 'The response of the agent could not be read.';
const OTHER = 'Something other than the agent responded.';

describe('the error for a response of the agent', () => {
  it.each<[string, () => Response, Partial<AgentError>, away: boolean]>([
    ['403', () => problem(403, 'Not you'), { code: 403, message: 'Not you', isOfAgent: true }, false],
    ['409', () => problem(409, 'Somebody else has saved'), { code: 409, message: 'Somebody else has saved' }, false],
    [
      '422 with a field',
      () => problem(422, 'It is later than to', 'from'),
      { code: 422, message: 'It is later than to', fields: { from: ['It is later than to'] } },
      false,
    ],
    [
      '422 of a form',
      () =>
        json(
          {
            ...{ type: 'about:blank', title: 'T', status: 422, detail: 'Two fields' },
            faults: [
              { field: 'url', text: 'Enter an address' },
              { field: 'name', text: 'Enter a name' },
            ],
          },
          422,
          { 'content-type': 'application/problem+json' },
        ),
      { code: 422, fields: { url: ['Enter an address'], name: ['Enter a name'] } },
      false,
    ],
    [
      '503 with a retry time',
      () => problem(503, 'No agent is running', undefined, { 'retry-after': '5' }),
      { code: 503, message: 'No agent is running', retryAfterMs: 5000, isOfAgent: true },
      true,
    ],
    [
      '503 with a retry date',
      () => problem(503, 'Later', undefined, { 'retry-after': 'Sun, 29 Nov 2026 15:00:00 GMT' }),
      { code: 503, retryAfterMs: null },
      true,
    ],
    [
      'a rejection by the core in front of the agent',
      () => json({ code: 403, message: 'Forbidden', details: ['not from there'] }, 403),
      { code: 403, message: 'Forbidden', details: ['not from there'], isOfAgent: false },
      false,
    ],
    ['a page of a proxy, 502', () => page(502), { code: 502, isOfAgent: false }, true],
    ['a page of a proxy, 404', () => page(404), { code: NOT_AS_EXPECTED, details: ['404'] }, false],
    ['a page of a network login, 403', () => page(403), { code: NOT_AS_EXPECTED, isOfAgent: false }, false],
    [
      'an HTML page with 200',
      () => page(200),
      { code: NOT_AS_EXPECTED, message: expect.stringContaining(OTHER) },
      false,
    ],
    [
      'an empty body',
      () => new Response(''),
      { code: NOT_AS_EXPECTED, message: expect.stringContaining(OTHER) },
      false,
    ],
    [
      'truncated JSON',
      () => new Response('{"receivers": [', { headers: { 'content-type': 'application/json' } }),
      { code: NOT_AS_EXPECTED, message: expect.stringContaining(OTHER) },
      false,
    ],
    ['JSON of another shape', () => json({ receivers: 7 }), { message: expect.stringContaining(UNREAD) }, false],
    ['a problem of another shape', () => problem(500, 'x'.repeat(3)), { code: 500 }, false],
    [
      'no problem with the content type of one',
      () => json({ detail: 7 }, 422, { 'content-type': 'application/problem+json' }),
      { code: 422, isOfAgent: false },
      false,
    ],
  ])('has code, message and fields: %s', async (_, answer, expected, isAway) => {
    const error = await failure(open(answer).agent.agentReceivers());
    expect({ ...error, message: error.message }).toMatchObject(expected);
    expect(isAgentAway(error)).toBe(isAway);
  });
});

describe('an unreachable agent', () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  async function served(answer: (response: ServerResponse) => void) {
    const server = createServer((_, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const core = { tokens: { access: 'a', refresh: 'r' }, renew: async () => undefined };
    return createAgentClient({ address: `http://127.0.0.1:${port}`, core });
  }

  it.each<[string, (response: ServerResponse) => void]>([
    ['hangs up', (response) => response.destroy()],
    [
      'breaks off',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
        response.write('{"receivers": [');
        setImmediate(() => response.destroy());
      },
    ],
    ['sends elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'sends without end',
      (response) => {
        response.on('error', () => undefined);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65536)));
        };
        response.on('drain', more);
        more();
      },
    ],
  ])('causes an error if it %s', async (_, answer) => {
    const agent = await served(answer);
    const error = await failure(agent.agentReceivers());
    expect(error.code).toBe(NO_AGENT);
    expect(isAgentAway(error)).toBe(true);
  });

  it('is not waited for after an abort', async () => {
    const controller = new AbortController();
    const agent = await served(() => controller.abort());
    expect((await failure(agent.agentReceivers({}, controller.signal))).code).toBe(NO_AGENT);
  });

  it('causes an error after the timeout', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    ends.push(() => timeout.mockRestore());
    const agent = await served(() => late.abort());
    const error = await failure(agent.agentReceivers());
    expect(timeout).toHaveBeenCalledWith(15_000);
    expect(error.message).toContain('in time');
    expect(isAgentAway(error)).toBe(true);
  });
});
