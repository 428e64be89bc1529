import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createCore } from '../../src/core/client.ts';
import { type Core, openCore } from './core.ts';

const open: Core[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((core) => core.stop()));
});

async function start(environment: Record<string, string> = {}, folder?: string) {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'core-')));
  const ui = join(home, 'ui');
  await mkdir(join(ui, 'assets'), { recursive: true });
  await writeFile(join(ui, 'index.html'), '<!doctype html><title>ui</title>');
  await writeFile(join(ui, 'assets', 'app-ABCD1234.js'), `// ${'x'.repeat(2000)}`);
  const core = await openCore(
    {
      CORE_ADDRESS: '127.0.0.1:0',
      CORE_DB_DIR: join(home, 'db'),
      CORE_STORAGE_DISK_DIR: join(home, 'data'),
      CORE_RTMP_ADDRESS: '127.0.0.1:0',
      CORE_ROUTER_UI_PATH: ui,
      ...environment,
    },
    { print: () => {}, loginDelayMs: 1 },
  );
  open.push(core);
  const at = (path: string) => `http://127.0.0.1:${core.ports().http}${path}`;
  const ask = async (
    method: string,
    path: string,
    init: { token?: string; body?: BodyInit; headers?: Record<string, string> } = {},
  ) => {
    const headers = { ...init.headers, ...(init.token === undefined ? {} : { Authorization: `Bearer ${init.token}` }) };
    const response = await fetch(at(path), { method, headers, body: init.body ?? null, redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  const json = (method: string, path: string, body: unknown, token?: string) =>
    ask(method, path, {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
      ...(token === undefined ? {} : { token }),
    });
  return { core, home, at, ask, json };
}

/** Polls until a fact holds; the reason for failing is the last look. */
async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean, patienceMs = 15_000): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const seen = await look().catch((error: unknown) => error);
    if (!(seen instanceof Error) && holds(seen as T)) return seen as T;
    if (Date.now() > end) throw new Error(`still ${seen instanceof Error ? seen.message : JSON.stringify(seen)}`);
    await sleep(20);
  }
}

const user = { version: 3, api: { auth: { enable: true, username: 'admin', password: 'secret' } } };
const authOn = { CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: 'admin', CORE_API_AUTH_PASSWORD: 'secret' };

async function loggedIn(environment: Record<string, string> = {}) {
  const started = await start({ ...authOn, ...environment });
  const { access_token: token, refresh_token: refresh } = (
    await started.json('POST', '/api/login', { username: 'admin', password: 'secret' })
  ).json();
  return { ...started, token, refresh };
}

it('goes from a first start to a user that is logged in, and keeps what it has over the reload', async () => {
  const { ask, json, core } = await start();
  const before = (await ask('GET', '/api')).json();
  expect(before).toMatchObject({ app: 'datarhei-core', auths: [], version: { number: '16.14.0' } });
  expect((await json('POST', '/api/login', { username: 'a', password: 'b' })).status).toBe(404);
  await ask('PUT', '/api/v3/fs/mem/survivor.txt', { body: 'here' });

  expect(await json('PUT', '/api/v3/config', user)).toMatchObject({ status: 200, text: '"OK"\n' });
  const config = (await ask('GET', '/api/v3/config')).json();
  expect(config.config.api.auth).toMatchObject({ enable: true, username: 'admin', password: 'secret' });
  expect(config.overrides).toEqual(['address', 'db.dir', 'storage.disk.dir', 'rtmp.address', 'router.ui_path']);
  expect((await ask('GET', '/api')).json().auths).toEqual([]);

  const port = core.ports().http;
  expect((await ask('GET', '/api/v3/config/reload')).text).toBe('"OK"\n');
  await until(
    async () => core.ports().http,
    (now) => now !== port,
  );
  const about = await ask('GET', '/api');
  expect(about.json()).toEqual({ app: 'datarhei-core', auths: ['localjwt'], version: { number: '16.0.0' } });
  expect((await ask('GET', '/api/v3/process')).json()).toEqual({
    code: 401,
    message: 'Unauthorized',
    details: ['Missing or invalid JWT token'],
  });

  const { access_token: token } = (await json('POST', '/api/login', { username: 'admin', password: 'secret' })).json();
  expect((await ask('GET', '/api', { token })).json()).toMatchObject({ id: before.id, name: before.name });
  expect((await ask('GET', '/api/v3/fs/mem/survivor.txt', { token })).text).toBe('here');
});

describe('login and tokens', () => {
  it('issues, refreshes and refuses', async () => {
    const { ask, json, token, refresh } = await loggedIn();
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ iss: 'datarhei-core', sub: 'admin', usefor: 'access', exi: 600 });
    expect(claims.exp - claims.iat).toBe(600);
    expect((await ask('GET', '/api/login/refresh', { token: refresh })).json()).toEqual({
      access_token: expect.any(String),
    });
    expect((await ask('GET', '/api/login/refresh', { token })).status).toBe(401);
    expect((await ask('GET', '/api/v3/log', { token: refresh })).status).toBe(401);
    expect((await ask('GET', '/api/v3/log', { token: `${token}x` })).status).toBe(401);
    expect((await ask('GET', '/api/v3/log', { token })).status).toBe(200);
    expect((await json('POST', '/api/login', { username: 'admin', password: 'wrong' })).json()).toEqual({
      code: 401,
      message: 'Unauthorized',
      details: ['Invalid authorization credentials: invalid username or password'],
    });
    expect((await ask('POST', '/api/login')).json().details).toEqual(['Missing authorization credentials']);
  });

  it('asks for a token even where there is no route, and lets this machine in if told so', async () => {
    const { ask } = await loggedIn({ CORE_API_AUTH_DISABLE_LOCALHOST: 'true' });
    const far = { 'X-Forwarded-For': '203.0.113.9' };
    for (const path of ['/api/nope', '/api/', '/api/v3/nope', '/api/%763/config']) {
      expect((await ask('GET', path, { headers: far })).status, path).toBe(401);
      expect((await ask('GET', path)).status, path).toBe(path.endsWith('config') ? 200 : 404);
    }
    for (const path of ['/api/v3/process/', '/api/v3/process/?a=/', '/api//v3/process']) {
      expect((await ask('GET', path)).json(), path).toEqual({
        code: 404,
        message: 'Not Found',
        details: ['Not Found'],
      });
    }
    expect((await ask('GET', '/api/login/refresh')).json().details).toEqual(['Invalid token']);
  });

  it('blocks addresses, and hides what writes when it is read only', async () => {
    const blocked = await loggedIn({ CORE_API_ACCESS_HTTP_BLOCK: '198.51.100.0/24', CORE_API_READ_ONLY: 'true' });
    const from = { 'X-Forwarded-For': '198.51.100.9' };
    expect((await blocked.ask('GET', '/api', { headers: from })).status).toBe(403);
    expect((await blocked.ask('POST', '/api/login', { headers: from })).status).toBe(400);
    expect((await blocked.ask('PUT', '/api/v3/config', { token: blocked.token, body: '{"version":3}' })).status).toBe(
      404,
    );
    expect((await blocked.ask('GET', '/api/v3/config/reload', { token: blocked.token })).status).toBe(404);
  });
});

describe('config', () => {
  it('refuses what it must', async () => {
    const { ask, json } = await start();
    expect((await json('PUT', '/api/v3/config', { api: {} })).json()).toMatchObject({
      message: 'Invalid config version',
      details: ['version 0'],
    });
    expect((await json('PUT', '/api/v3/config', { version: 9 })).json()).toMatchObject({ details: ['version 9'] });
    expect(await json('PUT', '/api/v3/config', { version: 3, rtmp: { app: 'live' } })).toMatchObject({
      status: 409,
      text: '{"rtmp.app":["live is not an absolute path"]}\n',
    });
    expect((await ask('PUT', '/api/v3/config', { body: '{"version":3}' })).status).toBe(200);
    expect((await ask('PUT', '/api/v3/config')).json().details).toEqual([
      'syntax error at line 1, character 0: unexpected end of JSON input',
    ]);
  });

  it('goes on with the old settings when the new ones cannot be used', async () => {
    const home = await mkdtemp(join(tmpdir(), 'core-'));
    const environment = { CORE_ADDRESS: '127.0.0.1:0', CORE_DB_DIR: join(home, 'db'), CORE_STORAGE_DISK_DIR: home };
    const core = await openCore(environment, { print: () => {} });
    open.push(core);
    const ask = async (path: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${core.ports().http}/api/v3${path}`, init)).json();
    const taken = await listening();
    const address = `127.0.0.1:${portOf(taken)}`;
    const body = JSON.stringify({ version: 3, rtmp: { enable: true, address } });
    expect(await ask('/config', { method: 'PUT', body })).toBe('OK');
    expect(await ask('/config/reload')).toBe('OK');
    const log = await until(
      () => ask('/log'),
      (lines) => JSON.stringify(lines).includes('going on with the old ones'),
    );
    expect(JSON.stringify(log)).toContain(`cannot listen on ${address}`);
    const { updated_at, loaded_at } = await ask('/config');
    // A restart is still required: what is stored is not what runs.
    expect(updated_at > loaded_at).toBe(true);
    taken.close();
  });

  it.each([
    [
      'a port in use',
      async () => ({ CORE_ADDRESS: `127.0.0.1:${portOf(await listening())}` }),
      /cannot listen on .* in use/,
    ],
    ['no ffmpeg', async () => ({ CORE_FFMPEG_BINARY: '/no/ffmpeg' }), /CORE_FFMPEG_BINARY: \/no\/ffmpeg not found/],
    ['another program as ffmpeg', async () => ({ CORE_FFMPEG_BINARY: process.execPath }), /is not an ffmpeg/],
    ['a folder that is a file', async () => ({ CORE_STORAGE_DISK_DIR: process.execPath }), /not writable/],
    ['a bad value', async () => ({ CORE_LOG_MAX_LINES: 'many' }), /CORE_LOG_MAX_LINES=many/],
  ])('does not start with %s', async (_, environment, reason) => {
    await expect(start(await environment())).rejects.toThrow(reason);
  });
});

describe('files', () => {
  it('are written, listed, delivered in parts and removed', async () => {
    const { ask, token } = await loggedIn();
    const put = await ask('PUT', '/api/v3/fs/mem/rec/a%20%C3%A4.txt', { token, body: '0123456789' });
    expect([put.status, put.headers.get('content-location'), put.text]).toEqual([
      201,
      '/api/v3/fs/mem/rec/a%20%C3%A4.txt',
      '',
    ]);
    expect((await ask('PUT', '/api/v3/fs/mem/rec/a%20%C3%A4.txt', { token, body: '0123456789' })).status).toBe(204);
    expect((await ask('GET', '/api/v3/fs/mem?glob=/rec/*.txt', { token })).json()).toEqual([
      { name: '/rec/a ä.txt', size_bytes: 10, last_modified: expect.any(Number) },
    ]);
    const part = await ask('GET', '/memfs/rec/a%20ä.txt', { headers: { Range: 'bytes=2-4' } });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
    const whole = await ask('GET', '/memfs/rec/a%20ä.txt');
    expect(whole.headers.get('content-length')).toBe('10');
    const etag = whole.headers.get('etag') ?? '';
    expect((await ask('GET', '/memfs/rec/a%20ä.txt', { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const head = await ask('HEAD', '/memfs/rec/a%20ä.txt');
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '10', '']);
    expect((await ask('DELETE', '/api/v3/fs/mem/rec/a%20%C3%A4.txt', { token })).text).toBe('Deleted: /rec/a ä.txt');
    expect((await ask('DELETE', '/api/v3/fs/mem/rec/a%20%C3%A4.txt', { token })).json()).toEqual({
      code: 404,
      message: 'File not found',
      details: ['/rec/a ä.txt'],
    });
    const patch = await ask('PATCH', '/api/v3/fs/mem/link.txt', { token, body: '/rec/a.txt' });
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, 'OPTIONS, DELETE, GET, HEAD, PUT']);
    expect((await ask('GET', '/api/v3/fs/tape', { token })).json().details).toEqual(['unknown filesystem: tape']);
  });

  it('of the disk show index.html for a folder and compress long texts', async () => {
    const { ask } = await start();
    await ask('PUT', '/api/v3/fs/disk/index.html', { body: `<title>${'x'.repeat(2000)}</title>` });
    const page = await ask('GET', '/', { headers: { 'Accept-Encoding': 'gzip' } });
    expect([page.status, page.headers.get('content-encoding'), page.headers.get('content-type')]).toEqual([
      200,
      'gzip',
      'text/html',
    ]);
    expect(page.text).toContain('xxx');
    expect((await ask('GET', '/none')).json()).toEqual({ code: 404, message: 'File not found', details: ['/none'] });
    expect((await ask('GET', '/none/')).status).toBe(404);
    const put = await ask('PUT', '/nope.html', { body: 'x' });
    expect([put.status, put.headers.get('content-type')]).toEqual([404, 'text/html']);
  });

  it('need basic authentication to be written at /memfs', async () => {
    const { ask, at, token } = await loggedIn({ CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'mem' });
    const headers = { Authorization: `Basic ${Buffer.from('admin:mem').toString('base64')}` };
    const refused = await ask('PUT', '/memfs/p.txt', { body: 'x', token });
    expect([refused.status, refused.headers.get('www-authenticate'), refused.headers.get('content-type')]).toEqual([
      401,
      'basic realm=Restricted',
      'text/plain',
    ]);
    expect((await ask('PUT', '/memfs/p.txt', { body: 'x', headers })).status).toBe(201);
    expect((await ask('GET', '/memfs/p.txt')).text).toBe('x');
    // ffmpeg asks first whether its body is wanted, and learns here that it must show its password.
    expect(await expectingContinue(at('/memfs/q.txt'), {})).toEqual({ continued: false, status: 401 });
    expect(await expectingContinue(at('/memfs/q.txt'), headers)).toEqual({ continued: true, status: 201 });
    expect((await ask('DELETE', '/memfs/p.txt', { headers })).status).toBe(200);
  });

  it('never leave their roots, however they are asked for', async () => {
    const { ask, home } = await start();
    await writeFile(join(home, 'secret'), 'secret');
    for (const path of [
      '/ui/..%2f..%2fsecret',
      '/..%2fsecret',
      '/memfs/..%2f..%2fsecret',
      '/%2e%2e/secret',
      '/api/v3/fs/disk/..%2fsecret',
    ]) {
      expect((await ask('GET', path)).status, path).toBe(404);
    }
    expect((await ask('GET', '/a%00b')).status).toBe(404);
    expect((await ask('GET', '/%zz')).status).toBe(400);
    expect((await ask('GET', '/memfs/%zz')).status).toBe(400);
    expect((await ask('GET', '/api/v3/process/%zz')).status).toBeLessThan(500);
  });
});

it('counts viewers: a playlist gets a session, its segments carry it', async () => {
  const { ask, token } = await loggedIn({ CORE_SESSIONS_MAX_SESSIONS: '1' });
  await ask('PUT', '/api/v3/fs/mem/ch.m3u8', { token, body: '#EXTM3U\n#EXTINF:2,\nch_0.ts\n' });
  await ask('PUT', '/api/v3/fs/mem/ch_0.ts', { token, body: 'x'.repeat(5000) });
  expect((await ask('GET', '/memfs/ch.m3u8')).text).toBe('#EXTM3U\n#EXTINF:2,\nch_0.ts\n');

  const headers = { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': 'viewer/1', Referer: 'https://site.example/page' };
  const master = await ask('GET', '/memfs/ch.m3u8?a=b', { headers });
  const [, session = ''] = /ch\.m3u8\?a=b&session=(\w{22})$/.exec(master.text) ?? [];
  expect(master.headers.get('cache-control')).toContain('private');
  const playlist = await ask('GET', `/memfs/ch.m3u8?session=${session}`, { headers });
  expect(playlist.text).toBe(`#EXTM3U\n#EXTINF:2,\nch_0.ts?session=${session}\n`);
  expect((await ask('GET', `/memfs/ch_0.ts?session=${session}`, { headers })).text).toHaveLength(5000);

  const active = async () => (await ask('GET', '/api/v3/session/active?collectors=hls', { token })).json().hls;
  const [viewer] = await until(active, ([one]) => one?.bytes_tx > 5000);
  expect(viewer).toMatchObject({
    id: session,
    reference: 'ch',
    local: '/memfs/ch.m3u8',
    remote: 'site.example',
    extra: '[203.0.113.0] viewer/1',
  });

  const wrong = await ask('GET', '/memfs/ch.m3u8?session=abc', { headers });
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([403, 'application/vnd.apple.mpegurl']);
  const full = await ask('GET', '/memfs/ch.m3u8', { headers });
  expect([full.status, full.json().message]).toEqual([509, 'Bandwith limit exceeded']);
  expect((await ask('GET', `/memfs/ch.m3u8?session=${session}`, { headers })).status).toBe(200);
});

describe('the interface', () => {
  it('is served below /ui, with caching by name', async () => {
    const { ask } = await start();
    const moved = await ask('GET', '/ui?address=x');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/ui/?address=x']);
    const index = await ask('GET', '/ui/');
    expect([index.status, index.headers.get('content-type'), index.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const script = await ask('GET', '/ui/assets/app-ABCD1234.js', { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect([script.headers.get('content-encoding'), script.headers.get('cache-control')]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect(script.text).toContain('xxx');
    expect((await ask('GET', '/ui/some/route')).json()).toEqual({
      code: 404,
      message: 'Not Found',
      details: ['Not Found'],
    });
    expect((await ask('GET', '/ping')).text).toBe('pong');
  });

  it('may be of another origin', async () => {
    const { ask } = await start({ CORE_STORAGE_CORS_ORIGINS: 'https://ok.example' });
    const preflight = await ask('OPTIONS', '/api/v3/process', { headers: { Origin: 'https://ui.example' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    await ask('PUT', '/api/v3/fs/mem/c.txt', { body: 'x' });
    const origin = async (from: string) =>
      (await ask('GET', '/memfs/c.txt', { headers: { Origin: from } })).headers.get('access-control-allow-origin');
    expect(await origin('https://ok.example')).toBe('https://ok.example');
    expect(await origin('https://no.example')).toBeNull();
  });
});

it.each([
  ['POST', '/api/login', { 'Content-Type': 'application/json' }, '{', 404],
  ['POST', '/api/v3/process', { 'Content-Type': '\u00ff' }, '{}', 400],
  ['PUT', '/api/v3/fs/disk/%00a', {}, 'a', 400],
  ['PUT', '/memfs/', {}, 'a', 400],
  ['GET', `/api/v3/process/${'a'.repeat(6000)}`, {}, null, 404],
  ['GET', `/${'a'.repeat(6000)}`, {}, null, 404],
])('%s %.40s with %j is a refusal, not a fault', async (method, path, headers, body, status) => {
  const { ask } = await start({ CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false' });
  const answer = await ask(method, path, { headers, ...(body === null ? {} : { body }) });
  expect(answer.status).toBe(status);
  expect(answer.json()).toMatchObject({ code: status, details: [expect.any(String)] });
});

it('compresses long answers of the API', async () => {
  const { at } = await start();
  const answer = await new Promise<{ encoding: string | undefined; body: Buffer }>((resolve, reject) => {
    send(at('/api/v3/config'), { headers: { 'Accept-Encoding': 'gzip' } }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(parts) });
    })
      .on('error', reject)
      .end();
  });
  expect(answer.encoding).toBe('gzip');
  expect(JSON.parse(gunzipSync(answer.body).toString())).toHaveProperty('config');
});

it('ingests with a real ffmpeg, delivers the playlist, and has it run again after a reload', {
  timeout: 60_000,
}, async () => {
  const { core, home, ask, json, token } = await loggedIn();
  const added = await json(
    'POST',
    '/api/v3/process',
    {
      id: 'ingest',
      reference: 'ch',
      input: [{ id: 'in', address: 'testsrc2=size=320x180:rate=25', options: ['-re', '-f', 'lavfi'] }],
      output: [
        {
          id: 'out',
          address: '{memfs}/ch.m3u8',
          options: [
            ...[
              '-codec:v',
              'libx264',
              '-preset:v',
              'ultrafast',
              '-g',
              '25',
              '-pix_fmt',
              'yuv420p',
              '-f',
              'hls',
              '-hls_time',
              '1',
            ],
            ...['-hls_list_size', '3', '-hls_flags', 'delete_segments', '-method', 'PUT'],
            ...['-hls_segment_filename', '{memfs}/ch_%04d.ts'],
          ],
        },
      ],
      autostart: true,
    },
    token,
  );
  expect(added.status).toBe(200);
  const playlist = () => ask('GET', '/memfs/ch.m3u8');
  const first = await until(playlist, ({ text }) => text.includes('ch_0000.ts'));
  expect(first.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  const segment = await ask('GET', '/memfs/ch_0000.ts', { headers: { Range: 'bytes=0-187' } });
  expect([segment.status, segment.headers.get('content-type'), segment.headers.get('content-length')]).toEqual([
    206,
    'video/MP2T',
    '188',
  ]);
  const state = async () => (await ask('GET', '/api/v3/process/ingest/state', { token })).json();
  expect(await until(state, ({ progress }) => progress.frame > 0)).toMatchObject({ order: 'start', exec: 'running' });

  const port = core.ports().http;
  await ask('GET', '/api/v3/config/reload', { token });
  await until(
    async () => core.ports().http,
    (now) => now !== port,
  );
  expect(await until(state, ({ exec, progress }) => exec === 'running' && progress.frame > 0)).toMatchObject({
    order: 'start',
  });
  expect((await playlist()).status).toBe(200);
  expect(JSON.parse(await readFile(join(home, 'db', 'db.json'), 'utf8'))).toBeDefined();
});

it('speaks the contract of the interface', async () => {
  const { at, token, refresh } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  const calls = createCore({ address: at('') });
  calls.hold({ access: token, refresh });
  expect((await calls.about()).auths).toEqual(['localjwt']);
  expect((await calls.config()).config.rtmp?.enable).toBe(true);
  expect((await calls.skills()).ffmpeg.version).toMatch(/^\d/);
  expect(await calls.processes()).toEqual([]);
  expect(await calls.rtmp()).toEqual([]);
  await expect(calls.srt()).rejects.toMatchObject({ code: 404 });
  expect(await calls.sessionsActive({ collectors: 'hls,rtmp' })).toEqual({ hls: [], rtmp: [] });
  expect((await calls.metrics({ body: { metrics: [{ name: 'uptime_uptime' }] } })).metrics).toHaveLength(1);
  await calls.metadataSet({ key: 'restreamer-ui', body: { a: [1, null] } });
  expect(await calls.metadata({ key: 'restreamer-ui' })).toEqual({ a: [1, null] });
  expect((await calls.log()).length).toBeGreaterThan(0);
  await calls.diskWrite({ path: 'channels/a.html', body: '<p>' });
  expect(await calls.diskRead({ path: 'channels/a.html' })).toBe('<p>');
  expect(await calls.diskFiles({ glob: '/channels/**' })).toMatchObject([{ name: '/channels/a.html' }]);
  await calls.diskDelete({ path: 'channels/a.html' });
  await calls.diskDelete({ path: 'channels/a.html' });
});

async function listening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

function expectingContinue(
  url: string,
  headers: Record<string, string>,
): Promise<{ continued: boolean; status: number }> {
  return new Promise((resolve, reject) => {
    let continued = false;
    const request = send(url, { method: 'PUT', headers: { ...headers, Expect: '100-continue' } }, (response) => {
      response.resume();
      resolve({ continued, status: response.statusCode ?? 0 });
      request.destroy();
    });
    request.on('continue', () => {
      continued = true;
      request.end('body');
    });
    request.on('error', reject);
    request.flushHeaders();
  });
}
