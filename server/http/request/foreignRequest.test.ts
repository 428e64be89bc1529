import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { loggedIn, start } from '../../../harness/test/core/testing.ts';
import { Config } from '../../config/configSchema.ts';
import { createHostCheck, findForeignReason, isOfAnotherPage, parseHostName } from './foreignRequest.ts';

const config = Config.parse({ address: 'media.lan:8080', host: { name: ['Live.Example.org', 'b.example.'] } });
const isOwnHost = createHostCheck(config, 'Studio.fritz.box');

describe('the name of this core', () => {
  it.each([
    ['127.0.0.1:8080', true],
    ['192.168.1.5', true],
    ['[::1]:8080', true],
    ['[2001:db8::1]', true],
    ['[::ffff:127.0.0.1]:8080', true],
    ['localhost:8080', true],
    ['LOCALHOST.:8080', true],
    ['sluice.localhost', true],
    ['live.example.org', true],
    ['LIVE.example.ORG.:443', true],
    ['b.example', true],
    ['media.lan:8080', true],
    ['studio.fritz.box', true],
    ['studio.local:8080', true],
    ['evil.example', false],
    ['live.example.org.evil.example', false],
    ['evil-live.example.org', false],
    ['localhost.evil.example', false],
    ['notlocalhost', false],
    ['127.0.0.1.evil.example', false],
    ['127.0.0.1@evil.example', false],
    ['evil.example@127.0.0.1', false],
    ['2130706433', false],
    ['0x7f.1', false],
    ['localhost, evil.example', false],
    ['localhost/evil', false],
    ['localhost:8080:80', false],
    ['[::1', false],
    ['', false],
    ['.', false],
  ])('includes %s: %s', (host, own) => expect(isOwnHost(host)).toBe(own));

  it('is compared without port, final dot and case', () =>
    expect(['A.b.:80', '[::1]:80', 'a b', ''].map(parseHostName)).toEqual(['a.b', '::1', null, null]));
});

const host = '192.168.1.5:8080';
const browser = { 'user-agent': 'Mozilla/5.0' };
describe('a page of another site', () => {
  it.each([
    ['a request without headers', { host }, false],
    ['the interface', { host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` }, false],
    ['an address that was typed', { host, 'sec-fetch-site': 'none' }, false],
    ['the own origin', { host, origin: `http://${host}` }, false],
    ['the same origin behind TLS', { host: 'live.example.org', origin: 'https://live.example.org' }, false],
    ['the same origin in uppercase', { host: 'LIVE.example.org:80', origin: 'http://live.example.org' }, false],
    ['IPv6', { host: '[::1]:8080', origin: 'http://[0:0:0:0:0:0:0:1]:8080' }, false],
    ['a proxy', { host, 'x-forwarded-host': 'live.example.org', origin: 'https://live.example.org' }, false],
    ['the same origin by referrer', { host, referer: `http://${host}/ui/` }, false],
    ['another site', { host, 'sec-fetch-site': 'cross-site' }, true],
    ['another port', { host, 'sec-fetch-site': 'same-site' }, true],
    ['an unknown value', { host, 'sec-fetch-site': 'whatever' }, true],
    ['two words', { host, 'sec-fetch-site': 'same-origin, cross-site' }, true],
    ['another origin', { host, origin: 'http://evil.example' }, true],
    ['no origin', { host, origin: 'null' }, true],
    ['an origin with another port', { host, origin: 'http://192.168.1.5:8081' }, true],
    ['an origin without port', { host, origin: 'http://192.168.1.5' }, true],
    ['an origin with a final dot', { host: 'localhost:8080', origin: 'http://localhost.:8080' }, true],
    ['an origin with a user', { host, origin: `http://${host}@evil.example` }, true],
    ['an origin as a user', { host, origin: `http://evil.example@${host}` }, true],
    ['a file', { host, origin: 'file://' }, true],
    ['an extension', { host, 'sec-fetch-site': 'none', origin: 'chrome-extension://abcdef' }, true],
    ['two origins', { host, origin: `http://${host}, http://evil.example` }, true],
    ['an empty origin', { host, origin: '' }, true],
    ['a page elsewhere', { host, referer: 'http://evil.example/' }, true],
    ['no host', { origin: 'http://localhost' }, true],
    ['a malformed host', { host: 'a/b', origin: 'http://a/b' }, true],
  ])('is detected for %s: %j', (_, headers, foreign) => expect(isOfAnotherPage(headers, false)).toBe(foreign));

  it.each([
    ['an image of another site', { host, ...browser }, true],
    ['a program', { host, 'user-agent': 'curl/8' }, false],
    ['the interface', { host, ...browser, referer: `http://${host}/ui/` }, false],
    ['the interface over TLS', { host, ...browser, 'sec-fetch-site': 'same-origin' }, false],
    ['an address that was typed', { host, ...browser, 'sec-fetch-site': 'none' }, false],
  ])('is suspected behind a GET with side effects by %s', (_, headers, foreign) =>
    expect(isOfAnotherPage(headers, true)).toBe(foreign),
  );

  it.each([
    [{ host: 'evil.example', 'sec-fetch-site': 'same-origin' }, 'name'],
    [{ host, 'x-forwarded-host': 'live.example.org, evil.example' }, 'name'],
    [{ host, 'x-forwarded-host': 'localhost,'.repeat(1500) }, 'name'],
    [{}, 'name'],
    [{ host, origin: 'null' }, 'page'],
    [{ host }, null],
  ])('%j is rejected by: %s', (headers, foreign) => expect(findForeignReason(headers, isOwnHost, false)).toBe(foreign));
});

async function raw(at: string, request: string, ...headers: string[]): Promise<string> {
  const socket = connect(Number(new URL(at).port), '127.0.0.1');
  socket.write([request, 'Connection: close', ...headers, '', ''].join('\r\n'));
  return text(socket);
}

const evil = { Origin: 'http://evil.example' };
const register = JSON.stringify({ version: 3, api: { auth: { enable: true, username: 'evil', password: 'evil' } } });

describe('a core without a user', () => {
  const routes: [string, string][] = [
    ['GET', '/api'],
    ['GET', '/api/v3/config'],
    ['PUT', '/api/v3/config'],
    ['GET', '/api/v3/config/reload'],
    ['GET', '/api/v3/process'],
    ['POST', '/api/v3/process'],
    ['PUT', '/api/v3/fs/disk/pwn.html'],
    ['DELETE', '/api/v3/fs/disk/pwn.html'],
    ['GET', '/api/v3/fs/mem/x'],
    ['POST', '/api/v3/metrics'],
    ['PUT', '/api/v3/metadata/x'],
    ['POST', '/api/login'],
    ['GET', '/api/nope'],
  ];

  it('rejects pages of other sites at every route', async () => {
    const { ask, at } = await start();
    for (const [method, path] of routes) {
      for (const headers of [evil, { 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }]) {
        const answer = await ask(method, path, { headers, ...(method === 'GET' ? {} : { body: register }) });
        expect([answer.status, answer.json().code], `${method} ${path}`).toEqual([403, 403]);
        expect(answer.json().message).toMatch(/^This core needs no login, so it does not answer pages of other sites/);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    const form = { ...evil, 'Content-Type': 'text/plain', 'Sec-Fetch-Mode': 'no-cors' };
    expect((await ask('POST', '/api/v3/process', { headers: form, body: '{}' })).status).toBe(403);
    expect(
      (await ask('PUT', '/api/v3/config', { headers: { Origin: new URL(at('/')).origin }, body: register })).status,
    ).toBe(200);
  });

  it('rejects a cross-site preflight', async () => {
    const { ask } = await start();
    const headers = { ...evil, 'Access-Control-Request-Method': 'PUT' };
    const preflight = await ask('OPTIONS', '/api/v3/config', { headers });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('responds only at its own names', async () => {
    const { at } = await start({ CORE_HOST_NAME: 'live.example.org,b.example' });
    const status = async (path: string, ...headers: string[]) =>
      (await raw(at(''), `GET ${path} HTTP/1.1`, ...headers)).split(' ')[1];
    expect(await status('/api/v3/config', 'Host: live.example.org')).toBe('200');
    expect(await status('/api/v3/config', 'Host: localhost:1', 'X-Forwarded-Host: b.example')).toBe('200');
    expect(await status('/api/v3/config', 'Host: localhost:1', 'X-Forwarded-Host: evil.example')).toBe('403');
    expect(await status('/api', 'Host: evil.example:8080', 'Sec-Fetch-Site: same-origin')).toBe('403');
    const refused = await raw(at(''), 'GET /api HTTP/1.1', 'Host: evil.example');
    expect(refused).toContain('set CORE_HOST_NAME to the name you use');
    expect(await raw(at(''), 'GET /api HTTP/1.0')).toMatch(/^HTTP\/1.1 403/);
    for (const path of ['/ping', '/memfs/none', '/ui/'])
      expect(await status(path, 'Host: evil.example')).not.toBe('403');
  });

  it('still serves the public player data to every page', async () => {
    const { ask } = await start({ CORE_METRICS_ENABLE_PROMETHEUS: 'true' });
    await ask('PUT', '/api/v3/fs/mem/a.m3u8', { body: '#EXTM3U' });
    const headers = { ...evil, 'Sec-Fetch-Site': 'cross-site' };
    for (const [path, status] of [
      ['/memfs/a.m3u8', 200],
      ['/none.html', 404],
      ['/api/v3/widget/process/none', 404],
    ] as const) {
      const answer = await ask('GET', path, { headers });
      expect([answer.status, answer.headers.get('access-control-allow-origin')], path).toEqual([status, '*']);
    }
    expect((await ask('GET', '/metrics')).status).toBe(200);
  });
});

it.each([
  ['two different Host headers', ['Host: localhost', 'Host: evil.example']],
  ['two equal Host headers', ['Host: localhost', 'host: localhost']],
])('%s are rejected everywhere, even with a login', async (_, hosts) => {
  const { at } = await loggedIn();
  for (const path of ['/ping', '/api', '/ui/', 'http://localhost/ping'])
    expect(await raw(at(''), `GET ${path} HTTP/1.1`, ...hosts), path).toMatch(/^HTTP\/1.1 400 /);
});

it('a URL with another host than the Host header is rejected', async () => {
  const { at } = await start();
  expect(await raw(at(''), 'GET http://evil.example/api HTTP/1.1', 'Host: localhost')).toMatch(/^HTTP\/1.1 400 /);
  expect(await raw(at(''), 'GET http://LOCALHOST/ping HTTP/1.1', 'Host: localhost')).toMatch(/^HTTP\/1.1 200 /);
});

describe('a core that exempts this machine from the login', () => {
  it('requires a token from cross-site pages and under foreign names', async () => {
    const { ask, at, token } = await loggedIn({ CORE_API_AUTH_DISABLE_LOCALHOST: 'true' });
    expect((await ask('GET', '/api/v3/config')).status).toBe(200);
    expect((await ask('GET', '/api/v3/config', { headers: evil })).status).toBe(401);
    expect((await ask('PUT', '/api/v3/config', { headers: evil, body: register })).status).toBe(401);
    expect((await ask('GET', '/api/v3/config', { headers: evil, token })).status).toBe(200);
    expect((await ask('GET', '/api/v3/config', { headers: { 'X-Forwarded-For': '127.0.0.1' } })).status).toBe(401);
    expect(await raw(at(''), 'GET /api/v3/config HTTP/1.1', 'Host: evil.example')).toMatch(/^HTTP\/1.1 401 /);
    const about = await ask('GET', '/api', { headers: evil });
    expect(about.json()).toEqual({ app: 'datarhei-core', auths: ['localjwt'], version: { number: '16.0.0' } });
  });
});

describe('files in the memory storage', () => {
  const writes = ['PUT', 'POST', 'DELETE'] as const;

  it('cannot be written by cross-site pages without a password', async () => {
    const { ask, at } = await loggedIn({ CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false' });
    for (const method of writes) {
      const write = async (headers: Record<string, string>) =>
        (await ask(method, '/memfs/e.html', { headers, ...(method === 'DELETE' ? {} : { body: 'x' }) })).status;
      expect(await write(evil), method).toBe(403);
      expect(await write({ Origin: 'null' }), method).toBe(403);
      expect(await write({ 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'text/plain' }), method).toBe(403);
      expect(await write({ Origin: new URL(at('/')).origin }), method).toBeLessThan(300);
      expect(await write({}), method).toBeLessThan(405);
    }
    const put = (...headers: string[]) => raw(at(''), 'PUT /memfs/a.ts HTTP/1.1', 'Content-Length: 0', ...headers);
    expect(await put('Host: evil.example', 'Origin: http://evil.example')).toMatch(/^HTTP\/1.1 403 /);
    // An encoder may use any name.
    expect(await put('Host: ingest.example')).toMatch(/^HTTP\/1.1 201 /);
  });

  it("cannot be written by a cross-site form with the browser's stored password", async () => {
    const { ask } = await loggedIn({ CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'p' });
    const headers = { Authorization: `Basic ${Buffer.from('admin:p').toString('base64')}` };
    expect((await ask('POST', '/memfs/a', { headers: { ...headers, ...evil }, body: 'x' })).status).toBe(403);
    // A cross-site PUT needs a preflight.
    expect((await ask('PUT', '/memfs/a', { headers: { ...headers, ...evil }, body: 'x' })).status).toBe(201);
  });
});
