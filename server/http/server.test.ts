import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { Config } from '../config/configSchema.ts';
import { createLog } from '../log/index.ts';
import { createSessions } from '../sessions/index.ts';
import { type HttpServer, listen } from './server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop();
});

/** Closed connections that requested `/large`. */
let ended = 0;
const LARGE = Buffer.alloc(64 * 1024 * 1024);

/** Responds to `/large` with `LARGE`, else with the size of the body. */
async function serve(limits: { idleMs: number; headersMs: number }): Promise<HttpServer> {
  const config = Config.parse({ address: '127.0.0.1:0' });
  const sessions = createSessions({ config: () => config });
  const server = await listen({
    config,
    log: createLog(() => {}),
    sessions,
    trustedProxies: [],
    certificates: null,
    limits,
    answer: async (request, response, { path }) => {
      if (path === '/large') {
        request.socket.once('close', () => {
          ended += 1;
        });
        response.end(LARGE);
      } else response.end(`${(await buffer(request)).length}`);
    },
  });
  cleanups.push(
    () => sessions.stop(),
    () => server.stop(),
  );
  return server;
}

function client({ port }: HttpServer, text: string): { socket: Socket; closed: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // disconnected while writing
  // `once` would reject after a late write error.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(text);
  cleanups.push(() => socket.destroy());
  return { socket, closed };
}

it.each([
  ['endless headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['no data', ''],
])('after %s the connection closes without a response', async (_, text) => {
  const server = await serve({ idleMs: 600, headersMs: 300 });
  const { socket, closed } = client(server, text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await closed;
  expect(answer).toBe('');
});

it('a request that is not HTTP gets a 400', async () => {
  const server = await serve({ idleMs: 60_000, headersMs: 60_000 });
  const { socket } = client(server, 'hello\r\n\r\n');
  expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('slow headers do not extend the time limit', async () => {
  const server = await serve({ idleMs: 600_000, headersMs: 300 });
  const { socket, closed } = client(server, 'GET / HTTP/1.1\r\nX: ');
  socket.resume();
  const drip = setInterval(() => socket.write('x'), 20);
  await closed;
  clearInterval(drip);
});

it('a stalled body closes the connection, a slow one does not', async () => {
  const server = await serve({ idleMs: 300, headersMs: 60_000 });
  const head = 'PUT /x HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\nConnection: close\r\n\r\n';
  const stopped = client(server, `${head}x`);
  stopped.socket.resume();
  await stopped.closed;

  const slow = client(server, head);
  let left = 30;
  const drip = setInterval(() => {
    left -= 1;
    if (left >= 0) slow.socket.write('x');
  }, 30);
  const answer = await buffer(slow.socket);
  clearInterval(drip);
  expect(answer.toString()).toMatch(/200 OK[\s\S]*30$/);
});

it('a client that does not read a large response is disconnected', async () => {
  const server = await serve({ idleMs: 300, headersMs: 60_000 });
  const { socket, closed } = client(server, 'GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  await expect.poll(() => ended).toBe(1);
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  await closed;
  expect(bytes).toBeLessThan(LARGE.length);

  const patient = client(server, 'GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect((await buffer(patient.socket)).length).toBeGreaterThan(LARGE.length);
});
