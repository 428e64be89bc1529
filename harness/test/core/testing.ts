import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { type Core, openCore } from '../../../server/core.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { CORE_PROGRAM } from './coreProgram.ts';
import { testTempDir } from './testTempDir.ts';

const open: Core[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((core) => core.stop()));
});

export async function start(environment: Record<string, string> = {}, folder?: string) {
  const home = folder ?? testTempDir();
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
    // The core runs in the process of the test, but its SRT relay needs a separate one.
    { print: () => {}, loginDelayMs: 1, program: CORE_PROGRAM },
  );
  open.push(core);
  const at = (path: string) => `http://127.0.0.1:${core.ports().http}${path}`;
  const request = async (
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
    request(method, path, {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
      ...(token === undefined ? {} : { token }),
    });
  return { core, home, at, ask: request, json };
}

/** Polls until the condition holds, and fails with the value read last. */
export async function until<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await read().catch((error: unknown) => error);
    if (!(value instanceof Error) && holds(value as T)) return value as T;
    if (Date.now() > end) throw new Error(`still ${value instanceof Error ? value.message : JSON.stringify(value)}`);
    await sleep(20);
  }
}

const authOn = { CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: 'admin', CORE_API_AUTH_PASSWORD: 'secret' };

export async function loggedIn(environment: Record<string, string> = {}) {
  const started = await start({ ...authOn, ...environment });
  const { access_token: token, refresh_token: refresh } = (
    await started.json('POST', '/api/login', { username: 'admin', password: 'secret' })
  ).json();
  return { ...started, token, refresh };
}
