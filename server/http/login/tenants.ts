import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { readAtMost } from '../../../src/api/readAtMost.ts';
import type { Config } from '../../config/configSchema.ts';
import { limit } from '../../util/limits.ts';

export interface Tenants {
  /** The real core's names among the ways to log in. */
  readonly names: readonly string[];
  /** null: the token is from no configured provider. false: it is, but grants no access. */
  letsIn(token: string): Promise<boolean | null>;
}

type Tenant = Config['api']['auth']['auth0']['tenants'][number];

/** A provider has a few keys of a few kB. */
const MOST_KEY_BYTES = 1_000_000;

async function fetchKeys(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const text = await readAtMost(response, MOST_KEY_BYTES);
  return response.ok ? new Response(text) : Response.error();
}

const issuerOf = ({ domain }: Tenant) => `https://${domain}/`;

/**
 * Admits listed users only, and compares the audience, which the real core does not. Keys are fetched with the first
 * token, so that a provider that is away stops no start.
 */
export function createTenants({ enable, tenants }: Config['api']['auth']['auth0']): Tenants {
  const known = enable ? tenants : [];
  const keysOf = new Map<Tenant, ReturnType<typeof createRemoteJWKSet>>();
  const keys = (tenant: Tenant) => {
    const held =
      keysOf.get(tenant) ??
      createRemoteJWKSet(new URL('.well-known/jwks.json', issuerOf(tenant)), { [customFetch]: fetchKeys });
    keysOf.set(tenant, held);
    return held;
  };
  const namedIn = (token: string) => {
    try {
      const { iss } = decodeJwt(token);
      return known.find((tenant) => issuerOf(tenant) === iss) ?? null;
    } catch {
      return null; // no token at all
    }
  };
  return {
    names: known.map(
      ({ domain, audience, clientid }) => `auth0 domain=${domain} audience=${audience} clientid=${clientid}`,
    ),
    letsIn: async (token) => {
      if (token.length > limit('token')) return null;
      const tenant = namedIn(token);
      if (!tenant) return null;
      try {
        const { payload } = await jwtVerify(token, keys(tenant), {
          issuer: issuerOf(tenant),
          audience: tenant.audience,
        });
        return tenant.users.includes(payload.sub ?? '');
      } catch {
        return false; // forged, expired, for somebody else, or the provider's keys are out of reach
      }
    },
  };
}
