import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTenants } from './tenants.ts';

const TENANT = { domain: 'id.example', audience: 'https://core', clientid: 'sluice', users: ['auth0|one'] };
const ISSUER = 'https://id.example/';
let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  [keys, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  vi.stubGlobal('fetch', async () => Response.json({ keys: [jwk] }));
});
afterEach(() => vi.useRealTimers());

const signed = (given: { sub?: string; iss?: string; aud?: string; exp?: string; by?: typeof keys } = {}) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setSubject(given.sub ?? 'auth0|one')
    .setIssuer(given.iss ?? ISSUER)
    .setAudience(given.aud ?? TENANT.audience)
    .setExpirationTime(given.exp ?? '1m')
    .sign((given.by ?? keys).privateKey);

const tenants = (over: object = {}) => createTenants({ enable: true, tenants: [TENANT], ...over });

describe('an identity provider', () => {
  it('is named as the real core names it, and only while it is enabled', () => {
    expect(tenants().names).toEqual(['auth0 domain=id.example audience=https://core clientid=sluice']);
    expect(tenants({ enable: false }).names).toEqual([]);
  });

  it.each([
    ['a listed user', {}, true],
    ['somebody else', { sub: 'auth0|two' }, false],
    ['a token for another audience', { aud: 'https://other' }, false],
    ['one that has expired', { exp: '-1m' }, false],
    ['another provider', { iss: 'https://other.example/' }, null],
  ] as const)('%s', async (_, given, expected) => {
    expect(await tenants().letsIn(await signed(given))).toBe(expected);
  });

  it('rejects logins with a foreign key, while it is off, or without a token', async () => {
    expect(await tenants().letsIn(await signed({ by: others }))).toBe(false);
    expect(await tenants({ enable: false }).letsIn(await signed())).toBeNull();
    expect(await tenants().letsIn('')).toBeNull();
    expect(await tenants().letsIn(`${'x'.repeat(5000)}.e30.x`)).toBeNull();
  });

  it('with a domain that is none lets nobody in, and stops nothing', async () => {
    const odd = createTenants({ enable: true, tenants: [{ ...TENANT, domain: 'a b' }] });
    expect(await odd.letsIn(await signed({ iss: 'https://a b/' }))).toBe(false);
  });
});
