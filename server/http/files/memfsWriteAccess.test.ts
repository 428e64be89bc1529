import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { loggedIn, start, until } from '../../../harness/test/core/testing.ts';
import { pushKeyKey } from '../../../src/api/hlsPushKey.ts';
import { limit } from '../../util/limits.ts';

const MINE = '11111111-2222-4333-8444-555555555555';
const OTHER = '11111111-2222-4333-8444-666666666666';
const KEY = 'abcdef-abcdef-abcdef';
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Sends the raw path, which fetch would normalize. */
const send = (port: number, method: string, path: string, authorization: string, more = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const body = method === 'PUT' || method === 'POST' ? 'x' : '';
    const headers = { Authorization: authorization, 'Content-Length': body.length, ...more };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });

const keyPath = (channel: string) => `/api/v3/metadata/${encodeURIComponent(pushKeyKey(channel))}`;

async function openCore() {
  const started = await loggedIn({ CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'storage-password' });
  const { core, json, token } = started;
  await json('PUT', keyPath(MINE), KEY, token);
  const write = (method: string, path: string, authorization = basic(MINE, KEY)) =>
    send(core.ports().http, method, path, authorization);
  return { ...started, write };
}

const storage = basic('admin', 'storage-password');

const lesser: Record<string, (with_: { token: string; refresh: string }) => [string, string, string]> = {
  'the key of a channel': () => ['PUT', `/memfs/ingest/${MINE}.ts`, basic(MINE, KEY)],
  'the password of the storage': () => ['PUT', '/memfs/x.ts', storage],
  'an access token': ({ token }) => ['GET', '/api/v3/metadata', `Bearer ${token}`],
  'a refresh token': ({ refresh }) => ['GET', '/api/login/refresh', `Bearer ${refresh}`],
};

const foreign = [
  `/memfs/ingest/${OTHER}.m3u8`,
  `/memfs/ingest/${OTHER}0.ts`,
  `/memfs/${MINE}.m3u8`,
  `/memfs/${OTHER}.m3u8`,
  '/memfs/x.m3u8',
  '/memfs/ingest/x.m3u8',
  '/memfs/ingest/',
  `/memfs/ingest/${MINE}/a.ts`,
  `/memfs/ingest/${MINE}/../${OTHER}.m3u8`,
  `/memfs/ingest/${MINE}/../../x.m3u8`,
  `/memfs/ingest/${MINE}/..`,
  `/memfs/ingest/${MINE}%2f..%2f${OTHER}.m3u8`,
  `/memfs/ingest/${MINE}%2F%2E%2E%2F%2E%2E%2Fx.m3u8`,
  `/memfs/ingest/${MINE}/%2e%2e/${OTHER}.m3u8`,
  `/memfs/ingest//${OTHER}.m3u8`,
  `/memfs/INGEST/${MINE}.m3u8`,
  `/memfs/ingest/${MINE.slice(0, -1)}.m3u8`,
];

describe('the push key of a channel', () => {
  it('writes and deletes files pushed to the channel', async () => {
    const { write, ask } = await openCore();
    expect(await write('PUT', `/memfs/ingest/${MINE}.m3u8`)).toBe(201);
    expect(await write('PUT', `/memfs/ingest/${MINE}0.ts`)).toBe(201);
    expect(await write('POST', `/memfs/ingest/x/../${MINE}_720p%20a.m3u8.tmp`)).toBe(201);
    expect((await ask('GET', `/memfs/ingest/${MINE}0.ts`)).text).toBe('x');
    expect(await write('DELETE', `/memfs/ingest/${MINE}0.ts`)).toBe(200);
  });

  it('opens no other path, however it is written', async () => {
    const { write, ask } = await openCore();
    for (const file of [`ingest/${OTHER}.m3u8`, `ingest/${OTHER}0.ts`, `${OTHER}.m3u8`, 'x.m3u8']) {
      expect(await write('PUT', `/memfs/${file}`, storage)).toBe(201);
    }
    const before = (await ask('GET', `/memfs/ingest/${OTHER}.m3u8`)).headers.get('etag');
    for (const path of foreign) {
      for (const method of ['PUT', 'POST', 'DELETE']) {
        expect([method, path, await write(method, path)]).toEqual([method, path, 403]);
      }
    }
    expect((await ask('GET', `/memfs/ingest/${OTHER}.m3u8`)).headers.get('etag')).toBe(before);
  });

  it('opens a limited number of concurrent connections', async () => {
    const { core, write, ask } = await openCore();
    const slow = Array.from({ length: limit('pushedUploads') + 20 }, (_, index) => {
      const socket = connect(core.ports().http, '127.0.0.1');
      const head = `PUT /memfs/ingest/${MINE}${index}.ts HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(MINE, KEY)}\r\n`;
      socket.write(`${head}Content-Length: 10\r\n\r\nx`);
      let answer = '';
      socket.on('data', (part) => {
        answer += part;
      });
      return { socket, answer: () => answer };
    });
    await until(
      async () => slow.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 ')).length,
      (refused) => refused === 20,
    );
    expect(await write('PUT', `/memfs/ingest/${MINE}.ts`)).toBe(503);
    expect(await write('PUT', '/memfs/x.ts', storage)).toBe(201);
    for (const { socket } of slow) socket.destroy();
    await until(
      () => write('PUT', `/memfs/ingest/${MINE}.ts`),
      (status) => status === 201,
    );
    expect((await ask('GET', `/memfs/ingest/${MINE}.ts`)).text).toBe('x');
  });

  it('rejects overlong file names', async () => {
    const { write } = await openCore();
    const path = (characters: number) => `/ingest/${MINE}`.padEnd(characters, 'x');
    expect(await write('PUT', `/memfs${path(limit('pushedFileName'))}`)).toBe(201);
    expect(await write('PUT', `/memfs${path(limit('pushedFileName') + 1)}`)).toBe(400);
  });

  it('does not match wrong or foreign secrets', async () => {
    const { write } = await openCore();
    const wrong = {
      'another key': basic(MINE, 'abcdef-abcdef-abcdeg'),
      'no key': basic(MINE, ''),
      'the key of another channel': basic(OTHER, KEY),
      'a name that is no channel': basic('sluice-push', KEY),
      'a name that every object has': basic('__proto__', KEY),
      'the password of the storage': basic(MINE, 'storage-password'),
    };
    for (const [name, authorization] of Object.entries(wrong)) {
      expect([name, await write('PUT', `/memfs/ingest/${MINE}.m3u8`, authorization)]).toEqual([name, 401]);
    }
  });

  it('is invalid if the stored one is too short or not a text', async () => {
    const { json, token, write } = await openCore();
    for (const stored of ['', 'short', 'with a blank in the key', { key: KEY }, ['a'], 7]) {
      await json('PUT', keyPath(MINE), stored, token);
      const shown = basic(MINE, String(stored));
      expect([stored, await write('PUT', `/memfs/ingest/${MINE}.m3u8`, shown)]).toEqual([stored, 401]);
    }
  });

  it('is replaced at once, and survives a restart of the core', async () => {
    const { core, home, json, token, write } = await openCore();
    expect(await write('PUT', `/memfs/ingest/${MINE}.m3u8`)).toBe(201);
    const renewed = 'ghijkm-ghijkm-ghijkm';
    await json('PUT', keyPath(MINE), renewed, token);
    expect(await write('PUT', `/memfs/ingest/${MINE}.m3u8`)).toBe(401);
    expect(await write('PUT', `/memfs/ingest/${MINE}.m3u8`, basic(MINE, renewed))).toBe(204);
    await core.stop();
    const restarted = await start({}, home);
    const answer = await send(restarted.core.ports().http, 'PUT', `/memfs/ingest/${MINE}.m3u8`, basic(MINE, renewed));
    expect(answer).toBe(201);
  });
});

describe('a secret that opens less than the login', () => {
  const remoteHeaders = { 'X-Forwarded-For': '203.0.113.9' };

  const isSlowed = async (guess: (index: number) => Promise<number>) => {
    const refused = Array.from({ length: 90 }, async (_, index) => {
      const status = await guess(1000 + index);
      if (status !== 429) throw new Error(`answered ${status}`);
    });
    return Promise.any(refused).then(
      () => true,
      () => false,
    );
  };

  it.each(Object.entries(lesser))('does not reset the count of failed logins: %s', async (_, shown) => {
    const { ask, core, token, refresh } = await openCore();
    const [method, path, authorization] = shown({ token, refresh });
    const tryGuess = async (index: number) => {
      const body = JSON.stringify({ username: 'admin', password: `guess${index}` });
      return (
        await ask('POST', '/api/login', { body, headers: { 'Content-Type': 'application/json', ...remoteHeaders } })
      ).status;
    };
    for (let round = 0; round < 9; round += 1) {
      await Promise.all(Array.from({ length: limit('freeLogins') - 1 }, (_, index) => tryGuess(index)));
      // A new connection, because an authenticated one skips the queue.
      expect(await send(core.ports().http, method, path, authorization, remoteHeaders)).toBeLessThan(300);
    }
    expect(await isSlowed(tryGuess)).toBe(true);
  });

  it('does not authenticate another secret on the same connection', async () => {
    const { core } = await openCore();
    const { http: port } = core.ports();
    const put = (authorization: string) =>
      `PUT /memfs/ingest/${MINE}.ts HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\nAuthorization: ${authorization}\r\nContent-Length: 1\r\n\r\nx`;
    const requests = (index: number) =>
      new Promise<string>((resolve, reject) => {
        let answers = '';
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(put(basic(MINE, KEY)));
          socket.write(put(basic('admin', `guess${index}`)));
        });
        socket.on('data', (part) => {
          answers += part;
          if (!answers.includes('HTTP/1.1 401 ')) return;
          resolve(answers);
          socket.destroy();
        });
        socket.on('error', reject);
      });
    for (let round = 0; round < 90; round += 1) expect(await requests(round)).toMatch(/^HTTP\/1\.1 20[14] /);
    expect(
      await isSlowed((index) => send(port, 'PUT', '/memfs/x.ts', basic('admin', `guess${index}`), remoteHeaders)),
    ).toBe(true);
  });
});
