import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { readAtMost } from '../../../src/api/readAtMost.ts';
import type { Config } from '../../config/configSchema.ts';
import { limit } from '../../util/limits.ts';

type Auth0 = Config['api']['auth']['auth0'];
type Tenant = Auth0['tenants'][number];

export interface ProviderUser {
  readonly issuer: string;
  readonly audience: string;
  readonly name: string;
}

export interface Tenants {
  names(): readonly string[];
  /** null: not from a configured provider. false: from one, but without access. */
  letsIn(token: string): Promise<ProviderUser | false | null>;
  isListed(user: ProviderUser): boolean;
  configure(auth0: Auth0): void;
}

/** A provider has a few keys of a few kB. */
const MAX_KEY_BYTES = 1_000_000;

async function fetchKeys(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const text = await readAtMost(response, MAX_KEY_BYTES);
  return response.ok ? new Response(text) : Response.error();
}

const issuerOf = ({ domain }: Tenant) => `https://${domain}/`;

/** Unverified claims that select the tenant. */
function readClaims(token: string): { issuer: string; audiences: readonly string[] } | null {
  try {
    const { iss: issuer = '', aud = [] } = decodeJwt(token);
    return { issuer, audiences: [aud].flat() };
  } catch {
    return null;
  }
}

/**
 * Checks the audience, unlike the real core. Loads keys with the first token, so an unreachable provider blocks no
 * start.
 */
export function createTenants(auth0: Auth0): Tenants {
  let current: readonly Tenant[] = [];
  const keysOf = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const configure = ({ enable, tenants }: Auth0) => {
    current = enable ? tenants : [];
    keysOf.clear();
  };
  const keys = (issuer: string) => {
    const keys =
      keysOf.get(issuer) ?? createRemoteJWKSet(new URL('.well-known/jwks.json', issuer), { [customFetch]: fetchKeys });
    keysOf.set(issuer, keys);
    return keys;
  };
  const isListed = ({ issuer, audience, name }: ProviderUser) =>
    current.some(
      (tenant) => issuerOf(tenant) === issuer && tenant.audience === audience && tenant.users.includes(name),
    );
  configure(auth0);
  return {
    configure,
    isListed,
    names: () =>
      current.map(
        ({ domain, audience, clientid }) => `auth0 domain=${domain} audience=${audience} clientid=${clientid}`,
      ),
    letsIn: async (token) => {
      if (token.length > limit('token')) return null;
      const claims = readClaims(token);
      const ofIssuer = current.filter((tenant) => issuerOf(tenant) === claims?.issuer);
      if (claims === null || ofIssuer.length === 0) return null;
      const { issuer, audiences } = claims;
      const audience = ofIssuer.map((tenant) => tenant.audience).filter((value) => audiences.includes(value));
      if (audience.length === 0) return false;
      try {
        const { payload } = await jwtVerify(token, keys(issuer), { issuer, audience, requiredClaims: ['exp', 'sub'] });
        const name = payload.sub ?? '';
        const users = audience.map((value): ProviderUser => ({ issuer, audience: value, name }));
        return (name !== '' && users.find(isListed)) || false;
      } catch {
        return false; // forged, expired, for another audience, or the provider's keys are unreachable
      }
    },
  };
}
