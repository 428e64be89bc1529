import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownCertificate } from '../harness/streams/certificate.ts';
import { sendRawRequest } from '../harness/test/core/conformance/rawRequest.ts';
import { loggedIn, start, until } from '../harness/test/core/testing.ts';
import { testTempDir } from '../harness/test/core/testTempDir.ts';
import { createCoreClient } from '../src/api/client.ts';
import { hello } from './rtmp/testing.ts';

const user = { version: 3, api: { auth: { enable: true, username: 'admin', password: 'secret' } } };
it('a core runs from the first start to a logged-in user, and keeps its data across the reload', async () => {
  const { ask, json, core } = await start();
  const before = (await ask('GET', '/api')).json();
  expect(before).toMatchObject({ app: 'datarhei-core', auths: [], version: { number: '16.14.0' } });
  expect((await json('POST', '/api/login', { username: 'a', password: 'b' })).status).toBe(404);
  await ask('PUT', '/api/v3/fs/mem/survivor.txt', { body: 'here' });

  expect(await json('PUT', '/api/v3/config', user)).toMatchObject({ status: 200, text: '"OK"\n' });
  const config = (await ask('GET', '/api/v3/config')).json();
  expect(config.config.api.auth).toMatchObject({ enable: false, username: '', password: '' });
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
  expect((await json('POST', '/api/v3/page', { address: `http://127.0.0.1:${port}/` })).status).toBe(401);

  const { access_token: token } = (await json('POST', '/api/login', { username: 'admin', password: 'secret' })).json();
  expect((await ask('GET', '/api', { token })).json()).toMatchObject({ id: before.id, name: before.name });
  expect((await ask('GET', '/api/v3/fs/mem/survivor.txt', { token })).text).toBe('here');
  const page = await json('POST', '/api/v3/page', { address: `http://127.0.0.1:${core.ports().http}/ping` }, token);
  expect(page.json()).toEqual({ type: 'text/plain; charset=utf-8', streams: [] });
});

describe('a first user with new secrets', () => {
  const renewed = {
    version: 3,
    api: { auth: { ...user.api.auth, jwt: { secret: 'new-jwt' } } },
    storage: { memory: { auth: { enable: true, username: 'admin', password: 'new-memory' } } },
  };
  const basic = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
  });

  it('hides the new secrets until they take effect, and then the old ones are invalid', async () => {
    const { ask, json, core } = await start();
    const before = (await ask('GET', '/api/v3/config')).json().config;
    const outsiders = basic(before.storage.memory.auth.password);
    expect((await ask('PUT', '/memfs/a.txt', { body: 'x', headers: outsiders })).status).toBe(201);

    expect((await json('PUT', '/api/v3/config', renewed)).status).toBe(200);
    const { text } = await ask('GET', '/api/v3/config');
    expect([':"secret"', 'new-jwt', 'new-memory'].filter((secret) => text.includes(secret))).toEqual([]);

    const port = core.ports().http;
    await ask('GET', '/api/v3/config/reload');
    await until(
      async () => core.ports().http,
      (now) => now !== port,
    );
    expect((await ask('PUT', '/memfs/evil.html', { body: 'x', headers: outsiders })).status).toBe(401);
    expect((await ask('PUT', '/memfs/mine.html', { body: 'x', headers: basic('new-memory') })).status).toBe(201);
    const { access_token: token } = (
      await json('POST', '/api/login', { username: 'admin', password: 'secret' })
    ).json();
    const now = await sendRawRequest(core.ports().http, {
      path: '/api/v3/config',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(JSON.parse(now.body.toString()).config.api.auth).toMatchObject({
      password: 'secret',
      jwt: { secret: 'new-jwt' },
    });
  });

  it('does not stop a process that writes to the memory', async () => {
    const { ask, json, core } = await start();
    const process = {
      id: 'writer',
      type: 'ffmpeg',
      reference: 'writer',
      input: [{ id: 'in', address: 'testsrc=size=64x64:rate=5', options: ['-f', 'lavfi', '-re'] }],
      output: [
        { id: 'out', address: '{memfs}/still.jpg', options: ['-f', 'image2', '-update', '1', '-method', 'PUT'] },
      ],
      options: [],
      autostart: true,
      reconnect: true,
      reconnect_delay_seconds: 1,
    };
    expect((await json('POST', '/api/v3/process', process)).status).toBe(200);
    const readModified = async (token?: string) => {
      const files = (await ask('GET', '/api/v3/fs/mem?glob=/still.jpg', token === undefined ? {} : { token })).json();
      return Number(files[0]?.last_modified ?? 0);
    };
    await until(readModified, (at) => at > 0);
    await json('PUT', '/api/v3/config', renewed);
    const port = core.ports().http;
    await ask('GET', '/api/v3/config/reload');
    await until(
      async () => core.ports().http,
      (now) => now !== port,
      60_000,
    );
    const back = Date.now() / 1000 + 1;
    const { access_token: token } = (
      await json('POST', '/api/login', { username: 'admin', password: 'secret' })
    ).json();
    await until(
      () => readModified(token),
      (at) => at > back,
      60_000,
    );
    const { command } = (await ask('GET', '/api/v3/process/writer/state', { token })).json();
    expect(command.join(' ')).toContain('admin:new-memory@');
  });
});

describe('the config', () => {
  it('is rejected if invalid', async () => {
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

  it('falls back to the old settings if the new ones cannot be applied', async () => {
    const { at } = await start({ CORE_RTMP_ADDRESS: '' });
    const requestJson = async (path: string, init?: RequestInit) => (await fetch(at(`/api/v3${path}`), init)).json();
    const blocker = await startListening();
    const address = `127.0.0.1:${portOf(blocker)}`;
    const body = JSON.stringify({ version: 3, rtmp: { enable: true, address } });
    expect(await requestJson('/config', { method: 'PUT', body })).toBe('OK');
    expect(await requestJson('/config/reload')).toBe('OK');
    const log = await until(
      () => requestJson('/log'),
      (lines) => JSON.stringify(lines).includes('the old ones stay in effect'),
    );
    expect(JSON.stringify(log)).toContain(`cannot listen on ${address}`);
    const { updated_at, loaded_at } = await requestJson('/config');
    expect(updated_at > loaded_at).toBe(true);
    blocker.close();
  });

  it.each([
    [
      'a port in use',
      async () => ({ CORE_ADDRESS: `127.0.0.1:${portOf(await startListening())}` }),
      /cannot listen on .* in use/,
    ],
    ['no ffmpeg', async () => ({ CORE_FFMPEG_BINARY: '/no/ffmpeg' }), /CORE_FFMPEG_BINARY: \/no\/ffmpeg not found/],
    ['another program as ffmpeg', async () => ({ CORE_FFMPEG_BINARY: process.execPath }), /is not an ffmpeg/],
    ['a folder that is a file', async () => ({ CORE_STORAGE_DISK_DIR: process.execPath }), /not writable/],
    ['a bad value', async () => ({ CORE_LOG_MAX_LINES: 'many' }), /CORE_LOG_MAX_LINES=many/],
  ])('prevents the start with %s', async (_, environment, reason) => {
    await expect(start(await environment())).rejects.toThrow(reason);
  });
});

it('a core ingests with a real ffmpeg, serves the playlist, and continues after a reload', async () => {
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

it('a core fulfils the contract of the interface', async () => {
  const { at, token, refresh } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  const calls = createCoreClient({ address: at('') });
  calls.setTokens({ access: token, refresh });
  expect((await calls.about()).auths).toEqual(['localjwt']);
  expect((await calls.config()).config.rtmp?.enable).toBe(true);
  expect((await calls.skills()).ffmpeg.version).toMatch(/^\d/);
  expect(await calls.processes()).toEqual([]);
  expect(await calls.rtmp()).toEqual([]);
  await expect(calls.srt()).rejects.toMatchObject({ code: 404 });
  expect(await calls.sessionsActive({ collectors: 'hls,rtmp' })).toEqual({ hls: [], rtmp: [] });
  expect((await calls.metrics({ body: { metrics: [{ name: 'uptime_uptime' }] } })).metrics).toHaveLength(1);
  await calls.metadataSet({ key: 'restreamer-ui', body: { a: [1, null] } });
  expect((await calls.metadataAll())['restreamer-ui']).toEqual({ a: [1, null] });
  expect((await calls.log()).length).toBeGreaterThan(0);
  await calls.diskWrite({ path: 'channels/a.html', body: '<p>' });
  expect(await calls.diskRead({ path: 'channels/a.html' })).toBe('<p>');
  expect(await calls.diskFiles({ glob: '/channels/**' })).toMatchObject([{ name: '/channels/a.html' }]);
  await calls.diskDelete({ path: 'channels/a.html' });
  await calls.diskDelete({ path: 'channels/a.html' });
});

async function startListening(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

it("a process's feed name is never available to others, even across a restart", async () => {
  const { core, ask, json, token } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  const countRefused = async () => {
    const { json: log } = await ask('GET', '/api/v3/log', { token });
    return log().filter((line: string) => line.includes('name belongs to a process of this core')).length;
  };
  const secret = (await ask('GET', '/api/v3/config', { token })).json().config.rtmp.token;
  const intrude = async () => {
    const before = await countRefused();
    const socket = connect(core.ports().rtmp ?? 0, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write(hello('publish', `feed?token=${secret}`));
    await until(countRefused, (count) => count > before);
    socket.destroy();
  };
  const coder = ['-codec:v', 'libx264', '-preset:v', 'ultrafast', '-g', '5', '-pix_fmt', 'yuv420p'];
  const added = await json(
    'POST',
    '/api/v3/process',
    {
      id: 'source',
      input: [{ id: 'in', address: 'testsrc2=size=64x36:rate=5', options: ['-re', '-f', 'lavfi'] }],
      output: [
        {
          id: 'out',
          address: '[f=flv]{rtmp,name=live/feed}',
          options: [...coder, '-flags', '+global_header', '-map', '0:v', '-f', 'tee'],
        },
      ],
      autostart: false,
      // A restart interrupts ffmpeg; this makes it return.
      reconnect: true,
      reconnect_delay_seconds: 1,
    },
    token,
  );
  expect(added.status).toBe(200);
  await intrude();
  const command = (name: string) => json('PUT', '/api/v3/process/source/command', { command: name }, token);
  const onAir = async () => (await ask('GET', '/api/v3/rtmp', { token })).json();
  const runsEnded = async () => (await ask('GET', '/api/v3/process/source/report', { token })).json().history.length;
  for (const [ended, order] of ['start', 'restart'].entries()) {
    await command(order);
    await until(runsEnded, (count) => count === ended);
    await until(onAir, ([found]) => found?.name === '/live/feed');
    await intrude();
  }
  const text = (await ask('GET', '/api/v3/process/source', { token })).text;
  expect(text).toContain('/live/feed');
  expect(text).not.toContain('process-key');
});

it('a route with a blocked prefix is skipped with a log line', async () => {
  const { ask } = await start({
    CORE_ROUTER_BLOCKED_PREFIXES: '/secret',
    CORE_ROUTER_ROUTES: '/secret/a.html:/b.html /open/a.html:/b.html',
  });
  expect((await ask('GET', '/open/a.html')).status).toBe(301);
  expect((await ask('GET', '/secret/a.html')).status).toBe(404);
  expect((await ask('GET', '/api/v3/log')).text).toContain('The prefix of a route is blocked');
});

describe('RTMPS', () => {
  async function serve() {
    const folder = testTempDir();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const own = ownCertificate();
    await Promise.all([writeFile(cert, own.cert), writeFile(key, own.key)]);
    const started = await loggedIn({
      CORE_TLS_ENABLE: 'true',
      CORE_TLS_ADDRESS: '127.0.0.1:0',
      CORE_TLS_CERT_FILE: cert,
      CORE_TLS_KEY_FILE: key,
      CORE_RTMP_ENABLE: 'true',
      CORE_RTMP_ADDRESS_TLS: 'localhost:0',
      CORE_SESSIONS_IP_IGNORELIST: '10.0.0.0/8',
    });
    const put = (rtmp: object) => started.json('PUT', '/api/v3/config', { version: 3, rtmp }, started.token);
    const reload = async () => {
      const port = started.core.ports().http;
      await started.ask('GET', '/api/v3/config/reload', { token: started.token });
      await until(
        async () => started.core.ports().http,
        (now) => now !== port && now !== 0,
      );
    };
    const log = async () => (await started.ask('GET', '/api/v3/log', { token: started.token })).text;
    return { ...started, cert, put, reload, log };
  }

  it('accepts an encoder with server and key fields, like RTMP', async () => {
    const { core, ask, token, put, reload } = await serve();
    expect(core.ports().rtmps).toBeNull();
    expect((await put({ enable_tls: true, app: '/live', token: 'T' })).status).toBe(200);
    await reload();
    const { rtmp, rtmps } = core.ports();
    expect(rtmps).toBeGreaterThan(0);
    expect(rtmps).not.toBe(rtmp);
    // OBS has two fields: the server, and the key with the token.
    const address = ['rtmps://localhost:', rtmps, '/live', '/', 'camera.stream?token=T'].join('');
    const source = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=25'];
    const coder = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-pix_fmt', 'yuv420p'];
    const encoder = spawn('ffmpeg', ['-nostdin', '-loglevel', 'error', ...source, ...coder, '-f', 'flv', address]);
    try {
      const onAir = async () => (await ask('GET', '/api/v3/rtmp', { token })).json();
      await until(onAir, ([found]) => found?.name === '/live/camera.stream');
      const active = (await ask('GET', '/api/v3/session/active?collectors=rtmp', { token })).json();
      expect(active.rtmp).toMatchObject([{ local: 'publish:/live/camera.stream', reference: 'camera' }]);
      const player = spawn('ffmpeg', [
        ...['-loglevel', 'error', '-i', `rtmp://127.0.0.1:${rtmp}/live/camera.stream?token=T`],
        ...['-frames:v', '10', '-f', 'null', '-'],
      ]);
      expect((await once(player, 'close'))[0]).toBe(0);
    } finally {
      encoder.kill('SIGKILL');
      await once(encoder, 'close');
    }
  });

  it('stays off with a log line if the certificate is unusable, with the old settings in effect', async () => {
    const { core, cert, put, reload, log } = await serve();
    await writeFile(cert, 'no certificate');
    expect((await put({ enable_tls: true })).status).toBe(200);
    await reload();
    expect(core.ports().rtmps).toBeNull();
    expect(await log()).toContain('cert.pem and ');
  });
});
