import { mkdir, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Core, openCore } from '../../../server/core.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { NAME, proxies, startProxy, VIEWERS } from './proxies.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Question {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const call = (port: number, { method = 'GET', path, headers = {}, body }: Question): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { Host: NAME, ...headers }, agent: false },
      (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const login = (port: number, password: string) =>
  call(port, {
    method: 'POST',
    path: '/api/login',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });

describe.each(Object.entries(proxies))('the proxy example for %s', (_, proxy) => {
  let core: Core;
  let stopProxy = async () => {};
  let port = 0;
  let direct = 0;
  let token = '';

  beforeAll(async () => {
    const home = testTempDir();
    await mkdir(path.join(home, 'ui'));
    await writeFile(path.join(home, 'ui', 'index.html'), '<!doctype html><title>ui</title>');
    core = await openCore(
      {
        CORE_ADDRESS: '127.0.0.1:0',
        CORE_DB_DIR: path.join(home, 'db'),
        CORE_STORAGE_DISK_DIR: path.join(home, 'data'),
        CORE_ROUTER_UI_PATH: path.join(home, 'ui'),
        CORE_API_AUTH_ENABLE: 'true',
        CORE_API_AUTH_USERNAME: 'admin',
        CORE_API_AUTH_PASSWORD: 'secret',
        CORE_API_AUTH_DISABLE_LOCALHOST: 'true',
        CORE_API_ACCESS_HTTP_BLOCK: '198.51.100.0/24',
        CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false',
        CORE_METRICS_ENABLE_PROMETHEUS: 'true',
      },
      { print: () => {}, loginDelayMs: 1 },
    );
    direct = core.ports().http;
    port = await freePort();
    stopProxy = (await startProxy(proxy, { port, corePort: direct, folder: path.join(home, 'proxy') })).stop;
    const tokens = JSON.parse((await login(direct, 'secret')).text);
    token = `Bearer ${tokens.access_token}`;
    const headers = { Authorization: token };
    for (const file of ['mem/a.html', 'mem/ch.m3u8', 'disk/page.html'])
      await call(direct, { method: 'PUT', path: `/api/v3/fs/${file}`, headers, body: '<p>' });
  });
  afterAll(async () => {
    await stopProxy();
    await core.stop();
  });

  const SANDBOX = "sandbox; default-src 'none'; img-src 'self'; media-src 'self' blob:; style-src 'unsafe-inline'";
  it.each([
    ['/memfs/a.html', SANDBOX, undefined],
    ['/%6demfs/a.html', SANDBOX, undefined],
    ['/memfs/none/..%2f..%2fui%2f', SANDBOX, undefined],
    ['/memfs/ch.m3u8', SANDBOX, undefined],
    ['/ui/', "frame-ancestors 'self'", 'no-cache'],
    ['/api', "sandbox; default-src 'none'; frame-ancestors 'none'", 'no-store'],
    ['/page.html', undefined, 'max-age=300'],
    ['/api/v3/widget/process/none', "default-src 'none'", undefined],
  ])('serves %s with its policy', async (path, policy, caching) => {
    const { headers } = await call(port, { path });
    // The policies of the core and of the proxy, which adds one for other cores. Public figures contain no secrets.
    const expected = policy === undefined || path.includes('widget') ? policy : `${policy}, ${policy}`;
    expect(headers['content-security-policy']).toBe(expected);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe(caching);
  });

  it('passes on requests of viewers and the operator', async () => {
    expect(await call(port, { path: '/memfs/a.html' })).toMatchObject({ status: 200, text: '<p>' });
    expect(await call(port, { path: '/page.html' })).toMatchObject({ status: 200, text: '<p>' });
    const config = await call(port, { path: '/api/v3/config', headers: { Authorization: token } });
    expect([config.status, config.headers['cache-control']]).toEqual([200, 'no-store']);
    const headers = { Authorization: token };
    const body = Buffer.alloc(2_000_000);
    expect((await call(port, { method: 'PUT', path: '/api/v3/fs/disk/large', headers, body })).status).toBe(201);
    expect((await call(port, { path: '/api/v3/process/a%3Ab', headers })).text).toContain('Unknown process ID');
  });

  it.each([
    ['X-Forwarded-For', '198.51.100.9'],
    ['X-Real-IP', '198.51.100.9'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
  ])('does not pass on %s: %s of a client', async (name, value) => {
    const headers = { [name]: value };
    if (value.startsWith('198')) expect((await call(direct, { path: '/api', headers })).status).toBe(403);
    expect((await call(port, { path: '/api', headers })).status).toBe(200);
    // The core trusts local clients, but not those behind a local proxy.
    expect((await call(port, { path: '/api/v3/config', headers })).status).toBe(401);
  });

  it('requires a login even if the core requires none from local clients', async () => {
    expect((await call(direct, { path: '/api/v3/config', headers: { Host: 'localhost' } })).status).toBe(200);
    expect((await call(port, { path: '/api/v3/config' })).status).toBe(401);
  });

  it.each(['other.example', '127.0.0.1', `${NAME}.other.example`])('has no server for the name %s', async (Host) => {
    await expect(call(port, { path: '/api', headers: { Host } })).rejects.toThrow(/socket hang up|ECONNRESET/);
  });

  it('hides metrics, and accepts no streams', async () => {
    expect((await call(direct, { path: '/metrics' })).status).toBe(200);
    expect((await call(port, { path: '/metrics' })).status).toBe(403);
    for (const path of ['/memfs/b', '/%6demfs/b', '/memfs/x%2f..%2fb'])
      for (const method of ['PUT', 'POST', 'DELETE'])
        expect((await call(port, { method, path, body: 'x' })).status, `${method} ${path}`).toBe(403);
    expect((await call(direct, { method: 'PUT', path: '/memfs/b', body: 'x' })).status).toBe(201);
  });

  it('rejects oversized bodies', async () => {
    const headers = { Authorization: token, 'Content-Length': String(101 * 1024 * 1024) };
    const answer = call(port, {
      method: 'PUT',
      path: '/api/v3/fs/disk/huge',
      headers,
      body: Buffer.alloc(101 * 1024 * 1024),
    });
    // A client that is still sending can see a closed connection.
    const status = await answer.then(
      ({ status }) => status,
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect([413, 502, 'EPIPE', 'ECONNRESET']).toContain(status);
    expect((await call(direct, { path: '/huge' })).status).toBe(404);
  });

  it('limits login attempts if the proxy supports it', async () => {
    const tries = [];
    for (let n = 0; n < 10; n += 1) tries.push((await login(port, 'wrong')).status);
    expect(tries.includes(429)).toBe(proxy.limits);
    expect(tries[0]).toBe(401);
    // Other clients are not limited.
    expect((await call(port, { path: '/api/login/refresh' })).status).toBe(401);
  });
});

describe.each(Object.entries(proxies))('the hostname for viewers in the proxy example for %s', (_, proxy) => {
  let core: Core;
  let stopProxy = async () => {};
  let port = 0;
  let token = '';

  beforeAll(async () => {
    const home = testTempDir();
    await mkdir(path.join(home, 'ui'));
    await writeFile(path.join(home, 'ui', 'index.html'), '<!doctype html><title>ui</title>');
    core = await openCore(
      {
        CORE_ADDRESS: '127.0.0.1:0',
        CORE_DB_DIR: path.join(home, 'db'),
        CORE_STORAGE_DISK_DIR: path.join(home, 'data'),
        CORE_ROUTER_UI_PATH: path.join(home, 'ui'),
        CORE_API_AUTH_ENABLE: 'true',
        CORE_API_AUTH_USERNAME: 'admin',
        CORE_API_AUTH_PASSWORD: 'secret',
        CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false',
        CORE_METRICS_ENABLE_PROMETHEUS: 'true',
      },
      { print: () => {}, loginDelayMs: 1 },
    );
    const { http: direct } = core.ports();
    port = await freePort();
    const place = { port, corePort: direct, folder: path.join(home, 'proxy') };
    stopProxy = (await startProxy(proxy, place, { forViewers: true })).stop;
    token = `Bearer ${JSON.parse((await login(direct, 'secret')).text).access_token}`;
    const headers = { Authorization: token };
    for (const file of [
      'mem/ch.m3u8',
      'disk/index.html',
      'disk/playersite_a.html',
      'disk/a.html',
      'disk/a.svg',
      'disk/a.js',
    ])
      await call(direct, { method: 'PUT', path: `/api/v3/fs/${file}`, headers, body: '<p>' });
  });
  afterAll(async () => {
    await stopProxy();
    await core.stop();
  });

  const at = (Host: string, path: string, more: Partial<Question> = {}) =>
    call(port, { ...more, path, headers: { Authorization: token, ...more.headers, Host } });

  it.each(['/', '/index.html', '/playersite_a.html', '/a.html', '/a.js', '/memfs/ch.m3u8'])(
    'serves %s',
    async (path) => {
      const { status, headers } = await at(VIEWERS, path);
      expect(status).toBe(200);
      expect(headers['x-content-type-options']).toBe('nosniff');
      const isSite = path === '/' || /index|playersite/.test(path);
      expect(headers['content-security-policy']?.includes("frame-ancestors 'self'") ?? false).toBe(isSite);
    },
  );

  it('serves the public figures', async () =>
    expect((await at(VIEWERS, '/api/v3/widget/process/none')).text).toContain('Unknown process ID'));

  it.each([
    ['GET', '/ui/'],
    ['GET', '/%75i/'],
    ['GET', '/api'],
    ['GET', '/api/v3/config'],
    ['GET', '/%61pi/v3/config'],
    ['GET', '//api/v3/config'],
    ['GET', '/memfs/..%2fapi/v3/config'],
    ['GET', '/metrics'],
    ['POST', '/api/login'],
    ['PUT', '/memfs/b'],
    ['DELETE', '/memfs/ch.m3u8'],
  ])('does not serve the interface: %s %s', async (method, path) => {
    const { status, text } = await at(VIEWERS, path, { method });
    expect(status).toBe(404);
    expect(text).not.toMatch(/<title>ui|"config"|"access_token"/);
  });

  it.each([
    ['/', {}],
    ['/index.html?x=1', {}],
    ['/a.html', {}],
    ['/%61.HTML', {}],
    ['/a.svg', {}],
    ['/a.js', { 'Sec-Fetch-Dest': 'document' }],
    ['/a.js', { 'Sec-Fetch-Dest': 'iframe' }],
  ])('gets redirects of %s from the hostname of the interface: %j', async (path, headers) => {
    const answer = await at(NAME, path, { headers });
    expect([answer.status, answer.headers.location]).toEqual([302, `https://${VIEWERS}${path}`]);
  });

  it.each(['/ui/', '/api', '/api/v3/config', '/a.js', '/memfs/ch.m3u8'])('gets no redirect of %s', async (path) =>
    expect((await at(NAME, path)).status).toBe(200),
  );
});
