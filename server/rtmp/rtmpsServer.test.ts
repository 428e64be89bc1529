import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket, type Server as TlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { ownCertificate } from '../../harness/streams/certificate.ts';
import { until } from '../../harness/test/core/testing.ts';
import type { Log } from '../log/index.ts';
import { createRtmp } from './index.ts';
import { hello, keyframe, videoHeader } from './testing.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop();
});

const first = ownCertificate();

async function serve(limits: Parameters<typeof createRtmp>[1] = {}, secureAddress = '127.0.0.1:0') {
  const messages: string[] = [];
  let renew = (_: typeof first) => {};
  const certificates = {
    serve(tls: TlsServer) {
      renew = (next) => tls.setSecureContext(next);
      renew(first);
    },
  };
  const log: Log = {
    write: (level, component, message, fields) =>
      void messages.push([level, component, message, Object(fields).error].join(' ')),
  };
  const server = await createRtmp(
    {
      address: '127.0.0.1:0',
      secure: { address: secureAddress, certificates },
      app: '/',
      token: '',
      sessions: { open: () => ({ rx() {}, tx() {}, close() {}, tell() {} }) },
      log,
    },
    limits,
  );
  cleanups.push(() => server.stop());
  return { server, messages, renew, port: server.securePort ?? 0 };
}

const open = async <S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> => {
  cleanups.push(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, event);
  return socket;
};
const plainTo = (port: number) => open(connect(port, '127.0.0.1'), 'connect');
const secureTo = (port: number, { cert } = first): Promise<TLSSocket> =>
  open(connectTls({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' }), 'secureConnect');

const untilClosed = (socket: Socket) =>
  socket.destroyed ? null : new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));

async function publishOver(port: number, name: string): Promise<TLSSocket> {
  const publisher = await secureTo(port);
  publisher.resume();
  publisher.write(Buffer.concat([hello('publish', name), videoHeader, keyframe]));
  return publisher;
}

describe('a TLS handshake', () => {
  it.each([
    ['that never starts', Buffer.alloc(0)],
    ['that stops within its first message', Buffer.from([0x16, 3, 1, 2, 0, 1, 0])],
  ])('%s times out', async (_, bytes) => {
    const { port, messages } = await serve({ setUpMs: 300 });
    const slow = await plainTo(port);
    slow.write(bytes);
    await untilClosed(slow);
    expect(messages.join('\n')).toContain('debug RTMPS TLS handshake failed');
  });

  it('that is slow yields its slot, so that a flood keeps no encoder out', async () => {
    const { server, port, messages } = await serve({ waiting: 20, waitingOfOne: 20 });
    const slow = await Promise.all(Array.from({ length: 20 }, () => plainTo(port)));
    await publishOver(port, 'x');
    await until(
      async () => server.channels(),
      (channels) => channels.includes('/live/x'),
    );
    const [oldest] = slow;
    if (oldest === undefined) throw new Error('nobody came');
    await untilClosed(oldest);
    expect(messages.filter((line) => line.includes('its TLS handshake is not over'))).toHaveLength(1);
    expect(slow.filter(({ destroyed }) => !destroyed)).toHaveLength(19);
  });

  it('frees its slot at once when it ends', async () => {
    const { server, port } = await serve({ waiting: 1, waitingOfOne: 1 });
    for (const name of ['a', 'b', 'c']) {
      await publishOver(port, name);
      await until(
        async () => server.channels(),
        (channels) => channels.includes(`/live/${name}`),
      );
    }
  });
});

describe('the wrong protocol', () => {
  it.each([
    ['RTMP', hello('publish', 'x')],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ])('on the RTMPS port is rejected with a log line: %s', async (_, bytes) => {
    const { port, messages } = await serve();
    const lost = await plainTo(port);
    lost.write(bytes);
    await untilClosed(lost);
    expect(messages).toEqual(['warn RTMPS Refused it does not speak TLS: this is the port of rtmps:// addresses']);
  });

  it('on the RTMP port is rejected with a log line: TLS', async () => {
    const { server, messages } = await serve();
    const lost = connectTls({ port: server.port, host: '127.0.0.1', ca: first.cert });
    lost.on('error', () => undefined);
    await untilClosed(lost);
    expect(messages).toEqual(['warn RTMP Refused it speaks TLS: this is the port of rtmp:// addresses']);
  });
});

it('a new certificate is used for new connections, and existing ones continue', async () => {
  const { server, port, renew } = await serve();
  const publisher = await publishOver(port, 'x');
  await until(
    async () => server.channels(),
    (channels) => channels.includes('/live/x'),
  );
  const second = ownCertificate();
  renew(second);
  const next = await secureTo(port, second);
  expect(next.authorized).toBe(true);
  expect(publisher.destroyed).toBe(false);
  expect(server.channels()).toEqual(['/live/x']);
});

it('a taken RTMPS port is named in the error, and the RTMP port is released', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  cleanups.push(() => holder.close());
  await once(holder, 'listening');
  const bound = holder.address();
  const address = `127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`;
  await expect(serve({}, address)).rejects.toThrow(
    `cannot listen on ${address} (RTMPS): the port is in use by another program`,
  );
});

it('stopping the server aborts a handshake', async () => {
  const { server, port } = await serve();
  const slow = await plainTo(port);
  await server.stop();
  await untilClosed(slow);
});
