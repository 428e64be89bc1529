import { mkdir, writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loggedIn, start, until } from '../../harness/test/core/testing.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';

describe('login and tokens', () => {
  it('issue, refresh and reject tokens', async () => {
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

  it('require a token even for unknown routes, unless this machine is exempt', async () => {
    const { ask } = await loggedIn({ CORE_API_AUTH_DISABLE_LOCALHOST: 'true' });
    const remoteHeaders = { 'X-Forwarded-For': '203.0.113.9' };
    for (const path of ['/api/nope', '/api/', '/api/v3/nope', '/api/%763/config']) {
      expect((await ask('GET', path, { headers: remoteHeaders })).status, path).toBe(401);
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

  it('respect blocked addresses, and hide writing routes in read-only mode', async () => {
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

describe('stored files', () => {
  it('are written, listed, served in ranges and deleted', async () => {
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
    const full = await ask('GET', '/memfs/rec/a%20ä.txt');
    expect(full.headers.get('content-length')).toBe('10');
    const etag = full.headers.get('etag') ?? '';
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

  it('on the disk are served with index.html for folders and compression for long texts', async () => {
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
    const missing = await ask('GET', '/none.html', { headers: { Accept: 'text/html,*/*' } });
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.text).toContain('This page does not exist');
    const put = await ask('PUT', '/nope.html', { body: 'x' });
    expect([put.status, put.headers.get('content-type')]).toEqual([404, 'text/html']);
  });

  it('on the disk include playlists that name their segments for uncounted viewers', async () => {
    const { ask, home } = await start();
    const folder = join(home, 'data');
    await ask('PUT', '/api/v3/fs/disk/live.m3u8', { body: `#EXTM3U\n#EXTINF:2,\n${folder}/live/1.ts\n` });
    const listed = await ask('GET', '/live.m3u8?session=7SBmNdKSbLdkrFbkDcSgLn');
    expect([listed.status, listed.text.includes(folder)]).toEqual([200, false]);
    expect(listed.text).toMatch(/^live\/1\.ts/m);
  });

  it('in /memfs need basic authentication for writes', async () => {
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
    // ffmpeg sends `Expect: 100-continue`, and learns from the 401 to send its password.
    expect(await expectingContinue(at('/memfs/q.txt'), {})).toEqual({ continued: false, status: 401 });
    expect(await expectingContinue(at('/memfs/q.txt'), headers)).toEqual({ continued: true, status: 201 });
    expect((await ask('DELETE', '/memfs/p.txt', { headers })).status).toBe(200);
  });

  it('never leave their root, however the path is written', async () => {
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

it("a playlist starts a viewer's session, and its segments carry the session", async () => {
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

  const readActive = async () => (await ask('GET', '/api/v3/session/active?collectors=hls', { token })).json().hls;
  const [viewer] = await until(readActive, ([session]) => session?.bytes_tx > 5000);
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
  it('is served below /ui, cached by file name', async () => {
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

  it('may be served from another origin', async () => {
    const { ask, token } = await loggedIn({ CORE_STORAGE_CORS_ORIGINS: 'https://ok.example' });
    const preflight = await ask('OPTIONS', '/api/v3/process', { headers: { Origin: 'https://ui.example' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    await ask('PUT', '/api/v3/fs/mem/c.txt', { token, body: 'x' });
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
])('%s %.40s with %j is rejected without an internal error', async (method, path, headers, body, status) => {
  const { ask } = await start({ CORE_STORAGE_MEMORY_AUTH_ENABLE: 'false' });
  const answer = await ask(method, path, { headers, ...(body === null ? {} : { body }) });
  expect(answer.status).toBe(status);
  expect(answer.json()).toMatchObject({ code: status, details: [expect.any(String)] });
});

it('long API responses are compressed', async () => {
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

it("the operator's list determines content types", async () => {
  const list = join(testTempDir(), 'mime.types');
  await writeFile(list, 'text/x-own own\n');
  const { ask } = await start({ CORE_STORAGE_MIMETYPES_FILE: list });
  for (const storage of ['mem', 'disk']) {
    const put = await ask('PUT', `/api/v3/fs/${storage}/a.own`, { body: 'x' });
    expect([put.status, (await ask('GET', `/api/v3/fs/${storage}/a.own`)).headers.get('content-type')]).toEqual([
      201,
      'text/x-own',
    ]);
  }
  expect((await ask('GET', '/memfs/a.own')).headers.get('content-type')).toBe('text/x-own');
  expect((await ask('GET', '/a.own')).headers.get('content-type')).toBe('text/x-own');
});

it.each(['GET', 'HEAD'])('%s / redirects to the interface until a website is published', async (method) => {
  const { ask, home } = await start();
  const before = await ask(method, '/');
  expect([before.status, before.headers.get('location'), before.headers.get('cache-control')]).toEqual([
    ...[302, '/ui/', 'no-store'],
  ]);
  expect((await ask('GET', '/nothing.html')).status).toBe(404);
  expect((await ask('GET', '/memfs/index.html')).status).toBe(404);
  await mkdir(join(home, 'data'), { recursive: true });
  await writeFile(join(home, 'data', 'index.html'), '<title>website</title>');
  expect((await ask(method, '/')).status).toBe(200);
});
