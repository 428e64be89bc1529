import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { pageRoutes } from '../http/api/page.ts';
import { createApi } from '../http/api.ts';
import { createBodyReader } from '../http/request/bodyReader.ts';
import { listenOn } from '../http/testing.ts';

import { isAddressAllowed } from '../process/command/checkAddresses.ts';
import { hasPrivateHost } from './privateHosts.ts';
import { createPageReader } from './readPage.ts';

type Pages = Record<string, RequestListener>;

const html =
  (text: string): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': 'Text/HTML; charset=utf-8' }).end(text);
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    response.writeHead(status, { Location: location }).end();

async function serve(pages: Pages) {
  const requests: Pick<IncomingMessage, 'url' | 'headers' | 'method'>[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = pages[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  return { at: `http://127.0.0.1:${await listenOn(server)}`, requests };
}

const open = { allow: [], block: [] as string[] };
const reader = (access = open, patienceMs = 5000) =>
  createPageReader({ isAllowed: (address) => isAddressAllowed(address, access), patienceMs });

it('the streams of a page are found', async () => {
  const { at, requests } = await serve({ '/a/': html('<video src="live.m3u8">') });
  expect(await reader()(`${at}/a/`)).toEqual({
    type: 'text/html; charset=utf-8',
    streams: [`${at}/a/live.m3u8`],
  });
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
});

it('a stream is identified by its type without reading it', async () => {
  let isClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    isClosed = resolve;
  });
  const { at } = await serve({
    '/s': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'multipart/x-mixed-replace;boundary=A' }).write('--A');
      response.once('close', isClosed);
    },
  });
  expect(await reader()(`${at}/s`)).toEqual({ type: 'multipart/x-mixed-replace;boundary=a', streams: [] });
  await closed;
});

it('only the first megabyte of an endless page is read', async () => {
  const { at } = await serve({
    '/': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<video src="a.m3u8">');
      const writeMore = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', writeMore);
      writeMore();
    },
  });
  expect((await reader()(`${at}/`)).streams).toEqual([`${at}/a.m3u8`]);
});

it.each<[string, Pages, string, string]>([
  ['waits for ever', { '/': () => {} }, '/', 'it did not respond in time'],
  [
    'stops in the middle',
    { '/': (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>') },
    '/',
    'it did not respond in time',
  ],
  ['is missing', {}, '/', 'it answers with status 404'],
  ['redirects forever', { '/': redirectTo('/') }, '/', 'it redirects too often'],
  ['redirects to a file', { '/': redirectTo('file:///etc/passwd') }, '/', 'only HTTP and HTTPS are read'],
  ['redirects to a malformed URL', { '/': redirectTo('http://[') }, '/', 'it redirects to no URL'],
  ['redirects to a blocked address', { '/': redirectTo('/blocked') }, '/', 'address is not allowed'],
  ['is blocked', { '/blocked': html('') }, '/blocked', 'address is not allowed'],
])('a page that %s is rejected', async (_, pages, path, reason) => {
  const { at } = await serve(pages);
  const blocking = reader({ ...open, block: ['blocked'] }, 300);
  await expect(blocking(at + path)).rejects.toMatchObject({ status: 400, details: [reason] });
});

it.each(['', 'a', 'file:///etc/passwd', 'ftp://example.org/', 'rtsp://127.0.0.1/', 'data:text/html,a', '{memfs}/a'])(
  'the address "%s" is rejected',
  async (address) => {
    await expect(reader()(address)).rejects.toMatchObject({ status: 400 });
  },
);

it('up to three redirects are followed, and links resolve against the last URL', async () => {
  const { at } = await serve({
    '/1': redirectTo('/2', 301),
    '/2': redirectTo('3/', 307),
    '/3/': redirectTo('/four/page', 308),
    '/four/page': html('<video src="a">'),
  });
  expect((await reader()(`${at}/1`)).streams).toEqual([`${at}/four/a`]);
});

it('credentials are sent to their own origin only', async () => {
  const other = await serve({ '/': html('') });
  const { at, requests } = await serve({ '/': redirectTo('/2'), '/2': redirectTo(`${other.at}/`) });
  await reader()(`${at.replace('//', '//me:p%40ss@')}/`);
  const basic = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic]);
  expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

afterEach(() => vi.unstubAllGlobals());

/** Documentation network (RFC 5737), in place of public addresses. */
const PUBLIC = 'http://192.0.2.1/';

it.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://[::ffff:7f00:1]/',
  'http://0/',
  'http://169.254.169.254/',
  'http://router.lan/',
])('a redirect from a public address to %s is not followed', async (target) => {
  const send = vi.fn(async () => new Response(null, { status: 302, headers: { Location: target } }));
  vi.stubGlobal('fetch', send);
  await expect(reader()(PUBLIC)).rejects.toMatchObject({
    details: ['it redirects from a public to a private address'],
  });
  expect(send).toHaveBeenCalledOnce();
});

it('private streams are offered for a private page only', async () => {
  const text = '<a href="rtsp://192.168.1.2/1"><a href="http://localhost/a.m3u8"><a href="http://192.0.2.2/b.m3u8">';
  vi.stubGlobal('fetch', async () => new Response(text, { headers: { 'Content-Type': 'text/html' } }));
  expect((await reader()(PUBLIC)).streams).toEqual(['http://192.0.2.2/b.m3u8']);
  expect((await reader()('http://192.168.1.1/')).streams).toHaveLength(3);
});

it('streams that a process must not read are not offered', async () => {
  const { at } = await serve({ '/': html('<video src="blocked.m3u8"><video src="a.m3u8">') });
  expect((await reader({ ...open, block: ['blocked'] })(`${at}/`)).streams).toEqual([`${at}/a.m3u8`]);
});

it('pages are read one at a time, with a short queue', async () => {
  const answers: (() => void)[] = [];
  const { at, requests } = await serve({
    '/': (request, response) => {
      answers.push(() => html('')(request, response));
      if (requests.length > 1) answers.at(-1)?.();
    },
  });
  const read = reader();
  const all = Array.from({ length: 5 }, () => read(`${at}/`));
  expect(() => read(`${at}/`)).toThrow('Too Many Requests');
  await expect.poll(() => answers.length).toBe(1);
  expect(requests).toHaveLength(1);
  answers[0]?.();
  await Promise.all(all);
  expect(requests).toHaveLength(5);
  await read(`${at}/`);
});

it('a page is read after an earlier one failed', async () => {
  const { at } = await serve({ '/': html('') });
  const read = reader();
  const failed = read(`${at}/missing`);
  const next = read(`${at}/`);
  await expect(failed).rejects.toThrow();
  expect((await next).streams).toEqual([]);
});

it.each([
  ['http://localhost/', true],
  ['http://printer/', true],
  ['http://cam.local./', true],
  ['https://metadata.google.internal/', true],
  ['http://0x7f.1/', true],
  ['rtsp://0x7f.1/', true],
  ['http://2130706433/', true],
  ['http://[::1]:80/', true],
  ['http://[::ffff:10.0.0.1]/', true],
  ['http://[fe80::1]/', true],
  ['http://169.254.169.254/', true],
  ['rtsp://192.168.1.2/1', true],
  ['http://172.32.0.1/', false],
  ['http://[2001:4860::1]/', false],
  ['https://example.org/', false],
  ['https://local.example.org/', false],
])('the host of %s is private: %s', (address, expected) => expect(hasPrivateHost(address)).toBe(expected));

it.each([
  ['a file URL', { address: 'file:///a' }, 400, 'The page cannot be read'],
  ['a body without an address', {}, 400, 'Invalid JSON'],
  ['a number', { address: 1 }, 400, 'Invalid JSON'],
  ['an overlong address', { address: 'http://a/'.padEnd(10_000, 'a') }, 400, 'Invalid JSON'],
])('the endpoint rejects %s', async (_, payload, status, message) => {
  const app = await createApi({
    log: { write: () => undefined },
    bodies: createBodyReader(),
    addHooks: () => undefined,
    json: [pageRoutes({ readPage: reader() })],
    raw: [],
    outside: [],
  });
  const answer = await app.inject({ method: 'POST', url: '/api/v3/page', payload });
  expect(answer.json()).toMatchObject({ code: status, message });
  await app.close();
});
