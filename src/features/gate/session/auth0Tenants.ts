import type { Tenant } from '../host/host.ts';

const DOMAIN = /^[a-z0-9.-]+(:\d+)?$/i;

/** Returns each complete tenant once, from `auth0 domain=… audience=… clientid=…`. */
export function tenantsIn(auths: readonly string[]): Tenant[] {
  const found = auths.flatMap((auth): Tenant[] => {
    const [kind, ...words] = auth.split(' ');
    if (kind !== 'auth0') return [];
    const params = new Map(words.map((word) => [word.split('=', 1)[0], word.slice(word.indexOf('=') + 1)]));
    const [domain, audience, clientId] = ['domain', 'audience', 'clientid'].map((name) => params.get(name) ?? '');
    if (!domain || !audience || !clientId || !DOMAIN.test(domain)) return [];
    return [{ id: `${domain} ${audience} ${clientId}`, domain, audience, clientId }];
  });
  // A real core lists them in random order.
  const byId = new Map(found.map((tenant) => [tenant.id, tenant]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the domain, with the client or audience if several tenants share it. */
export function tenantName({ domain, clientId, audience }: Tenant, all: readonly Tenant[]): string {
  const alike = all.filter((tenant) => tenant.domain === domain);
  if (alike.length < 2) return domain;
  return `${domain} (${alike.some((tenant) => tenant.clientId !== clientId) ? clientId : audience})`;
}
