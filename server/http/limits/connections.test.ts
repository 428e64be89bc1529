import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { limit } from '../../util/limits.ts';
import { dial, listenOn } from '../testing.ts';
import { countAllowedConnections, createConnections } from './connections.ts';

async function serve(max: number) {
  const waiting: ServerResponse[] = [];
  const connections = createConnections(max);
  const handle = connections.inTurn((request, response) => {
    if (request.url === '/now') response.end('now');
    else waiting.push(response);
  });
  const server = createServer(handle);
  connections.watch(server, 'connection');
  const port = await listenOn(server);
  const open = async (from = '127.0.0.1') => {
    const socket = dial(port, from);
    const received = { text: '', isClosed: false };
    socket.on('data', (chunk) => {
      received.text += chunk.toString('latin1');
    });
    socket.on('close', () => {
      received.isClosed = true;
    });
    await once(socket, 'connect');
    const sendRequest = (path: string, times = 1, method = 'GET') =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
    return { received, sendRequest };
  };
  return { open, waiting };
}

describe('above the limit of connections', () => {
  it('an idle connection of the greediest address is closed', async () => {
    const { open, waiting } = await serve(4);
    const other = await open('127.0.0.2');
    const greedy = [await open(), await open(), await open()];
    greedy[0]?.sendRequest('/later');
    await expect.poll(() => waiting.length).toBe(1);
    const late = await open('127.0.0.3');
    await expect.poll(() => greedy.map(({ received }) => received.isClosed)).toEqual([false, true, false]);
    late.sendRequest('/now');
    other.sendRequest('/now');
    await expect.poll(() => late.received.text + other.received.text).toMatch(/now[\s\S]*now$/);
  });

  it('a busy connection is closed for another address unless it uploads, but not for its own address', async () => {
    const { open, waiting } = await serve(3);
    const greedy = [await open(), await open(), await open()];
    greedy[0]?.sendRequest('/later', 1, 'PUT');
    await expect.poll(() => waiting.length).toBe(1);
    for (const { sendRequest } of greedy.slice(1)) sendRequest('/later');
    await expect.poll(() => waiting.length).toBe(3);
    const own = await open();
    await expect.poll(() => own.received.text).toMatch(/^HTTP\/1\.1 503 /);
    expect(greedy.some(({ received }) => received.isClosed)).toBe(false);
    const late = await open('127.0.0.3');
    late.sendRequest('/now');
    await expect.poll(() => late.received.text).toMatch(/now$/);
    expect(greedy.map(({ received }) => received.isClosed)).toEqual([false, true, false]);
  });
});

it('pipelined requests are handled one after the other', async () => {
  const { open, waiting } = await serve(4);
  const { received, sendRequest } = await open();
  sendRequest('/later', limit('pipelined'));
  for (let done = 0; done < limit('pipelined'); done += 1) {
    await expect.poll(() => waiting.length).toBe(done + 1);
    waiting[done]?.end(`<${done}>`);
  }
  await expect.poll(() => received.text).toContain(`<${limit('pipelined') - 1}>`);
  sendRequest('/now');
  await expect.poll(() => received.text).toMatch(/now$/);
});

it('too many pipelined requests close their connection', async () => {
  const { open, waiting } = await serve(4);
  const { received, sendRequest } = await open();
  sendRequest('/later', limit('pipelined') + 2);
  await expect.poll(() => received.isClosed).toBe(true);
  expect(waiting).toHaveLength(1);
});

it.each([
  [null, limit('connections')],
  ['Max open files            1048576              1048576              files', limit('connections')],
  ['Max open files            4096                 4096                 files', 1792],
  ['Max open files            256                  256                  files', 64],
])('a system with the limits %s allows %d connections', (text, max) => expect(countAllowedConnections(text)).toBe(max));
