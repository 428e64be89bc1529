import { describe, expect, it } from 'vitest';
import { createCoreClient } from '../src/api/client.ts';
import type { Credentials } from './agentSettings.ts';
import { createCoreLogin } from './coreLogin.ts';

const HOUR_S = 3600;

/** Looks like a JWT that expires in 2096. */
const token = (name: string) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ exp: 4_000_000_000, sub: name })}.x`;
};

function scene({ isOpen = false, password = 'right' } = {}) {
  let seconds = 0;
  const core = { password, isOpen, isAway: false, tokens: 'first' };
  const stored: { credentials: Credentials | null } = { credentials: { username: 'admin', password: 'right' } };
  const attempts: string[] = [];
  const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
  const send: typeof fetch = async (url, options) => {
    if (core.isAway) throw new TypeError('fetch failed');
    const path = new URL(String(url)).pathname;
    const bearer = new Headers(options?.headers).get('Authorization') ?? '';
    const isIn = core.isOpen || bearer.endsWith(token(core.tokens));
    const version = { number: '16.14.0', arch: '' };
    if (path === '/api')
      return json(200, isIn ? { app: 'core', auths: [], id: 'x', version } : { app: '', auths: ['localjwt'], version });
    if (path === '/api/login') {
      const body: Credentials = JSON.parse(String(options?.body));
      attempts.push(body.password);
      if (body.password !== core.password) return json(403, { code: 403, message: 'Invalid credentials' });
      return json(200, { access_token: token(core.tokens), refresh_token: token(core.tokens) });
    }
    return isIn ? json(200, {}) : json(401, { code: 401, message: 'Unauthorized' });
  };
  const client = createCoreClient({ address: 'http://core', send, freshMs: 0 });
  const login = createCoreLogin(
    client,
    () => stored.credentials,
    () => seconds,
  );
  return {
    ...{ core, stored, attempts, client, login },
    advance(more: number) {
      seconds += more;
    },
  };
}

describe('an agent beside a core', () => {
  it('logs in once, and again before the refresh token expires', async () => {
    const { login, attempts, advance, client } = scene();
    expect(await login()).toBeNull();
    expect(client.tokens.access).toBe(token('first'));
    await login();
    expect(attempts.length).toBe(1);
    advance(13 * HOUR_S);
    expect(await login()).toBeNull();
    expect(attempts.length).toBe(2);
  });

  it('does not log in to a core without logins', async () => {
    const { login, attempts } = scene({ isOpen: true });
    expect(await login()).toBeNull();
    expect(attempts).toEqual([]);
  });

  it('logs in after an open core enabled its login', async () => {
    const { login, core, client, attempts } = scene({ isOpen: true });
    await login();
    core.isOpen = false;
    await client.metadataAll().catch(() => undefined);
    expect(await login()).toBeNull();
    expect(attempts).toEqual(['right']);
  });

  it('logs in again after the core returned with another secret', async () => {
    const { login, core, client, attempts } = scene();
    await login();
    core.tokens = 'second';
    await client.metadataAll().catch(() => undefined);
    expect(await login()).toBeNull();
    expect(client.tokens.access).toBe(token('second'));
    expect(attempts.length).toBe(2);
  });

  it('tries a wrong password once, and again after it changed', async () => {
    const { login, stored, attempts, advance } = scene({ password: 'new' });
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(await login()).toMatch(/refuses/);
      advance(2);
    }
    expect(attempts).toEqual(['right']);
    stored.credentials = { username: 'admin', password: 'new' };
    expect(await login()).toBeNull();
    expect(attempts).toEqual(['right', 'new']);
  });

  it('retries the same password after five minutes', async () => {
    const { login, core, attempts, advance } = scene({ password: 'new' });
    await login();
    core.password = 'right';
    advance(299);
    expect(await login()).toMatch(/refuses/);
    advance(1);
    expect(await login()).toBeNull();
    expect(attempts.length).toBe(2);
  });

  it('does not take an unreachable core for a wrong password', async () => {
    const { login, core, attempts } = scene();
    core.isAway = true;
    expect(await login()).toMatch(/core is running/);
    core.isAway = false;
    expect(await login()).toBeNull();
    expect(attempts.length).toBe(1);
  });

  it('reports missing credentials', async () => {
    const { login, stored, attempts } = scene();
    stored.credentials = null;
    expect(await login()).toMatch(/wants a login/);
    expect(attempts).toEqual([]);
  });
});
