import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { createMemory } from '../../storage/memory.ts';
import { limit } from '../../util/limits.ts';
import { sendFile } from '../files/sendFile.ts';
import { dial, listenOn } from '../testing.ts';
import { createResponseBacklog } from './responseBacklog.ts';

const MB = 1024 * 1024;

async function serve(mostBytes?: number) {
  const mem = createMemory({ limitBytes: 0, purge: false });
  const unsent = createResponseBacklog(mostBytes);
  const closed: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    response.once('close', () => closed.push(path));
    sendFile(request, response, { storage: mem, path, encodings: ['gzip'] }, unsent);
  });
  const port = await listenOn(server);
  const stallDownload = async (path: string, localAddress?: string) => {
    const socket = dial(port, localAddress);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nRange: bytes=1-\r\n\r\n`);
    await once(socket, 'readable');
  };
  return { mem, stall: stallDownload, closed, port };
}

it('replaced versions of a file are limited: the oldest reader is disconnected', async () => {
  const { mem, stall, closed, port } = await serve(30 * MB);
  for (let version = 0; version < 5; version += 1) {
    await mem.write(`/${version}.ts`, Buffer.alloc(10 * MB, String(version)));
    await stall(`/${version}.ts`);
    await stall(`/${version}.ts`);
  }
  const answer = await fetch(`http://127.0.0.1:${port}/4.ts`);
  expect((await answer.arrayBuffer()).byteLength).toBe(10 * MB);
  await expect.poll(() => closed).toEqual(['/4.ts']);
  for (const version of ['0', '1', '3', '4']) await mem.remove(`/${version}.ts`);
  await expect.poll(() => closed).toEqual(['/4.ts', '/0.ts', '/0.ts']);
  await mem.write('/2.ts', Buffer.alloc(10, 'x'));
  await expect.poll(() => closed).toEqual(['/4.ts', '/0.ts', '/0.ts', '/1.ts', '/1.ts']);
});

it('the bytes of a file count once for all its readers', async () => {
  const { mem, stall, closed } = await serve();
  await mem.write('/a.ts', Buffer.alloc(limit('unsent') / 2, 'x'));
  for (let viewer = 0; viewer < 10; viewer += 1) await stall('/a.ts');
  await mem.remove('/a.ts');
  await mem.write('/b.ts', Buffer.alloc(limit('unsent') / 4, 'x'));
  await stall('/b.ts');
  await mem.remove('/b.ts');
  expect(closed).toEqual([]);
  await mem.write('/c.ts', Buffer.alloc(limit('unsent'), 'x'));
  await stall('/c.ts');
  await mem.remove('/c.ts');
  await expect.poll(() => closed.length).toBe(11);
  expect(closed).not.toContain('/c.ts');
});

it('the network with the most bytes loses a response, even if another waits longer', async () => {
  const { mem, stall, closed } = await serve(30 * MB);
  for (let version = 0; version < 5; version += 1) {
    await mem.write(`/${version}.ts`, Buffer.alloc(10 * MB, String(version)));
    await stall(`/${version}.ts`, version === 0 ? '127.0.0.2' : '127.0.0.1');
  }
  for (let version = 0; version < 5; version += 1) await mem.remove(`/${version}.ts`);
  await expect.poll(() => closed.toSorted()).toEqual(['/1.ts', '/2.ts']);
});
