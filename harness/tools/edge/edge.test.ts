import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EdgeChannel } from '../../../src/media/edge/edgePlan.ts';
import { testTempDir } from '../../test/core/testTempDir.ts';
import { sendRequest } from './sendRequest.ts';
import { signedLink } from './signedLink.ts';
import { EDGE_SECRET, EDGE_SESSION, type RunningEdge, startEdge } from './startEdge.ts';
import { startOrigin } from './startFakeOrigin.ts';

const SEGMENT = '0123456789';
const MEDIA = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\nlive_1.ts?session=${EDGE_SESSION}\n`;
const MISSING = /_9\d{5}\.ts/;
const MASTER = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmany_0.m3u8?session=7SBmNdKSbLdkrFbkDcSgLm\n`;

const channel = (name: string, more: Partial<EdgeChannel> = {}): EdgeChannel => ({
  name,
  access: 'public',
  hasVariants: false,
  ...more,
});
const channels = [
  ...[channel('live'), channel('many', { hasVariants: true }), channel('paid', { access: 'signed' })],
  ...[channel('live2', { access: 'signed' }), channel('paid2', { access: 'signed' })],
];

/** Sessions issued by this edge, which another edge of the same plan also accepts. */
const sessions: string[] = [];
const viewer = (n: number) => sessions[n] ?? expect.fail(`there are only ${sessions.length} sessions`);
const sessionFrom = async (port: number, file = '/memfs/live.m3u8'): Promise<string> => {
  const { text: body } = await sendRequest(port, file);
  return /\?session=([0-9a-f]{32})&/.exec(body)?.[1] ?? expect.fail(`no session in ${body}`);
};
const playlist = (n: number, name = 'live') => `/memfs/${name}.m3u8?session=${viewer(n)}`;
let names = 0;
function segment(): string {
  names += 1;
  return `/memfs/live_${names}.ts`;
}

let origin: Awaited<ReturnType<typeof startOrigin>>;
let edge: RunningEdge;

function asCore(request: { url?: string | undefined }, response: import('node:http').ServerResponse): void {
  const { url = '' } = request;
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Allow-Origin', 'https://core.example');
  response.setHeader('Cache-Control', 'private');
  if (url.includes('gone')) response.writeHead(404).end();
  else if (url.includes('.m3u8')) response.end(url.includes('many.') ? MASTER : MEDIA);
  else if (MISSING.test(url)) response.writeHead(404).end();
  else response.end(SEGMENT);
}

beforeAll(async () => {
  origin = await startOrigin(asCore);
  edge = await startEdge({ origin: origin.url, channels }, testTempDir());
  sessions.push(...(await Promise.all(Array.from({ length: 60 }, () => sessionFrom(edge.port)))));
});
afterAll(async () => {
  await edge?.stop();
  await origin?.stop();
});
afterEach(() => {
  origin.become(asCore);
  origin.asked.length = 0;
  origin.headers.length = 0;
});

describe('playlists at an edge', () => {
  it('are fetched once for parallel requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => sendRequest(edge.port, playlist(n, 'many'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(origin.asked).toEqual([`GET /memfs/many.m3u8?session=${EDGE_SESSION}`]);
  });

  it('are fetched again after a second', async () => {
    await sendRequest(edge.port, playlist(1));
    origin.become((_, response) => response.end('#EXTM3U\n# next\n'));
    await expect.poll(async () => (await sendRequest(edge.port, playlist(1))).text).toContain('# next');
  });

  it('are served stale during a fetch and when the core fails', async () => {
    await sendRequest(edge.port, playlist(1));
    origin.become((_, response) => response.writeHead(503).end());
    await expect.poll(async () => (await sendRequest(edge.port, playlist(1))).headers['x-edge-cache']).toBe('STALE');
    let release = () => {};
    origin.become((_, response) => {
      release = () => response.end('#EXTM3U\n# late\n');
    });
    const first = sendRequest(edge.port, playlist(1));
    await expect.poll(() => origin.asked.length).toBeGreaterThan(1);
    const others = await Promise.all([2, 3, 4].map((n) => sendRequest(edge.port, playlist(n))));
    expect(others.map(({ status, headers }) => [status, headers['x-edge-cache']])).toEqual(
      Array(3).fill([200, 'UPDATING']),
    );
    release();
    expect((await first).text).toContain('# late');
  });

  it('get a session of this edge through a master playlist, and none of the core', async () => {
    const { text: list, headers } = await sendRequest(edge.port, '/memfs/live_own.m3u8');
    const variant = list.split('\n').at(-2) ?? '';
    expect(variant).toMatch(/^live_own\.m3u8\?session=[0-9a-f]{32}&$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(origin.asked).toEqual([]);
    const next = await sendRequest(edge.port, `/memfs/${variant}`);
    expect(next.text).toContain('\nlive_1.ts\n');
    expect(next.text).not.toContain('session=');
  });

  it('have a Last-Modified date, which shows that a stream has ended', async () => {
    const written = 'Thu, 26 Nov 2026 04:00:00 GMT';
    origin.become((_, response) => response.setHeader('Last-Modified', written).end(MEDIA));
    for (const cache of ['MISS', 'HIT']) {
      const { headers } = await sendRequest(edge.port, playlist(1, 'live_old'));
      expect([headers['last-modified'], headers['x-edge-cache']]).toEqual([written, cache]);
    }
    const headers = { 'If-Modified-Since': written };
    expect((await sendRequest(edge.port, playlist(1, 'live_old'), { headers })).status).toBe(304);
  });

  it('pass the session on to the playlists they list', async () => {
    const { text: master } = await sendRequest(edge.port, '/memfs/many.m3u8');
    const [, session] = /many_0\.m3u8\?session=([0-9a-f]{32})&/.exec(master) ?? [];
    expect(session).toBeDefined();
    expect((await sendRequest(edge.port, `/memfs/many.m3u8?session=${viewer(7)}`)).text).toContain(
      `?session=${viewer(7)}&`,
    );
  });

  it('are rejected with the status of the core', async () => {
    origin.become((_, response) => response.writeHead(509).end());
    expect((await sendRequest(edge.port, playlist(1, 'live_full'))).status).toBe(509);
  });
});

describe('segments at an edge', () => {
  it('are cached regardless of their query', async () => {
    const path = segment();
    for (const query of ['', '?session=a', `?session=${viewer(1)}&x=1`]) {
      expect((await sendRequest(edge.port, path + query)).text).toBe(SEGMENT);
    }
    expect(origin.asked).toEqual([`GET ${path}?session=${EDGE_SESSION}`]);
  });

  it('support range requests', async () => {
    const path = segment();
    for (const [range, part] of [
      ['bytes=2-4', '234'],
      ['bytes=-2', '89'],
    ] as const) {
      const { status, text: got, headers } = await sendRequest(edge.port, path, { headers: { Range: range } });
      expect([status, got]).toEqual([206, part]);
      expect(headers['content-range']).toMatch(/\/10$/);
    }
    expect(origin.asked).toHaveLength(1);
  });

  it('report their length to HEAD, which caches them', async () => {
    const path = segment();
    const { status, headers, text: got } = await sendRequest(edge.port, path, { method: 'HEAD' });
    expect([status, got, headers['content-length']]).toEqual([200, '', '10']);
    expect((await sendRequest(edge.port, path)).headers['x-edge-cache']).toBe('HIT');
    expect(origin.asked).toEqual([`GET ${path}?session=${EDGE_SESSION}`]);
  });

  it('allow requests of all origins', async () => {
    const path = segment();
    for (const Origin of ['https://a.example', 'https://b.example']) {
      const { headers } = await sendRequest(edge.port, path, { headers: { Origin } });
      expect([headers['access-control-allow-origin'], headers.vary]).toEqual(['*', undefined]);
      expect(headers['cache-control']).toBe('max-age=60');
    }
    const { status, headers } = await sendRequest(edge.port, path, { method: 'OPTIONS' });
    expect([status, headers['access-control-allow-headers']]).toEqual([204, 'Range']);
  });
});

describe('requests of unknown clients', () => {
  it.each([
    '/',
    '/api',
    '/ui/',
    '/memfs/other.m3u8',
    '/memfs/live.html',
    '/memfs/live_x8f2k.ts',
    '/memfs/live_1_x.ts',
    '/memfs/live.1.ts',
    '/memfs/live_x.mp4.m3u8',
    '/memfs/live/../other.m3u8',
    '/memfs/paid.m3u8',
    ...['/memfs/live2.m3u8', '/memfs/live2_1.ts', '/memfs/live2/1.ts', '/memfs/live2_0.m3u8', '/memfs/live%32_1.ts'],
    ...['/memfs/live1.ts', '/memfs/live21.ts', '/memfs/Live_1.ts', '/memfs/LIVE.m3u8', '/memfs/live-2_1.ts'],
  ])('do not reach the core: %s', async (path) => {
    expect((await sendRequest(edge.port, path)).status).toBe(404);
    expect(origin.asked).toEqual([]);
  });

  it.each(['PUT', 'POST', 'DELETE'])('change nothing: %s', async (method) => {
    expect((await sendRequest(edge.port, segment(), { method })).status).toBe(405);
    expect(origin.asked).toEqual([]);
  });

  it.each(['/memfs/paid_1.ts', `/s/${'A'.repeat(22)}/9999999999/memfs/paid_1.ts`])(
    'for numbered segments of a signed channel without a link do not reach the core: %s',
    async (path) => {
      for (let n = 1; n <= 10; n += 1) {
        expect([403, 404]).toContain((await sendRequest(edge.port, path.replace('_1.', `_${n}.`))).status);
      }
      expect(origin.asked).toEqual([]);
    },
  );

  it('for a channel that has not started reach the core once a second, regardless of their number', async () => {
    origin.become((_, response) => response.writeHead(404).end());
    const waiting = await startEdge({ origin: origin.url, channels }, testTempDir());
    try {
      const began = performance.now();
      for (let n = 0; n < 60; n += 1) {
        expect((await sendRequest(waiting.port, playlist(n))).status).toBe(404);
        expect((await sendRequest(waiting.port, '/memfs/live.jpg')).status).toBe(404);
      }
      expect(origin.asked.length).toBeLessThanOrEqual(4 + ((performance.now() - began) / 1000) * 2);
      // These requests did not count as guesses.
      for (let n = 0; n < 30; n += 1) expect((await sendRequest(waiting.port, `/memfs/live_${n}.ts`)).status).toBe(404);
    } finally {
      await waiting.stop();
    }
  });
});

describe('signed links', () => {
  const link = (until: number, channel = 'paid', file = `${channel}_1.ts`) =>
    signedLink(file, { channel, until, secret: EDGE_SECRET });
  const now = () => Math.floor(Date.now() / 1000);

  it('open all files of the channel until they expire', async () => {
    const until = now() + 3600;
    const answers = await Promise.all(
      ['paid_1.ts', `paid.m3u8?session=${viewer(1)}`, 'paid.jpg'].map((file) =>
        sendRequest(edge.port, link(until, 'paid', file)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.headers['cache-control']).toBe('private, max-age=60');
  });
  it('work as docs/scaling.md creates them', async () => {
    const [, script = ''] = /```sh\n(end=.*?)```/s.exec(await readFile('docs/scaling.md', 'utf8')) ?? [];
    const env = { ...process.env, EDGE_SECRET };
    const { stdout } = await promisify(execFile)('sh', ['-c', script.replaceAll('CHANNEL', 'paid')], { env });
    expect(stdout).toMatch(/^https:\/\/edge\.example\.org\/s\//);
    expect((await sendRequest(edge.port, new URL(stdout.trim()).pathname)).status).toBe(200);
  });
  it.each([
    ['expired by one second', () => link(now() - 1), 410],
    ['of another channel', () => link(now() + 60, 'live', 'paid_1.ts'), 403],
    ['of a channel whose name is a prefix', () => link(now() + 60, 'paid', 'paid2_1.ts'), 403],
    ['of a channel whose name is a prefix, for a playlist', () => link(now() + 60, 'paid', 'paid2.m3u8'), 403],
    ['of a channel whose name is longer', () => link(now() + 60, 'paid2', 'paid_1.ts'), 403],
    ['with another expiry', () => link(now() + 60).replace(/\/\d{10}\//, `/${now() + 9999}/`), 403],
    ['with a wrong signature', () => link(now() + 60).replace(/^\/s\/.{4}/, '/s/AAAA'), 403],
  ])('are rejected: %s', async (_, path, status) => {
    await sendRequest(edge.port, link(now() + 60));
    expect((await sendRequest(edge.port, path())).status).toBe(status);
  });
});

it('a signed link is rejected from the second after its last one, by the clock of the edge', async () => {
  const until = Math.floor(Date.now() / 1000) + 3;
  const path = signedLink('paid_1.ts', { channel: 'paid', until, secret: EDGE_SECRET });
  const answers: { status: number; at: number }[] = [];
  const answered = async () => {
    const { status, headers } = await sendRequest(edge.port, path);
    answers.push({ status, at: Date.parse(headers.date ?? '') / 1000 });
    return status;
  };
  await expect.poll(answered, { interval: 20 }).toBe(410);
  const successful = answers.filter(({ status }) => status === 200);
  expect(successful.length).toBeGreaterThan(0);
  expect(answers).toHaveLength(successful.length + 1);
  expect(Math.max(...successful.map(({ at }) => at))).toBeLessThanOrEqual(until);
  expect(answers.at(-1)?.at).toBeGreaterThan(until);
});

describe('viewers at an edge', () => {
  const statusOf = async (edge: RunningEdge) => JSON.parse((await sendRequest(edge.port, '/edge/status')).text);

  it('are counted once per channel and edge', async () => {
    const other = await startEdge({ origin: origin.url, channels }, testTempDir());
    try {
      for (let round = 0; round < 2; round += 1) {
        await Promise.all(Array.from({ length: 40 }, (_, n) => sendRequest(edge.port, playlist(n, 'many'))));
        await Promise.all(Array.from({ length: 20 }, (_, n) => sendRequest(other.port, playlist(40 + n))));
        await other.count();
      }
      await edge.count();
      expect((await statusOf(other)).channels).toEqual({ live: 20 });
      expect((await statusOf(edge)).channels.many).toBeGreaterThanOrEqual(40);
    } finally {
      await other.stop();
    }
  });

  it('above the limit get a 509, while others continue', async () => {
    await sendRequest(edge.port, playlist(1));
    await edge.count(1);
    expect((await sendRequest(edge.port, '/memfs/live.m3u8')).status).toBe(509);
    expect((await sendRequest(edge.port, playlist(1))).status).toBe(200);
    await edge.count();
    expect((await sendRequest(edge.port, '/memfs/live.m3u8')).status).toBe(200);
  });

  it('are not counted for a HEAD request of a playlist', async () => {
    const counted = async () => {
      await edge.count();
      return (await statusOf(edge)).channels.live ?? 0;
    };
    const before = await counted();
    expect((await sendRequest(edge.port, playlist(59), { method: 'HEAD' })).status).toBe(200);
    expect(await counted()).toBeLessThanOrEqual(before);
    expect((await sendRequest(edge.port, playlist(59, 'live_gone'), { method: 'HEAD' })).status).toBe(404);
  });

  it('with a forged session always get the same valid one, and are not counted before', async () => {
    const { port, count, stop } = await startEdge({ origin: origin.url, channels }, testTempDir());
    try {
      const altered = Array.from({ length: 32 }, (_, at) => {
        const digits = [...viewer(1)];
        return digits.with(at, digits[at] === '0' ? '1' : '0').join('');
      });
      const forged = ['a'.repeat(32), '0'.repeat(32), 'f'.repeat(32), ...altered, `${'a'.repeat(31)}g`, EDGE_SESSION];
      for (const name of ['live', 'many', 'many_0'])
        for (const session of forged) await sendRequest(port, `/memfs/${name}.m3u8?session=${session}`);
      await count();
      expect(JSON.parse((await sendRequest(port, '/edge/status')).text)).toMatchObject({ viewers: 0, channels: {} });
      const { status, headers } = await sendRequest(port, `/memfs/live.m3u8?session=${'a'.repeat(32)}`);
      expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
        302,
        '*',
        'no-store',
      ]);
      expect(headers.location).toMatch(/^live\.m3u8\?session=a{24}[0-9a-f]{8}$/);
      for (let times = 0; times < 3; times += 1) {
        expect((await sendRequest(port, `/memfs/live.m3u8?session=${'a'.repeat(32)}`)).headers.location).toBe(
          headers.location,
        );
        expect((await sendRequest(port, `/memfs/${headers.location}`)).status).toBe(200);
      }
      await count();
      expect(JSON.parse((await sendRequest(port, '/edge/status')).text).channels).toEqual({ live: 1 });
    } finally {
      await stop();
    }
  });

  it('with a forged session are rejected by a full edge, and take no place', async () => {
    const { port, count, stop } = await startEdge({ origin: origin.url, channels }, testTempDir());
    try {
      const url = (n: number) => `/memfs/live.m3u8?session=${n.toString(16).padStart(32, '0')}`;
      for (let n = 0; n < 60; n += 1) await sendRequest(port, url(n));
      await count(50);
      expect((await sendRequest(port, '/memfs/live.m3u8')).status).toBe(200);
      for (let n = 0; n < 50; n += 1) await sendRequest(port, playlist(n));
      await count(50);
      for (const path of ['/memfs/live.m3u8', url(1), '/memfs/many.m3u8', url(1).replace('live', 'many_0')])
        expect((await sendRequest(port, path)).status).toBe(509);
      expect((await sendRequest(port, playlist(1))).status).toBe(200);
    } finally {
      await stop();
    }
  });

  it('are counted in public figures without personal data', async () => {
    await edge.count();
    const { headers, text: body } = await sendRequest(edge.port, '/edge/status');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(Object.keys(JSON.parse(body))).toEqual(['at', 'viewers', 'most', 'channels']);
  });
});

describe('a file requested before it exists', () => {
  const until = 9_999_999_999;
  const signed = (file: string) => signedLink(file, { channel: 'paid', until, secret: EDGE_SECRET });
  it.each([
    ['a segment', () => '/memfs/live_700001.ts', {}],
    ['a range of a segment', () => '/memfs/live_700002.ts', { headers: { Range: 'bytes=0-' } }],
    ['a segment requested by HEAD', () => '/memfs/live_700003.ts', { method: 'HEAD' }],
    ['a segment in a folder', () => '/memfs/live/20261126/700004.m4s', {}],
    ['a segment of a rendition', () => '/memfs/many_0_700005.m4s', {}],
    ['a segment of sound', () => '/memfs/live_700006.aac', {}],
    ['an init file', () => '/memfs/live.mp4', {}],
    ['an init file of a rendition', () => '/memfs/many_init_0.mp4', {}],
    ['a playlist of a rendition', () => `/memfs/many_7.m3u8?session=${viewer(1)}`, {}],
    ['a segment of a signed channel', () => signed('paid_700007.ts'), {}],
    ['a segment outside the memory', () => '/live_700008.ts', {}],
    ['a segment with an encoded name', () => '/memfs/live%5F700009.ts', {}],
  ])('is delivered as soon as it exists: %s', async (_, path, how) => {
    origin.become((_request, response) => response.writeHead(404).end());
    for (let times = 0; times < 2; times += 1) {
      const { status, headers } = await sendRequest(edge.port, path(), how);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    }
    origin.become(asCore);
    expect([200, 206]).toContain((await sendRequest(edge.port, path(), how)).status);
    const before = origin.asked.length;
    expect((await sendRequest(edge.port, path(), how)).headers['x-edge-cache']).toBe('HIT');
    expect(origin.asked).toHaveLength(before);
  });

  it('is delivered within a second: the playlist of a channel', async () => {
    origin.become((_request, response) => response.writeHead(404).end());
    const { port, stop } = await startEdge({ origin: origin.url, channels }, testTempDir());
    try {
      const began = performance.now();
      const requestStatus = async () => (await sendRequest(port, playlist(1))).status;
      expect(await requestStatus()).toBe(404);
      origin.become(asCore);
      await expect.poll(requestStatus, { interval: 20 }).toBe(200);
      // nginx measures whole seconds.
      expect(performance.now() - began).toBeLessThan(3_000);
    } finally {
      await stop();
    }
  });
});

describe('data of a viewer', () => {
  const AS_VIEWERS_SEND = {
    ...{ 'X-Real-IP': '203.0.113.9', Forwarded: 'for=203.0.113.9', 'CF-Connecting-IP': '203.0.113.9' },
    ...{ 'True-Client-IP': '203.0.113.9', 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'evil.example' },
    ...{ 'X-Forwarded-Proto': 'https', 'X-Client-IP': '203.0.113.9', Via: '1.1 proxy', 'X-Original-URL': '/api' },
    ...{ Referer: 'http://private.example/?who=anna', Origin: 'http://private.example', 'User-Agent': 'anna-1' },
    ...{ 'Proxy-Authorization': 'Basic eA==', Authorization: 'Basic eA==', Cookie: 'who=anna', 'X-Auth-User': 'anna' },
    ...{ 'X-Edge-Client': '203.0.113.9', 'X-Edge-Guesser': 'abcd', 'X-HTTP-Method-Override': 'DELETE', TE: 'trailers' },
    ...{ 'Accept-Language': 'rm', Accept: 'anna/*', Range: 'bytes=1-2', 'If-Range': '"1"', 'Sec-Fetch-Site': 'none' },
    ...{ 'If-None-Match': '"anna"', 'If-Modified-Since': 'Thu, 26 Nov 2026 04:00:00 GMT', 'Content-Length': '0' },
    ...{ Expect: '100-continue', Upgrade: 'h2c', 'X-Any': 'anna', Host: 'evil.example' },
  };
  const ALLOWED = ['host'];

  it.each([
    ['a segment', () => segment()],
    ['a playlist', () => playlist(1, 'live_seen')],
    ['a playlist of playlists', () => '/memfs/many_seen.m3u8'],
    ['a poster', () => '/memfs/live.jpg'],
    ['a missing file', () => '/memfs/live_900123.ts'],
  ])('does not leave the edge in request headers: %s', async (_, path) => {
    const before = origin.asked.length;
    await sendRequest(edge.port, path(), { headers: AS_VIEWERS_SEND });
    expect(origin.asked).toHaveLength(before + 1);
    const [headers = {}] = origin.headers;
    expect(Object.keys(headers).sort()).toEqual(ALLOWED);
    expect(headers.host).toBe(new URL(origin.url).host);
  });

  it('does not leave the edge in a request body', async () => {
    const socket = connect(edge.port, '127.0.0.1');
    socket.write(`GET ${segment()} HTTP/1.1\r\nHost: e\r\nConnection: close\r\nContent-Length: 4\r\n\r\nanna`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
    expect(origin.headers.map((headers) => Object.keys(headers).sort())).toEqual([ALLOWED]);
  });

  it('does not leave the edge in conditional requests, which use the validators of the core', async () => {
    const written = 'Thu, 26 Nov 2026 04:00:00 GMT';
    origin.become(({ headers }, response) => {
      if (headers['if-modified-since'] === written) response.writeHead(304).end();
      else response.setHeader('Last-Modified', written).setHeader('ETag', '"core"').end(MEDIA);
    });
    const cacheOf = async () =>
      (await sendRequest(edge.port, playlist(1, 'live_same'), { headers: AS_VIEWERS_SEND })).headers['x-edge-cache'];
    expect(await cacheOf()).toBe('MISS');
    await expect.poll(cacheOf).toBe('REVALIDATED');
    expect(origin.headers.at(-1)).toMatchObject({ 'if-modified-since': written, 'if-none-match': '"core"' });
    expect(Object.keys(origin.headers.at(-1) ?? {})).toHaveLength(3);
  });

  it('is not written to files: error log, list of viewers and cache', async () => {
    const folder = testTempDir();
    const offline = await startEdge({ origin: 'http://127.0.0.1:9', channels }, folder);
    try {
      const headers = { 'User-Agent': 'anna-1', Referer: 'http://private.example/?who=anna', Cookie: 'who=anna' };
      for (let n = 0; n < 30; n += 1) await sendRequest(offline.port, `/memfs/live_${n}.ts`, { headers });
      expect((await sendRequest(offline.port, playlist(1), { headers })).status).toBe(502);
      origin.become((_request, response) => response.writeHead(404).end());
      const near = await startEdge({ origin: origin.url, channels }, path.join(folder, 'near'));
      try {
        for (let n = 0; n < 70; n += 1) await sendRequest(near.port, `/memfs/live_${n}.ts`, { headers });
        origin.become(asCore);
        expect((await sendRequest(near.port, playlist(1), { headers })).status).toBe(200);
      } finally {
        await near.stop();
      }
    } finally {
      await offline.stop();
    }
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const written = await Promise.all(
      files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'latin1')),
    );
    const log = await readFile(path.join(folder, 'error.log'), 'utf8');
    expect(log).toContain('Connection refused');
    expect(written.length).toBeGreaterThan(6);
    const lines = written.filter((file) => !file.startsWith('user ') && !file.includes('limit_req_zone')).join('');
    for (const secret of ['anna', 'private.example', 'client: 127.0.0.1', EDGE_SECRET])
      expect(lines).not.toContain(secret);
    expect(await readFile(path.join(folder, 'near/run/views.log'), 'utf8')).toMatch(
      new RegExp(`^[\\d.]+ live ${viewer(1)} [0-9a-f]{4}\n$`),
    );
  });
});

it('the edge reports its health', async () => {
  expect(await sendRequest(edge.port, '/edge/health')).toMatchObject({ status: 200, text: 'ok\n' });
  expect(origin.asked).toEqual([]);
});

describe('an edge behind a balancer', () => {
  let balanced: RunningEdge;
  beforeAll(async () => {
    balanced = await startEdge({ origin: origin.url, channels, balancers: ['127.0.0.1'] }, testTempDir());
  });
  afterAll(() => balanced?.stop());

  const statuses = async (from: string, paths: readonly string[], port = balanced.port) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`PROXY ${from.includes(':') ? `TCP6 ${from} ::1` : `TCP4 ${from} 127.0.0.1`} 1234 80\r\n`);
    paths.forEach((path, n) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: e\r\n${n === paths.length - 1 ? 'Connection: close\r\n' : ''}\r\n`);
    });
    return [...(await text(socket)).matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  };

  it('limits the requests of one address to the core, and its memory, but not other addresses', async () => {
    const began = performance.now();
    const letters = Array.from({ length: 800 }, (_, n) => `/memfs/live_x${n.toString(36)}k.ts`);
    expect(new Set(await statuses('203.0.113.9', letters))).toEqual(new Set([404]));
    expect(origin.asked).toEqual([]);
    const numbers = Array.from({ length: 800 }, (_, n) => `/memfs/live_${900_000 + n}.ts`);
    const got = await statuses('203.0.113.9', numbers);
    expect(got).toHaveLength(800);
    expect(new Set(got)).toEqual(new Set([404, 429]));
    // The first request, a burst of 40, and 10 per second.
    expect(origin.asked.length).toBeLessThanOrEqual(42 + ((performance.now() - began) / 1000) * 10);
    const memory = await balanced.memoryMib();
    expect(memory).toBeLessThan(64);
    expect(memory).toBeGreaterThan(1);
    expect(await statuses('203.0.113.10', ['/memfs/live_990000.ts', segment()])).toEqual([404, 200]);
  });

  it('counts an address as at most half of the limit, so that others still get in', async () => {
    const { port, count, stop } = await startEdge(
      { origin: origin.url, channels, balancers: ['127.0.0.1'] },
      testTempDir(),
    );
    const asks = (from: string, paths: readonly string[]) => statuses(from, paths, port);
    const statusOf = async () => {
      const socket = connect(port, '127.0.0.1');
      socket.write('PROXY TCP4 192.0.2.1 127.0.0.1 1234 80\r\nGET /edge/status HTTP/1.0\r\n\r\n');
      return JSON.parse((await text(socket)).split('\r\n\r\n')[1] ?? '');
    };
    try {
      const watched = Array.from({ length: 30 }, (_, n) => playlist(n, n % 2 === 0 ? 'live' : 'many'));
      expect(new Set(await asks('203.0.113.50', watched))).toEqual(new Set([200]));
      await count(20, null);
      expect(await statusOf()).toMatchObject({ viewers: 10, most: 20 });
      expect(await asks('203.0.113.50', ['/memfs/live.m3u8', '/memfs/many.m3u8'])).toEqual([509, 509]);
      expect(await asks('203.0.113.50', [playlist(1)])).toEqual([200]);
      expect(await asks('203.0.113.51', ['/memfs/live.m3u8', playlist(31)])).toEqual([200, 200]);
      await count(20, null);
      expect(await statusOf()).toMatchObject({ viewers: 11 });
      // All addresses of an IPv6 network count as one.
      const networks = Array.from({ length: 15 }, (_, n) => `2001:db8:0:7:${n + 1}::${n + 1}`);
      for (const [n, from] of networks.entries()) expect(await asks(from, [playlist(32 + n)])).toEqual([200]);
      await count(50, 5);
      expect(await statusOf()).toMatchObject({ viewers: 11 });
      expect(await asks('2001:db8:0:7::99', ['/memfs/live.m3u8'])).toEqual([509]);
      expect(await asks('2001:db8:0:8::99', ['/memfs/live.m3u8'])).toEqual([200]);
      await count(1000, null);
      expect(await asks('203.0.113.50', ['/memfs/live.m3u8'])).toEqual([200]);
    } finally {
      await stop();
    }
  });

  it('serves an address with too many guesses from the cache only, and rejects no one else', async () => {
    const address = segment();
    expect(await statuses('203.0.113.61', [address])).toEqual([200]);
    origin.become((_request, response) => response.writeHead(404).end());
    const answers: number[] = [];
    for (let n = 0; n < 200; n += 1)
      answers.push(...(await statuses('203.0.113.60', [`/memfs/live_${800_000 + n}.ts`])));
    expect(new Set(answers)).toEqual(new Set([404, 429]));
    // The allowed guesses, and those regained meanwhile.
    expect(origin.asked.length).toBeLessThan(80);
    origin.become(asCore);
    expect(await statuses('203.0.113.60', [address])).toEqual([200]);
    expect(await statuses('203.0.113.60', [playlist(1, 'many')])).toEqual([200]);
    expect(await statuses('203.0.113.60', [segment()])).toEqual([429]);
    expect(await statuses('203.0.113.61', [segment()])).toEqual([200]);
  });

  /** Guessed segment names with increasing numbers: in folders, with words before the number, of each type. */
  const guesses = (first: number) =>
    Array.from({ length: 20 }, (_, n) => 900_000 + first + n).flatMap((n) => [
      ...['_', '/', '_0_', '/0/20261126/', '_x_', '/a/b/c_'].map((before) => `/memfs/live${before}${n}.ts`),
      ...['m4s', 'mp4', 'aac', 'vtt'].map((type) => `/memfs/live_${n}.${type}`),
    ]);

  it.each([
    ['with any sequence of names', ['203.0.113.20']],
    ['with a whole IPv6 network', ['2001:db8:0:7::1', '2001:db8:0:7:1:2:3:4', '2001:db8:0:7:ffff::']],
    ['with an abbreviated IPv6 address', ['2001:db8::1', '2001:db8::2', '2001:db8::a:b:c:d']],
    ['with zeros in the first half', ['2001::7:1:2:3:4', '2001::7:5:6:7:8']],
  ])('limits the requests of one unknown client to the core, %s', async (_, addresses) => {
    origin.become((_request, response) => response.writeHead(404).end());
    const began = performance.now();
    for (const [n, from] of addresses.entries()) expect(await statuses(from, guesses(n * 100))).toContain(429);
    expect(origin.asked.length).toBeGreaterThan(0);
    expect(origin.asked.length).toBeLessThanOrEqual(42 + ((performance.now() - began) / 1000) * 10);
  });

  it('treats two IPv6 networks as two clients, as well as two IPv4 addresses', async () => {
    origin.become((_request, response) => response.writeHead(404).end());
    for (const [n, from] of [
      '2001:db8:0:8::1',
      '2001:db8:0:9::1',
      '::ffff:203.0.113.31',
      '::ffff:203.0.113.32',
    ].entries()) {
      const got = await statuses(from, guesses(1000 + n * 100));
      expect(got.slice(0, 10)).toEqual(Array(10).fill(404));
    }
  });
});
