import { SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Config } from '../../config/configSchema.ts';
import { limit } from '../../util/limits.ts';
import { createTokens, parseBearerToken } from './tokens.ts';

const { auth } = Config.parse({ api: { auth: { username: 'admin', password: 'secret', jwt: { secret: 's' } } } }).api;

afterEach(() => vi.useRealTimers());

it('an overlong token is invalid even with a good signature', async () => {
  const key = Buffer.from(auth.username + auth.password + auth.jwt.secret);
  const signNote = (note: string) =>
    new SignJWT({ usefor: 'access', note }).setProtectedHeader({ alg: 'HS256' }).sign(key);
  const tokens = createTokens(auth);
  expect(await tokens.isValid(await signNote('short'), 'access')).toBe(true);
  expect(await tokens.isValid(await signNote('x'.repeat(limit('token'))), 'access')).toBe(false);
});

describe('access and refresh tokens', () => {
  it('are valid for one use and for a limited time', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const tokens = createTokens(auth);
    const access = await tokens.issue('access', 'operator');
    expect(await tokens.isValid(access, 'access')).toBe(true);
    expect(await tokens.isValid(access, 'refresh')).toBe(false);
    vi.advanceTimersByTime(601_000);
    expect(await tokens.isValid(access, 'access')).toBe(false);
    expect(await createTokens(auth).isValid(access, 'access')).toBe(false);
  });

  it.each([30, -3])('live as long as before when the clock is set by %d days', async (days) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const tokens = createTokens(auth);
    const access = await tokens.issueForLogin();
    const refresh = await tokens.issue('refresh', 'operator');
    vi.advanceTimersByTime(500_000);
    vi.setSystemTime(Date.now() + days * 86_400_000);
    expect(await tokens.isOfLogin(access)).toBe(true);
    expect(await createTokens(auth).isValid(access, 'access')).toBe(true);
    vi.advanceTimersByTime(101_000);
    expect(await tokens.isValid(access, 'access')).toBe(false);
    expect(await tokens.isValid(refresh, 'refresh')).toBe(true);
    vi.advanceTimersByTime(86_400_000);
    expect(await tokens.isValid(refresh, 'refresh')).toBe(false);
  });

  it('issued in 1970 stay valid when the clock is set to today', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 20_000 });
    const tokens = createTokens(auth);
    const issued = {
      access: await tokens.issue('access', 'operator'),
      refresh: await tokens.issue('refresh', 'operator'),
    };
    vi.advanceTimersByTime(60_000);
    vi.setSystemTime(Date.UTC(2026, 10, 28));
    expect(await tokens.isValid(issued.access, 'access')).toBe(true);
    expect(await tokens.isValid(issued.refresh, 'refresh')).toBe(true);
  });

  it('of another run or of the real core expire by `exp`', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const key = Buffer.from(auth.username + auth.password + auth.jwt.secret);
    const exp = Date.now() / 1000 + 600;
    for (const claims of [{}, { run: 'another', run_exp: 1e9 }, { run: 'another', run_exp: 0 }]) {
      const token = await new SignJWT({ usefor: 'access', exp, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key);
      const tokens = createTokens(auth);
      vi.setSystemTime((exp - 1) * 1000);
      expect(await tokens.isValid(token, 'access')).toBe(true);
      vi.setSystemTime(exp * 1000);
      expect(await tokens.isValid(token, 'access')).toBe(false);
    }
  });

  it('survive a restart, but no change of user or password', async () => {
    const token = await createTokens(auth).issue('refresh', 'operator');
    expect(await createTokens(auth).isValid(token, 'refresh')).toBe(true);
    expect(await createTokens({ ...auth, password: 'other' }).isValid(token, 'refresh')).toBe(false);
    expect(await createTokens({ ...auth, username: 'other' }).isValid(token, 'refresh')).toBe(false);
    expect(await createTokens({ ...auth, jwt: { secret: 'other' } }).isValid(token, 'refresh')).toBe(false);
  });

  it('record whether they were issued for a login', async () => {
    const tokens = createTokens(auth);
    const issued = { login: await tokens.issueForLogin(), refreshed: await tokens.issue('access', 'operator') };
    expect(await tokens.isValid(issued.login, 'access')).toBe(true);
    expect(await tokens.isOfLogin(issued.login)).toBe(true);
    expect(await createTokens(auth).isOfLogin(issued.login)).toBe(true);
    expect(await tokens.isOfLogin(issued.refreshed)).toBe(false);
    expect(await tokens.isOfLogin(await tokens.issue('refresh', 'operator'))).toBe(false);
    expect(await createTokens({ ...auth, password: 'other' }).isOfLogin(issued.login)).toBe(false);
  });

  it.each(['', 'a.b.c', 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJ1c2Vmb3IiOiJhY2Nlc3MifQ.'])(
    'do not include the malformed %s',
    async (token) => {
      expect(await createTokens(auth).isValid(token, 'access')).toBe(false);
    },
  );

  it('with another algorithm or key are rejected', async () => {
    const foreign = await new SignJWT({ usefor: 'access' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another key of a good length, yes'));
    expect(await createTokens(auth).isValid(foreign, 'access')).toBe(false);
  });
});

it.each([
  ['Bearer abc', 'abc'],
  ['Token abc', ''],
  ['Bearer', ''],
  [undefined, ''],
])('parseBearerToken parses %s', (header, token) => expect(parseBearerToken(header)).toBe(token));
