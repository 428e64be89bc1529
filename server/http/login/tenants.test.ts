import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendRawRequest } from '../../../harness/test/core/conformance/rawRequest.ts';
import { start, until } from '../../../harness/test/core/testing.ts';
import { Config } from '../../config/configSchema.ts';
import { SET } from '../../config/secrets.ts';
import { createTenants } from './tenants.ts';
import { createTokens } from './tokens.ts';

const TENANT = { domain: 'id.example', audience: 'https://core', clientid: 'sluice', users: ['auth0|one'] };
const ISSUER = 'https://id.example/';
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: Awaited<ReturnType<typeof generateKeyPair>>;

const provider = vi.fn<() => Promise<Response>>();
beforeAll(async () => {
  [keys, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  provider.mockImplementation(async () => Response.json({ keys: [jwk] }));
});
beforeEach(() => {
  provider.mockClear();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) =>
    String(address).startsWith('http://127.0.0.1:') ? fetch(address, init) : provider(),
  );
});
afterEach(() => vi.unstubAllGlobals());

interface TokenClaims {
  readonly sub?: string | null;
  readonly iss?: string;
  readonly aud?: string | string[];
  readonly exp?: string | null;
  readonly by?: typeof keys;
}

const signToken = ({
  sub = 'auth0|one',
  iss = ISSUER,
  aud = TENANT.audience,
  exp = '1m',
  by: signer = keys,
}: TokenClaims = {}) => {
  const token = new SignJWT(sub === null ? {} : { sub }).setProtectedHeader({ alg: 'RS256', kid: 'k' });
  if (exp !== null) token.setExpirationTime(exp);
  return token.setIssuer(iss).setAudience(aud).sign(signer.privateKey);
};

const tenants = (overrides: object = {}) => createTenants({ enable: true, tenants: [TENANT], ...overrides });

describe('an identity provider', () => {
  it("is listed under the real core's name, and only while enabled", () => {
    expect(tenants().names()).toEqual(['auth0 domain=id.example audience=https://core clientid=sluice']);
    expect(tenants({ enable: false }).names()).toEqual([]);
  });

  it.each([
    ['a listed user', {}, { issuer: ISSUER, audience: TENANT.audience, name: 'auth0|one' }],
    ['an unlisted user', { sub: 'auth0|two' }, false],
    ['a token for another audience', { aud: 'https://other' }, false],
    ['an expired token', { exp: '-1m' }, false],
    ['a token without expiry', { exp: null }, false],
    ['a token without a subject', { sub: null }, false],
    ['a token with an empty subject', { sub: '' }, false],
    ['a token of another provider', { iss: 'https://other.example/' }, null],
  ] as const)('decides about %s', async (_, claims, expected) => {
    // An empty name in the list must not match.
    const listed = tenants({ tenants: [{ ...TENANT, users: ['', ...TENANT.users] }] });
    expect(await listed.letsIn(await signToken(claims))).toEqual(expected);
  });

  const ONE = { ...TENANT, audience: 'https://one/', users: ['a', 'both'] };
  const TWO = { ...TENANT, audience: 'https://two/', clientid: 'other', users: ['b', 'both'] };
  const SAME = { ...TWO, clientid: 'third', users: ['c'] };
  it.each<[string, TokenClaims, string | false]>([
    ['the first', { sub: 'a', aud: ONE.audience }, ONE.audience],
    ['the second', { sub: 'b', aud: TWO.audience }, TWO.audience],
    ['another client with the audience of the second', { sub: 'c', aud: TWO.audience }, TWO.audience],
    [
      'the second in a token with several audiences',
      { sub: 'b', aud: ['https://more/', ...[ONE, TWO].map((t) => t.audience)] },
      TWO.audience,
    ],
    ['the first in a token for the second', { sub: 'a', aud: TWO.audience }, false],
    ['the second in a token for the first', { sub: 'b', aud: ONE.audience }, false],
    ['the second in a token without an audience', { sub: 'b', aud: [] }, false],
    ['the second in a token without expiry', { sub: 'b', aud: TWO.audience, exp: null }, false],
  ])('shared by several tenants decides about a user of %s', async (_, claims, audience) => {
    const several = tenants({ tenants: [ONE, TWO, SAME] });
    const user = audience === false ? false : { issuer: ISSUER, audience, name: claims.sub };
    expect(await several.letsIn(await signToken(claims))).toEqual(user);
    expect(await tenants({ tenants: [SAME, TWO, ONE] }).letsIn(await signToken(claims))).toEqual(user);
    expect(provider.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('rejects a foreign key or a missing token, and everything while it is off', async () => {
    expect(await tenants().letsIn(await signToken({ by: others }))).toBe(false);
    expect(await tenants({ enable: false }).letsIn(await signToken())).toBeNull();
    expect(await tenants().letsIn('')).toBeNull();
    expect(await tenants().letsIn(`${'x'.repeat(5000)}.e30.x`)).toBeNull();
  });

  it('with an invalid domain lets nobody in and breaks nothing', async () => {
    const invalid = createTenants({ enable: true, tenants: [{ ...TENANT, domain: 'a b' }] });
    expect(await invalid.letsIn(await signToken({ iss: 'https://a b/' }))).toBe(false);
  });
});

describe('a token of a provider’s user', () => {
  const { auth } = Config.parse({ api: { auth: { username: 'op', password: 'secret', jwt: { secret: 's' } } } }).api;
  const user = { issuer: ISSUER, audience: TENANT.audience, name: 'auth0|one' };

  it('names the user, and ends with the list entry', async () => {
    const listed = tenants();
    const tokens = createTokens(auth, listed.isListed);
    const all = { access: await tokens.issue('access', user), refresh: await tokens.issue('refresh', user) };
    expect(decodeJwt(all.access)).toMatchObject({ sub: 'auth0|one', iss: 'datarhei-core' });
    const findUsers = async () => [
      await tokens.findUser(all.access, 'access'),
      await tokens.findUser(all.refresh, 'refresh'),
    ];
    expect(await findUsers()).toEqual([user, user]);
    for (const shorter of [
      { enable: false },
      { tenants: [] },
      { tenants: [{ ...TENANT, users: ['auth0|two'] }] },
      { tenants: [{ ...TENANT, audience: 'https://other' }] },
      { tenants: [{ ...TENANT, domain: 'other.example' }] },
      // Another tenant’s user of the same name is a different person.
      {
        tenants: [
          { ...TENANT, users: [] },
          { ...TENANT, domain: 'other.example' },
        ],
      },
    ]) {
      listed.configure({ enable: true, tenants: [TENANT], ...shorter });
      expect(await findUsers()).toEqual([null, null]);
      listed.configure({ enable: true, tenants: [{ ...TENANT, users: ['auth0|two', 'auth0|one'] }] });
      expect(await findUsers()).toEqual([user, user]);
    }
    tokens.rekey({ ...auth, password: 'other' });
    expect(await findUsers()).toEqual([null, null]);
  });

  it('is never the operator’s, even under that name', async () => {
    const listed = tenants({ tenants: [{ ...TENANT, users: ['op'] }] });
    const tokens = createTokens(auth, listed.isListed);
    const token = await tokens.issue('access', { ...user, name: 'op' });
    expect(await tokens.isOfLogin(token)).toBe(false);
    listed.configure({ enable: true, tenants: [] });
    expect(await tokens.isValid(token, 'access')).toBe(false);
    expect(await tokens.isValid(await tokens.issue('access', 'operator'), 'access')).toBe(true);
  });
});

it('a user removed from the list is logged out at the reload, and no other user', async () => {
  const TENANTS = [{ ...TENANT, users: ['auth0|one', 'auth0|two'] }];
  const started = await start();
  const { ask, json, core } = started;
  const auth = { enable: true, username: 'op', password: 'Pass-w0rd-1', auth0: { enable: true, tenants: TENANTS } };
  expect((await json('PUT', '/api/v3/config', { version: 3, api: { auth } })).status).toBe(200);
  await ask('GET', '/api/v3/config/reload');
  const logIn = () => json('POST', '/api/login', { username: 'op', password: 'Pass-w0rd-1' });
  const operator = (await until(logIn, ({ status }) => status === 200)).json();
  const requestLogin = async (sub: string) => ask('POST', '/api/login', { token: await signToken({ sub }) });
  const [first, two] = [(await requestLogin('auth0|one')).json(), (await requestLogin('auth0|two')).json()];
  expect(
    [first, two].map(({ access_token, refresh_token }) =>
      [access_token, refresh_token].map((token) => decodeJwt(token).sub),
    ),
  ).toEqual([
    ['auth0|one', 'auth0|one'],
    ['auth0|two', 'auth0|two'],
  ]);
  const renewed = (await ask('GET', '/api/login/refresh', { token: first.refresh_token })).json().access_token;
  expect(decodeJwt(renewed).sub).toBe('auth0|one');

  // The operator's password would let a user in who is no longer listed.
  const headers = { Authorization: `Bearer ${first.access_token}` };
  const config = (await sendRawRequest(core.ports().http, { path: '/api/v3/config', headers })).body.toString();
  expect(JSON.parse(config).config.api.auth.password).toBe(SET);
  const change = { version: 3, api: { auth: { password: 'Pass-w0rd-2' } } };
  expect((await json('PUT', '/api/v3/config', change, first.access_token)).status).toBe(409);

  const shorter = { auth0: { enable: true, tenants: [{ ...TENANT, users: ['auth0|two'] }] } };
  expect(
    (await json('PUT', '/api/v3/config', { version: 3, api: { auth: shorter } }, operator.access_token)).status,
  ).toBe(200);
  await ask('GET', '/api/v3/config/reload', { token: operator.access_token });
  const status = async (path: string, token: string) => (await ask('GET', path, { token })).status;
  await until(
    () => status('/api/v3/log', first.access_token),
    (result) => result === 401,
  );
  expect(await status('/api/v3/log', renewed)).toBe(401);
  expect(await status('/api/login/refresh', first.refresh_token)).toBe(401);
  expect((await requestLogin('auth0|one')).status).toBe(401);
  for (const { access_token, refresh_token } of [two, operator]) {
    expect(await status('/api/v3/log', access_token)).toBe(200);
    expect(await status('/api/login/refresh', refresh_token)).toBe(200);
  }
  expect(core.log.lines().filter((line) => line.includes('The login has changed'))).toHaveLength(1);
});
