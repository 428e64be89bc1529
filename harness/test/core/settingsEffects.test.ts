import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { createInitialConfig } from '../../../server/config/configSchema.ts';
import { mergeConfigDocuments } from '../../../server/config/mergeConfigDocuments.ts';
import { type Core, openCore } from '../../../server/core.ts';
import { hello, keyframe, videoHeader } from '../../../server/rtmp/testing.ts';
import { ConfigAnswer } from '../../../src/api/answers/config.ts';
import { EXTENSIONS } from '../../../src/api/coreExtensions.ts';
import { WHOLE_CONFIG } from '../../../src/catalog/settingsTabs/assignRefusals.ts';
import { shownSettingsTabs } from '../../../src/catalog/settingsTabs/index.ts';
import { settingsChanges, settingsTabForm } from '../../../src/catalog/settingsTabs/settingsFormValues.ts';
import type { SettingsDraft } from '../../../src/catalog/settingsTabs/settingsTabTypes.ts';
import { ownCertificate } from '../../streams/certificate.ts';
import { sendRawRequest } from './conformance/rawRequest.ts';
import { CORE_PROGRAM } from './coreProgram.ts';
import { until } from './testing.ts';
import { testTempDir } from './testTempDir.ts';

/** Checks the visible effect of every setting that the interface shows for the embedded core. */

const open: Core[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((core) => core.stop()));
});

const own = ownCertificate();

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}

const login = { username: 'admin', password: 'the old one' };

type Life = Awaited<ReturnType<typeof live>>;

async function live(stored: object) {
  const home = testTempDir();
  const db = join(home, 'db');
  await mkdir(db);
  const [cert_file, key_file] = [join(home, 'cert.pem'), join(home, 'key.pem')];
  await Promise.all([writeFile(cert_file, own.cert), writeFile(key_file, own.key)]);
  const first = {
    address: '127.0.0.1:0',
    rtmp: { address: '127.0.0.1:0', address_tls: 'localhost:0' },
    srt: { address: '127.0.0.1:0' },
    tls: { address: '127.0.0.1:0', cert_file, key_file },
    storage: { disk: { dir: join(home, 'data') }, memory: { auth: { enable: false } } },
    sessions: { ip_ignorelist: [] },
  };
  const config = mergeConfigDocuments(mergeConfigDocuments(createInitialConfig(new Date()), first), stored);
  await writeFile(join(db, 'config.json'), JSON.stringify(config));
  const core = await openCore({ CORE_DB_DIR: db }, { print: () => {}, loginDelayMs: 1, program: CORE_PROGRAM });
  open.push(core);

  let token: string | null = null;
  const request = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isJson = body !== undefined && typeof body !== 'string';
    const response = await fetch(`http://127.0.0.1:${core.ports().http}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  const logIn = async (as: { username: string; password: string }) => {
    const { status, json } = await request('POST', '/api/login', as);
    if (status === 200) token = json().access_token;
    return status;
  };
  const reload = async () => {
    const before = core.ports();
    await request('GET', '/api/v3/config/reload');
    // A change of the login alone needs no new servers.
    const isLogin = () => core.log.lines().some((line) => line.includes('The login has changed'));
    await until(
      async () => (core.ports() !== before || isLogin()) && (await request('GET', '/ping')).status === 200,
      (isBack) => isBack,
    );
  };
  const type = async (edits: SettingsDraft) => {
    const answer = ConfigAnswer.parse((await request('GET', '/api/v3/config')).json());
    const tabs = tabsFor(answer);
    const body = settingsChanges(tabs, settingsTabForm(tabs, answer, edits));
    expect(Object.keys(body)).not.toEqual([]);
    const put = await request('PUT', '/api/v3/config', { version: 3, ...body });
    return put.status === 200 ? put.status : put.json();
  };
  return { core, request, type, reload, logIn };
}

// The ffmpeg of the tests includes libsrt.
const OF_THIS_CORE = EXTENSIONS.filter((extension) => extension !== 'no-srt-server');
const tabsFor = ({ config }: Pick<ConfigAnswer, 'config'>) =>
  shownSettingsTabs({ expert: true, releases: true, edits: {}, config, extensions: OF_THIS_CORE });

const basic = (user: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const MB = 1024 * 1024;
const letters = (bytes: number) => 'x'.repeat(bytes);

const PLAYLIST = '#EXTM3U\n#EXTINF:2,\na_0.ts\n';
async function watch({ request }: Life, bytes = 1000): Promise<number> {
  await request('PUT', '/memfs/a.m3u8', PLAYLIST);
  await request('PUT', '/memfs/a_0.ts', letters(bytes));
  const master = await request('GET', '/memfs/a.m3u8');
  if (master.status !== 200) return master.status;
  const session = /session=([^\s&]+)/.exec(master.text)?.[1] ?? '';
  const own = await request('GET', `/memfs/a.m3u8?session=${session}`);
  await request('GET', `/memfs/a_0.ts?session=${session}`);
  return own.status;
}
const viewers = async ({ request }: Life): Promise<{ bandwidth_tx_kbit: number }[]> =>
  (await request('GET', '/api/v3/session/active?collectors=hls')).json().hls;

async function publishes({ core, request }: Life): Promise<boolean> {
  const socket = connect(core.ports().rtmp ?? 0, '127.0.0.1');
  socket.on('error', () => undefined).resume(); // the server rejects it
  await once(socket, 'connect');
  socket.write(Buffer.concat([hello('publish', 'x'), videoHeader, keyframe]));
  const isOnAir = async () => (await request('GET', '/api/v3/rtmp')).json().length > 0;
  const found = await until(
    async () => ({ onAir: await isOnAir(), refused: socket.closed }),
    ({ onAir, refused }) => onAir || refused,
  );
  socket.destroy();
  return found.onAir;
}

async function publishesBySrt({ core }: Life): Promise<boolean> {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:duration=1'];
  const address = `srt://127.0.0.1:${core.ports().srt}?mode=caller&streamid=x,mode:publish`;
  const [code] = await once(
    spawn('ffmpeg', ['-nostdin', '-loglevel', 'quiet', ...source, '-f', 'mpegts', address], { stdio: 'ignore' }),
    'close',
  );
  return code === 0;
}

const speaksTls = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', ca: own.cert, servername: 'localhost' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

async function failed({ request }: Life) {
  await request('DELETE', '/api/v3/process/p');
  const input = [{ id: 'i', address: '/nowhere.mp4', options: [] }];
  const output = [{ id: 'o', address: '-', options: ['-f', 'null'] }];
  await request('POST', '/api/v3/process', { id: 'p', input, output, autostart: false });
  for (let runs = 0; runs < 3; runs += 1) {
    await request('PUT', '/api/v3/process/p/command', { command: 'start' });
    await until(
      async () => (await request('GET', '/api/v3/process/p/state')).json(),
      ({ exec }) => exec === 'failed',
    );
    await request('PUT', '/api/v3/process/p/command', { command: 'stop' });
  }
  return (await request('GET', '/api/v3/process/p/report')).json();
}

interface Effect {
  readonly given?: object;
  readonly typed: SettingsDraft;
  readonly sees: (life: Life, isAfter: boolean) => Promise<unknown>;
  readonly change: readonly [before: unknown, after: unknown];
}

const [http, https, rtmp, rtmps] = [await freePort(), await freePort(), await freePort(), await freePort()];
const srt = await freePort();
const guarded = { api: { auth: { enable: true, ...login } } };
const withTls = { tls: { enable: true } };
const writes =
  (user: string, password: string) =>
  async ({ request }: Life) =>
    (await request('PUT', '/memfs/x.txt', 'x', basic(user, password))).status;
const allowsOrigin = async ({ request }: Life) => {
  await request('PUT', '/memfs/x.txt', 'x');
  const { headers } = await request('GET', '/memfs/x.txt', undefined, { Origin: 'https://a.org' });
  return headers.get('access-control-allow-origin');
};
const logsIn = async ({ logIn }: Life, isAfter: boolean) => {
  const before = await logIn(login);
  const next = isAfter ? await logIn({ username: 'operator', password: login.password }) : 401;
  return [before, next];
};

const keepsLines = async ({ request }: Life) => {
  await request('GET', '/nothing');
  return (await request('GET', '/api/v3/log')).json().length > 2;
};

const effects: Readonly<Record<string, Effect>> = {
  name: {
    typed: { name: 'Studio' },
    sees: async ({ request }) => (await request('GET', '/api')).json().name === 'Studio',
    change: [false, true],
  },
  [WHOLE_CONFIG]: {
    typed: { [WHOLE_CONFIG]: '{ "log": { "max_lines": 2 } }' },
    sees: keepsLines,
    change: [true, false],
  },
  'host.name': {
    typed: { 'host.name': 'live.example.org' },
    sees: async ({ core }) =>
      (await sendRawRequest(core.ports().http, { path: '/api', headers: { Host: 'live.example.org' } })).status,
    change: [403, 200],
  },
  address: {
    typed: { address: String(http) },
    sees: async ({ core }) => core.ports().http === http,
    change: [false, true],
  },
  'tls.address': {
    given: withTls,
    typed: { 'tls.address': String(https) },
    sees: () => speaksTls(https),
    change: [false, true],
  },
  'sessions.max_sessions': {
    typed: { 'sessions.max_sessions': '1' },
    sees: async (life) => [await watch(life), await watch(life)],
    change: [
      [200, 200],
      [200, 509],
    ],
  },
  'sessions.max_bitrate_mbit': {
    typed: { 'sessions.max_bitrate_mbit': '1' },
    sees: async (life) => {
      await watch(life, 4 * MB);
      await until(
        () => viewers(life),
        ([viewer]) => (viewer?.bandwidth_tx_kbit ?? 0) > 0,
      );
      return (await life.request('GET', '/memfs/a.m3u8')).status;
    },
    change: [200, 509],
  },
  'api.auth.enable': {
    typed: { 'api.auth.enable': true, 'api.auth.username': 'admin', 'api.auth.password': 'a long one' },
    sees: async ({ request }) => (await request('GET', '/api')).json().auths,
    change: [[], ['localjwt']],
  },
  'api.auth.username': {
    given: guarded,
    typed: { 'api.auth.username': 'operator' },
    sees: logsIn,
    change: [
      [200, 401],
      [401, 200],
    ],
  },
  'api.auth.password': {
    given: guarded,
    typed: { 'api.auth.password': 'another one' },
    sees: ({ logIn }) => logIn(login),
    change: [200, 401],
  },
  'storage.cors.allow_all': {
    given: { storage: { cors: { origins: ['https://b.org'] } } },
    typed: { 'storage.cors.allow_all': true },
    sees: allowsOrigin,
    change: [null, '*'],
  },
  'storage.cors.origins': {
    given: { storage: { cors: { origins: ['https://b.org'] } } },
    typed: { 'storage.cors.origins': 'https://a.org' },
    sees: allowsOrigin,
    change: [null, 'https://a.org'],
  },
  'sessions.enable': {
    typed: { 'sessions.enable': false },
    sees: async (life) => {
      await watch(life);
      return (await viewers(life)).length;
    },
    change: [1, 0],
  },
  'sessions.ip_ignorelist': {
    typed: { 'sessions.ip_ignorelist': '127.0.0.0/8' },
    sees: async (life) => {
      await watch(life);
      return (await viewers(life)).length;
    },
    change: [1, 0],
  },
  'sessions.session_timeout_sec': {
    given: { sessions: { session_timeout_sec: 3600 } },
    typed: { 'sessions.session_timeout_sec': '1' },
    sees: async (life, isAfter) => {
      await watch(life);
      // Waiting for the default of an hour is not possible.
      const sessions = await until(
        () => viewers(life),
        (list) => !isAfter || list.length === 0,
      );
      return sessions.length;
    },
    change: [1, 0],
  },
  'sessions.persist': {
    typed: { 'sessions.persist': true },
    sees: async (life) => {
      await watch(life);
      await life.reload();
      return (await life.request('GET', '/api/v3/session?collectors=hls')).json().hls.summary.sessions;
    },
    change: [0, 1],
  },
  'storage.memory.auth.enable': {
    given: { storage: { memory: { auth: { username: 'u', password: 'p' } } } },
    typed: { 'storage.memory.auth.enable': true },
    sees: async ({ request }) => (await request('PUT', '/memfs/x.txt', 'x')).status,
    change: [201, 401],
  },
  'storage.memory.auth.username': {
    given: { storage: { memory: { auth: { enable: true, username: 'u', password: 'p' } } } },
    typed: { 'storage.memory.auth.username': 'other' },
    sees: writes('other', 'p'),
    change: [401, 201],
  },
  'storage.memory.auth.password': {
    given: { storage: { memory: { auth: { enable: true, username: 'u', password: 'p' } } } },
    typed: { 'storage.memory.auth.password': 'other' },
    sees: writes('u', 'other'),
    change: [401, 201],
  },
  'storage.memory.max_size_mbytes': {
    typed: { 'storage.memory.max_size_mbytes': '1' },
    sees: async ({ request }, isAfter) => (await request('PUT', `/memfs/${isAfter}.txt`, letters(2 * MB))).status,
    change: [201, 400],
  },
  'storage.memory.purge': {
    given: { storage: { memory: { max_size_mbytes: 1 } } },
    typed: { 'storage.memory.purge': true },
    sees: async ({ request }) => {
      await request('PUT', '/memfs/old.txt', letters(0.7 * MB));
      return (await request('PUT', '/memfs/new.txt', letters(0.7 * MB))).status;
    },
    change: [400, 201],
  },
  'storage.disk.max_size_mbytes': {
    typed: { 'storage.disk.max_size_mbytes': '1' },
    sees: async ({ request }, isAfter) =>
      (await request('PUT', `/api/v3/fs/disk/${isAfter}.txt`, letters(2 * MB))).status,
    change: [201, 400],
  },
  'rtmp.enable': {
    typed: { 'rtmp.enable': true },
    sees: async ({ request }) => (await request('GET', '/api/v3/rtmp')).status,
    change: [404, 200],
  },
  'rtmp.enable_tls': {
    given: withTls,
    typed: { 'rtmp.enable_tls': true },
    sees: async ({ core }) => speaksTls(core.ports().rtmps ?? 0),
    change: [false, true],
  },
  'rtmp.address': {
    given: { rtmp: { enable: true } },
    typed: { 'rtmp.address': String(rtmp) },
    sees: async ({ core }) => core.ports().rtmp === rtmp,
    change: [false, true],
  },
  'rtmp.address_tls': {
    given: { ...withTls, rtmp: { enable: true, enable_tls: true, address_tls: '127.0.0.1:0', address: 'localhost:0' } },
    typed: { 'rtmp.address_tls': String(rtmps) },
    sees: () => speaksTls(rtmps),
    change: [false, true],
  },
  'rtmp.app': {
    given: { rtmp: { enable: true } },
    typed: { 'rtmp.app': '/other' },
    sees: publishes,
    change: [true, false],
  },
  'rtmp.token': {
    given: { rtmp: { enable: true } },
    typed: { 'rtmp.token': 'T' },
    sees: publishes,
    change: [true, false],
  },
  'srt.enable': {
    typed: { 'srt.enable': true },
    sees: async ({ request }) => (await request('GET', '/api/v3/srt')).status,
    change: [404, 200],
  },
  'srt.address': {
    given: { srt: { enable: true } },
    typed: { 'srt.address': String(srt) },
    sees: async ({ core }) => core.ports().srt === srt,
    change: [false, true],
  },
  'srt.token': {
    given: { srt: { enable: true } },
    typed: { 'srt.token': 'T' },
    sees: publishesBySrt,
    change: [true, false],
  },
  'srt.passphrase': {
    given: { srt: { enable: true } },
    typed: { 'srt.passphrase': 'a long passphrase' },
    sees: publishesBySrt,
    change: [true, false],
  },
  'log.level': {
    typed: { 'log.level': 'debug' },
    sees: async ({ request }) => {
      await request('GET', '/ping');
      return (await request('GET', '/api/v3/log')).text.includes('level=DEBUG');
    },
    change: [false, true],
  },
  'log.max_lines': {
    typed: { 'log.max_lines': '2' },
    sees: keepsLines,
    change: [true, false],
  },
  'ffmpeg.log.max_lines': {
    typed: { 'ffmpeg.log.max_lines': '1' },
    sees: async (life) => (await failed(life)).log.length > 1,
    change: [true, false],
  },
  'ffmpeg.log.max_history': {
    typed: { 'ffmpeg.log.max_history': '1' },
    sees: async (life) => (await failed(life)).history.length,
    change: [2, 1],
  },
};

/** Responses to settings that the core cannot apply, which the interface shows at the field. */
const refusals: Readonly<Record<string, { typed: SettingsDraft; answer: object }>> = {
  'tls.auto': {
    typed: { 'host.name': 'live.example.invalid', 'tls.auto': true, 'tls.email': 'me@example.org' },
    answer: {
      'host.name': ["the host 'live.example.invalid' can't be resolved and will not work with automatic TLS"],
    },
  },
  'tls.email': {
    typed: { 'tls.email': 'nobody' },
    answer: { 'tls.email': ["mail: missing '@' or angle-addr"] },
  },
};

it.each(Object.entries(effects))(
  'the setting %s has a visible effect',
  async (_, { given = {}, typed, sees, change }) => {
    const life = await live(given);
    expect(await sees(life, false)).toEqual(change[0]);
    expect(await life.type(typed)).toBe(200);
    await life.reload();
    expect(await sees(life, true)).toEqual(change[1]);
  },
);

it.each(Object.entries(refusals))('an invalid %s is rejected with the reason', async (_, { typed, answer }) => {
  const life = await live({});
  expect(await life.type(typed)).toEqual(answer);
});

it('the tables have one row for each setting shown for this core, and no others', async () => {
  const life = await live({ ...withTls, rtmp: { enable: true }, srt: { enable: true } });
  const { extensions } = (await life.request('GET', '/api')).json();
  expect(extensions).toEqual(OF_THIS_CORE);
  const tabs = tabsFor(ConfigAnswer.parse((await life.request('GET', '/api/v3/config')).json()));
  const shown = tabs.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([path, { kind, browserKey }]) =>
      kind === 'panel' || kind === 'pair' || kind === 'readonly' || browserKey !== undefined ? [] : [path],
    ),
  );
  expect(shown.toSorted()).toEqual([...Object.keys(effects), ...Object.keys(refusals)].toSorted());
});
