import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendRawRequest } from '../../harness/test/core/conformance/rawRequest.ts';
import { start, until } from '../../harness/test/core/testing.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { SET } from '../config/secrets.ts';

const PASSWORD = 'first-password';

async function openCore() {
  const home = testTempDir();
  await mkdir(join(home, 'db'), { recursive: true });
  const auth = { enable: true, username: 'admin', password: PASSWORD, jwt: { secret: 'signs-tokens' } };
  const memory = { auth: { enable: true, username: 'admin', password: 'of-the-memory' } };
  const config = { version: 3, api: { auth }, storage: { memory }, rtmp: { enable: true } };
  const file = join(home, 'db', 'config.json');
  await writeFile(file, JSON.stringify(config));
  const started = await start({}, home);
  const { ask, json, core } = started;
  const logIn = async (password: string, username = 'admin') => {
    const answer = await json('POST', '/api/login', { username, password });
    return { status: answer.status, token: String(answer.status === 200 ? answer.json().access_token : '') };
  };
  const { token } = await logIn(PASSWORD);
  /** fetch sends headers like a browser, so secrets are hidden. */
  const readConfig = async (bearer = token) => (await ask('GET', '/api/v3/config', { token: bearer })).json();
  const put = async (patch: object, bearer = token) => (await json('PUT', '/api/v3/config', patch, bearer)).status;
  const readStored = async () => JSON.parse(await readFile(file, 'utf8')).api.auth;
  const reload = async (bearer = token) => {
    const before = (await readConfig(bearer)).loaded_at;
    await ask('GET', '/api/v3/config/reload', { token: bearer });
    const retry = async () => {
      const answer = await sendRawRequest(core.ports().http, {
        path: '/api/v3/config',
        headers: { Authorization: `Bearer ${bearer}` },
      });
      return answer.status === 401 || JSON.parse(answer.body.toString()).loaded_at !== before;
    };
    await until(retry, (isNew) => isNew);
  };
  return { ...started, token, logIn, shown: readConfig, put, stored: readStored, reload };
}

describe("the operator's password", () => {
  it.each<[string, Record<string, string>]>([
    ['Accept-Language', { 'Accept-Language': 'de' }],
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'same-origin' }],
    ['Sec-Fetch-Mode', { 'Sec-Fetch-Mode': 'cors' }],
    ['Origin', { Origin: 'http://other.example' }],
    ['Referer', { Referer: 'http://127.0.0.1/ui/' }],
    ['User-Agent', { 'User-Agent': 'Mozilla/5.0 (X11)' }],
  ])('is not sent to a browser, recognized by %s', async (_, headers) => {
    const { core, token } = await openCore();
    const readLog = async (more: Record<string, string>) => {
      const all = { Authorization: `Bearer ${token}`, ...more };
      return (await sendRawRequest(core.ports().http, { path: '/api/v3/config', headers: all })).body.toString();
    };
    const text = await readLog(headers);
    expect([PASSWORD, 'signs-tokens'].filter((secret) => text.includes(secret))).toEqual([]);
    expect(JSON.parse(text).config.api.auth).toMatchObject({ username: 'admin', password: SET, jwt: { secret: SET } });
    // As recorded from the real core.
    expect(await readLog({})).toContain(PASSWORD);
  });

  it('survives writing back the whole config as shown', async () => {
    const { shown, put, stored, reload, logIn, ask, token } = await openCore();
    const before = await stored();
    const { config } = await shown();
    expect(await put(config)).toBe(200);
    expect(await stored()).toMatchObject(before);
    expect((await shown()).config).toEqual({ ...config, created_at: expect.any(String) });
    await reload();
    expect((await logIn(PASSWORD)).status).toBe(200);
    expect((await ask('GET', '/api/v3/log', { token })).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['an empty password', { password: '' }, PASSWORD],
    ['the placeholder', { password: SET, jwt: { secret: SET } }, PASSWORD],
    ['the user only', { username: 'admin' }, PASSWORD],
    ['a new password', { password: 'second-password' }, 'second-password'],
  ])('is right after a change with %s', async (_, auth, password) => {
    const { put, stored } = await openCore();
    expect(await put({ version: 3, api: { auth } })).toBe(200);
    expect(await stored()).toMatchObject({ password, jwt: { secret: 'signs-tokens' } });
  });

  it('is required again for a change of the login, even by programs', async () => {
    const { core, json, ask, put, stored } = await openCore();
    const login = (await json('POST', '/api/login', { username: 'admin', password: PASSWORD })).json();
    const refreshed = (await ask('GET', '/api/login/refresh', { token: login.refresh_token })).json().access_token;
    const auth = { password: 'second-password' };
    const byProgram = async (path: string, token: string, body?: object) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const request = body && { method: 'PUT', body: JSON.stringify(body) };
      return sendRawRequest(core.ports().http, { path, headers, ...request });
    };
    const refused = await byProgram('/api/v3/config', refreshed, { version: 3, api: { auth } });
    expect([refused.status, Object.keys(JSON.parse(refused.body.toString()))]).toEqual([409, ['api.auth.password']]);
    expect(await put({ version: 3, api: { auth: { enable: false } } }, refreshed)).toBe(409);
    expect(await stored()).toMatchObject({ enable: true, password: PASSWORD });
    const { config } = JSON.parse((await byProgram('/api/v3/config', refreshed)).body.toString());
    expect(config.api.auth).toMatchObject({ password: SET, jwt: { secret: SET } });
    expect((await byProgram('/api/v3/config', refreshed, { ...config, name: 'other' })).status).toBe(200);
    expect((await byProgram('/api/v3/config', login.access_token, { version: 3, api: { auth } })).status).toBe(200);
    expect(await stored()).toMatchObject({ password: 'second-password' });
  });

  it('is never the placeholder, even if none is stored', async () => {
    const { json, home } = await start();
    const first = { version: 3, api: { auth: { enable: true, username: 'admin', password: SET } } };
    expect((await json('PUT', '/api/v3/config', first)).status).toBe(409);
    expect(await readFile(join(home, 'db', 'config.json'), 'utf8')).not.toContain(SET);
  });
});

const writer = {
  id: 'writer',
  input: [{ id: 'in', address: 'testsrc=size=64x64:rate=5', options: ['-f', 'lavfi', '-re'] }],
  output: [{ id: 'out', address: '{memfs}/still.jpg', options: ['-f', 'image2', '-update', '1', '-method', 'PUT'] }],
  options: [],
  autostart: true,
};

describe('a change of the login', () => {
  it.each<[string, object, string, string]>([
    ['another password', { password: 'second-password' }, 'admin', 'second-password'],
    ['another user', { username: 'operator' }, 'operator', PASSWORD],
    ['another token secret', { jwt: { secret: 'signs-anew' } }, 'admin', PASSWORD],
  ])('interrupts no stream and ends every login: %s', async (_, auth, username, password) => {
    const { ask, json, core, token, put, reload, logIn } = await openCore();
    expect((await json('POST', '/api/v3/process', writer, token)).status).toBe(200);
    const state = async (bearer: string) =>
      (await ask('GET', '/api/v3/process/writer/state', { token: bearer })).json();
    await until(
      () => state(token),
      ({ progress }) => progress.frame > 0,
    );
    const about = async (bearer: string) => (await ask('GET', '/api', { token: bearer })).json();
    const ports = core.ports();
    const startedAt = Date.now();
    expect(await put({ version: 3, api: { auth } })).toBe(200);
    await reload();
    expect((await ask('GET', '/api/v3/log', { token })).status).toBe(401);
    expect((await about(token)).id).toBeUndefined();
    const next = await logIn(password, username);
    expect(next.status).toBe(200);
    expect(core.ports()).toEqual(ports);
    const { frame } = (await state(next.token)).progress;
    const later = await until(
      () => state(next.token),
      ({ progress }) => progress.frame > frame + 5,
    );
    expect(later).toMatchObject({ exec: 'running' });
    expect(later.runtime_seconds).toBeGreaterThanOrEqual(Math.floor((Date.now() - startedAt) / 1000));
    expect(core.log.lines().filter((line) => line.includes('Reloading'))).toEqual([]);
  });

  it('rejects the old password at once, and discards uploads that started with an old token', async () => {
    const { core, ask, token, put, reload, logIn } = await openCore();
    const upload = request({
      host: '127.0.0.1',
      port: core.ports().http,
      method: 'PUT',
      path: '/api/v3/fs/mem/late.txt',
      headers: { Authorization: `Bearer ${token}`, 'Content-Length': 4 },
    });
    const ended = new Promise((resolve) => upload.once('error', resolve).once('response', resolve));
    upload.write('la');
    await until(
      async () => core.log.lines().length,
      () => upload.socket?.writableLength === 0,
    );
    expect(await put({ version: 3, api: { auth: { password: 'second-password' } } })).toBe(200);
    await reload();
    upload.end('te');
    expect(await ended).toBeInstanceOf(Error);
    expect((await logIn(PASSWORD)).status).toBe(401);
    const { token: next } = await logIn('second-password');
    expect((await ask('GET', '/api/v3/fs/mem/late.txt', { token: next })).status).toBe(404);
  });

  it('waits for the restart that another setting needs', async () => {
    const { core, put, reload, logIn } = await openCore();
    const ports = core.ports();
    expect(await put({ version: 3, rtmp: { app: '/live' }, api: { auth: { password: 'second-password' } } })).toBe(200);
    await reload();
    await until(
      async () => core.log.lines().some((line) => line.includes('Reloading')),
      (isSaid) => isSaid,
    );
    await until(
      () => logIn('second-password'),
      ({ status }) => status === 200,
    );
    expect(core.ports()).not.toEqual(ports);
  });
});
