import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../tools/launch/ports.ts';
import { type Delivery, serveInterface } from './interfaceServer.ts';

const PAGE = `<p>${'word '.repeat(200)}</p>`;
const open: { close(): unknown }[] = [];
let folder = '';
let core = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'deliver-'));
  await writeFile(path.join(folder, 'index.html'), PAGE);
  const port = await freePort();
  const server = createServer((request, answer) =>
    request.pipe(answer.writeHead(201, { 'X-Asked': `${request.method} ${request.url}` })),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  open.push(server);
  core = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  await rm(folder, { recursive: true });
});

async function serve(delivery: Delivery) {
  const server = await serveInterface(folder, core, delivery);
  open.unshift(server);
  return server.ui;
}

it.each<[Delivery, string | null, number]>([
  ['gzip', 'gzip', 100],
  ['raw', null, PAGE.length],
])('the interface server delivers pages as %s', async (delivery, encoding, most) => {
  const answer = await fetch(await serve(delivery));
  expect(answer.headers.get('Content-Encoding')).toBe(encoding);
  expect(Number(answer.headers.get('Content-Length'))).toBeLessThanOrEqual(most);
  expect(await answer.text()).toBe(PAGE);
});

it('other requests are passed on to the core, in both directions', async () => {
  const answer = await fetch(new URL('/api/login?x=1', await serve('raw')), { method: 'POST', body: 'who' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('X-Asked')).toBe('POST /api/login?x=1');
  expect(await answer.text()).toBe('who');
});

it('an unreachable core is reported', async () => {
  core = `http://127.0.0.1:${await freePort()}`;
  expect((await fetch(new URL('/api', await serve('raw')))).status).toBe(502);
});
