import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { readAddressRules } from './addressRules.ts';
import type { AlarmMessage } from './alarmMessage.ts';
import { deliver, type Resolve } from './deliver.ts';
import { type Receiver, readReceiver } from './readReceiver.ts';
import { receiverKinds } from './receiverKinds.ts';
import { alarm, goodFields, OLD_SECRET, SECRET } from './testing.ts';

const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  open.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return isAddress(address) ? address.port : 0;
}
const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

async function receiverDouble(answer: RequestListener = (_, response) => response.end('ok')) {
  const calls: Call[] = [];
  const port = await listen(
    createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        calls.push({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: `${Buffer.concat(parts)}`,
        });
        answer(request, response);
      });
    }),
  );
  return { calls, port, origin: `http://127.0.0.1:${port}` };
}

const rules = readAddressRules({ SLUICE_AGENT_ALLOW: '127.0.0.1' }, []);

function readKind(id: string, fields: object): Receiver {
  const read = readReceiver(id, fields, readAddressRules({ SLUICE_AGENT_ALLOW: '127.0.0.1,::1' }, []));
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.receiver;
}
function receiverAt(id: string, origin: string): Receiver {
  const { kind, orderFor } = readKind(id, goodFields(origin)[id] ?? {});
  return {
    kind,
    orderFor(message, sentAt) {
      const order = orderFor(message, sentAt);
      if (order.type === 'mail') throw new Error('a mail');
      const { pathname, search } = new URL(order.url);
      return { ...order, url: origin + pathname + search };
    },
  };
}
const deliverMessage = (
  receiver: Receiver,
  more: { message?: AlarmMessage; resolve?: Resolve; patienceMs?: number; now?: () => number } = {},
) => {
  const { message = alarm, ...surroundings } = more;
  return deliver(receiver, message, { rules, ...surroundings });
};

const byRequest = receiverKinds.filter(({ id }) => id !== 'email').map(({ id }) => id);

describe('a message', () => {
  it.each(byRequest)('reaches a receiver of the kind %s as its request is defined', async (id) => {
    const { calls, origin } = await receiverDouble();
    const receiver = receiverAt(id, origin);
    expect(await deliverMessage(receiver, { now: () => alarm.at })).toEqual({ type: 'delivered', status: 200 });
    const order = receiver.orderFor(alarm, alarm.at);
    if (order.type === 'mail') throw new Error('a mail');
    const [call, ...more] = calls;
    expect(more).toEqual([]);
    expect(origin + call?.url).toBe(order.url);
    expect(call).toMatchObject({ method: order.method, body: order.body ?? '', headers: order.headers });
  });

  it.each([SECRET, OLD_SECRET])('to a webhook is verified by the Standard Webhooks library with %s', async (secret) => {
    const { calls, origin } = await receiverDouble();
    await deliverMessage(receiverAt('webhook', origin));
    const [{ body, headers } = { body: '', headers: {} }] = calls;
    const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const verified = new Webhook(secret).verify(body, signed);
    expect(verified).toMatchObject({ type: 'alarm.fired', data: { title: alarm.title } });
    expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(body, { ...signed, 'webhook-id': 'other' })).toThrow(
      'No matching signature',
    );
  });

  it.each(byRequest)('with an injected header in its id sends no such header to the kind %s', async (id) => {
    const { calls, origin } = await receiverDouble();
    const message = {
      ...alarm,
      id: 'a\r\nx-bad: 1',
      title: 'a\r\nx-bad: 1',
      text: 'a\r\n\r\nGET /bad HTTP/1.1\r\n\r\n',
    };
    const { type } = await deliverMessage(receiverAt(id, origin), { message });
    expect([type, calls.length]).toEqual(id === 'webhook' ? ['refused', 0] : ['delivered', 1]);
    for (const { headers, url } of calls) expect([headers['x-bad'], url?.includes('/bad')]).toEqual([undefined, false]);
  });
});

const NOW = Date.UTC(2026, 10, 29, 20);

describe('a response', () => {
  it.each<[number, Record<string, string>, object]>([
    [200, {}, { type: 'delivered' }],
    [201, {}, { type: 'delivered' }],
    [204, {}, { type: 'delivered' }],
    ...[300, 301, 302, 303, 304, 307, 308].map((status): [number, Record<string, string>, object] => [
      status,
      { location: 'http://127.0.0.1:1/' },
      { type: 'refused', why: 'redirected' },
    ]),
    [400, {}, { type: 'refused', why: 'rejected' }],
    [401, {}, { type: 'refused', why: 'login' }],
    [403, {}, { type: 'refused', why: 'login' }],
    [404, {}, { type: 'refused', why: 'not-found' }],
    [408, {}, { type: 'retry', why: 'server-failed', afterSeconds: null }],
    [410, {}, { type: 'gone' }],
    [413, {}, { type: 'refused', why: 'rejected' }],
    [418, {}, { type: 'refused', why: 'rejected' }],
    [424, {}, { type: 'retry', why: 'server-failed', afterSeconds: null }],
    [429, {}, { type: 'retry', why: 'too-many', afterSeconds: null }],
    [429, { 'retry-after': '17' }, { type: 'retry', why: 'too-many', afterSeconds: 17 }],
    [429, { 'retry-after': '999999999999999999999' }, { type: 'retry', why: 'too-many', afterSeconds: 3600 }],
    [429, { 'retry-after': '-5' }, { type: 'retry', why: 'too-many', afterSeconds: null }],
    [429, { 'retry-after': '0' }, { type: 'retry', why: 'too-many', afterSeconds: null }],
    [429, { 'retry-after': 'soon' }, { type: 'retry', why: 'too-many', afterSeconds: null }],
    [
      503,
      { 'retry-after': 'Sun, 29 Nov 2026 20:01:30 GMT' },
      { type: 'retry', why: 'server-failed', afterSeconds: 90 },
    ],
    [
      503,
      { 'retry-after': 'Sun, 29 Nov 2020 20:01:30 GMT' },
      { type: 'retry', why: 'server-failed', afterSeconds: null },
    ],
    [
      503,
      { 'retry-after': 'Sun, 29 Nov 2099 20:01:30 GMT' },
      { type: 'retry', why: 'server-failed', afterSeconds: 3600 },
    ],
    [500, {}, { type: 'retry', why: 'server-failed', afterSeconds: null }],
    [599, {}, { type: 'retry', why: 'server-failed', afterSeconds: null }],
    [999, {}, { type: 'retry', why: 'server-failed', afterSeconds: null }],
  ])('of %i with %j results in %j', async (status, headers, delivery) => {
    const { origin } = await receiverDouble((_, response) => response.writeHead(status, headers).end());
    expect(await deliverMessage(receiverAt('ntfy', origin), { now: () => NOW })).toEqual({ status, ...delivery });
  });

  it('of 204 from Apprise means that no receiver is configured', async () => {
    const { origin } = await receiverDouble((_, response) => response.writeHead(204).end());
    expect(await deliverMessage(receiverAt('apprise', origin))).toEqual({
      type: 'refused',
      why: 'nobody-told',
      status: 204,
    });
  });

  it.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    const target = await receiverDouble();
    const { calls, origin } = await receiverDouble((_, response) =>
      response.writeHead(status, { location: `${target.origin}/`, refresh: `0; url=${target.origin}` }).end(),
    );
    await deliverMessage(receiverAt('webhook', origin));
    expect([calls.length, target.calls.length]).toEqual([1, 0]);
  });

  it('of 200 MB is not read to its end', async () => {
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, 'x');
    const { origin } = await receiverDouble((_, response) => {
      const writeMore = () => {
        while (sent < 200e6 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return response.once('drain', writeMore);
        }
        return response.end();
      };
      writeMore();
    });
    expect(await deliverMessage(receiverAt('ntfy', origin))).toEqual({ type: 'delivered', status: 200 });
    expect(sent).toBeLessThan(50e6);
  });

  it.each<[string, (socket: Socket) => void, object]>([
    [
      'drips after its status',
      drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'),
      { type: 'delivered', status: 200 },
    ],
    ['drips before its status', drip('HTTP/1.1 200 OK\r\nx: '), { type: 'retry', why: 'timeout' }],
    ['is missing', () => undefined, { type: 'retry', why: 'timeout' }],
    ['sends endless interim responses', floodOfHints, { type: 'retry' }],
    ['is garbage', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), { type: 'retry', why: 'answer-unreadable' }],
    ['is binary', (socket) => socket.end(Buffer.alloc(5000, 255)), { type: 'retry', why: 'answer-unreadable' }],
    [
      'has a header of 1 MB',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1e6)}\r\n\r\n`),
      { type: 'retry', why: 'answer-unreadable' },
    ],
    [
      'has a split header',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nx: a\u0000b\r\n\r\n'),
      { type: 'retry', why: 'answer-unreadable' },
    ],
    [
      'changes the protocol',
      (socket) => socket.end('HTTP/1.1 101 x\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      { type: 'retry', why: 'unreachable' },
    ],
    ['ends before it starts', (socket) => socket.end(), { type: 'retry', why: 'unreachable' }],
    ['is a reset', (socket) => socket.resetAndDestroy(), { type: 'retry', why: 'unreachable' }],
    [
      'ends within its body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nx'),
      { type: 'delivered', status: 200 },
    ],
  ])('that %s ends the try', async (_, answer, delivery) => {
    const port = await listen(createTcpServer((socket) => void socket.once('data', () => answer(socket))));
    expect(await deliverMessage(receiverAt('ntfy', `http://127.0.0.1:${port}`), { patienceMs: 400 })).toMatchObject(
      delivery,
    );
  });

  it('that never arrives results in "unreachable"', async () => {
    const port = await listen(createServer());
    await new Promise((resolve) => open.pop()?.close(resolve));
    const delivery = await deliverMessage(receiverAt('ntfy', `http://127.0.0.1:${port}`));
    expect(delivery).toEqual({ type: 'retry', why: 'unreachable', status: null, afterSeconds: null });
  });
});

it('an address that accepts no connection counts as unreachable, not as a timeout', async () => {
  // Its backlog has room for two connections, and it accepts none.
  const child = spawn(
    process.execPath,
    [
      '--eval',
      `const server = require('node:net').createServer();
       server.listen(0, '127.0.0.1', 1, () => {
         require('node:fs').writeSync(1, String(server.address().port));
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
       });`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const port = Number(line);
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => fillers.forEach((socket) => void socket.destroy()));
  await Promise.all(fillers.slice(0, 2).map((socket) => once(socket, 'connect')));
  const deliverTo = (address: string, resolve?: Resolve) =>
    deliverMessage(receiverAt('ntfy', `http://${address}:${port}`), { patienceMs: 300, ...(resolve && { resolve }) });
  expect(await deliverTo('127.0.0.1')).toMatchObject({ type: 'retry', why: 'unreachable' });
  expect(await deliverTo('alarms.example', leadsTo('127.0.0.1'))).toMatchObject({ type: 'retry', why: 'unreachable' });
});

function drip(firstBytes: string) {
  return (socket: Socket) => {
    socket.write(firstBytes);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

function floodOfHints(socket: Socket) {
  const writeMore = () => {
    while (!socket.destroyed) if (!socket.write('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n'.repeat(100))) return;
  };
  socket.on('drain', writeMore);
  writeMore();
}

describe('a server with a certificate', () => {
  const validFor = (name: string) => ownCertificate(name);
  it.each([
    ['for another name', 'other.example'],
    ['that is self-signed', 'alarms.example'],
  ])('%s gets no message', async (_, name) => {
    const calls: unknown[] = [];
    const port = await listen(createTlsServer(validFor(name), (request) => calls.push(request.url)));
    const receiver = receiverAt('webhook', `https://alarms.example:${port}`);
    expect(await deliverMessage(receiver, { resolve: leadsTo('127.0.0.1') })).toEqual({
      ...{ type: 'retry', why: 'certificate', status: null, afterSeconds: null },
    });
    expect(calls).toEqual([]);
  });

  it('fails with "tls-failed" at a plain HTTP port', async () => {
    const { calls, port } = await receiverDouble();
    expect(await deliverMessage(receiverAt('webhook', `https://127.0.0.1:${port}`))).toMatchObject({
      type: 'retry',
      why: 'tls-failed',
    });
    expect(calls).toEqual([]);
  });
});

function leadsTo(...answers: readonly (string | readonly string[])[]): Resolve {
  let turn = 0;
  return (_, __, done) => {
    const answer = answers[Math.min(turn++, answers.length - 1)] ?? [];
    done(
      null,
      [answer].flat().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('a host name', () => {
  it.each([
    ['127.0.0.2'],
    ['127.0.0.2', '::1'],
    ['::ffff:127.0.0.2'],
    ['0.0.0.0'],
    ['169.254.169.254'],
    ['fe80::1'],
    ['::'],
    ['64:ff9b::7f00:2'],
  ])('that resolves to %s is not connected to', async (...addresses) => {
    let connections = 0;
    const port = await listen(
      createTcpServer(() => connections++),
      '127.0.0.2',
    );
    const receiver = receiverAt('webhook', `http://alarms.example:${port}`);
    expect(await deliverMessage(receiver, { resolve: leadsTo(addresses) })).toEqual({
      ...{ type: 'refused', why: 'forbidden-address', status: null },
    });
    expect(connections).toBe(0);
  });

  it('that resolves to another address next time is not connected to there', async () => {
    const { calls, port } = await receiverDouble();
    const receiver = receiverAt('webhook', `http://alarms.example:${port}`);
    const resolve = leadsTo('127.0.0.1', '127.0.0.2');
    expect((await deliverMessage(receiver, { resolve })).type).toBe('delivered');
    expect(await deliverMessage(receiver, { resolve })).toMatchObject({ type: 'refused', why: 'forbidden-address' });
    expect(calls.length).toBe(1);
  });

  it('with allowed and forbidden addresses is only connected to at an allowed one', async () => {
    const { calls, port } = await receiverDouble();
    const receiver = receiverAt('webhook', `http://alarms.example:${port}`);
    const resolve = leadsTo(['127.0.0.2', '::1', '127.0.0.1', '169.254.169.254']);
    expect((await deliverMessage(receiver, { resolve })).type).toBe('delivered');
    expect(calls[0]?.headers.host).toBe(`alarms.example:${port}`);
  });

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('whose look-up fails with %s is retried', async (code) => {
    const resolve: Resolve = (_, __, done) => done(Object.assign(new Error(code), { code }), []);
    const delivery = await deliverMessage(receiverAt('webhook', 'http://alarms.example'), { resolve });
    expect(delivery).toEqual({ type: 'retry', why: 'name-not-found', status: null, afterSeconds: null });
  });

  it('whose look-up hangs times out', async () => {
    const delivery = await deliverMessage(receiverAt('webhook', 'http://alarms.example'), {
      resolve: () => undefined,
      patienceMs: 200,
    });
    expect(delivery).toMatchObject({ type: 'retry', why: 'timeout' });
  });
});

it('a receiver at an allowed IPv6 address gets its message', async () => {
  const port = await listen(
    createServer((_, response) => response.end()),
    '::1',
  );
  const receiver = receiverAt('ntfy', `http://[::1]:${port}`);
  const rulesFor = (allow: string) => ({ rules: readAddressRules({ SLUICE_AGENT_ALLOW: allow }, []) });
  expect(await deliver(receiver, alarm, rulesFor(`[::1]:${port}`))).toMatchObject({ type: 'delivered' });
  expect(await deliver(receiver, alarm, rulesFor('127.0.0.1'))).toMatchObject({ why: 'forbidden-address' });
});

it('a stored receiver is checked against the current address rules', async () => {
  const { calls, origin } = await receiverDouble();
  const closed = { rules: readAddressRules({}, []) };
  expect(await deliver(receiverAt('ntfy', origin), alarm, closed)).toMatchObject({ why: 'forbidden-address' });
  expect(calls).toEqual([]);
});
