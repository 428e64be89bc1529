import type { Tenant } from '../host/host.ts';

/** A host, with a port perhaps. */
const DOMAIN = /^[a-z0-9.-]+(:\d+)?$/i;

/**
 * The complete ones among a core's ways to log in, each once: `auth0 domain=… audience=… clientid=…` (specification 8:
 * offered only when none of the three is empty).
 */
export function tenantsIn(auths: readonly string[]): Tenant[] {
  const found = auths.flatMap((auth): Tenant[] => {
    const [kind, ...words] = auth.split(' ');
    if (kind !== 'auth0') return [];
    const given = new Map(words.map((word) => [word.split('=', 1)[0], word.slice(word.indexOf('=') + 1)]));
    const [domain, audience, clientId] = ['domain', 'audience', 'clientid'].map((name) => given.get(name) ?? '');
    if (!domain || !audience || !clientId || !DOMAIN.test(domain)) return [];
    return [{ id: `${domain} ${audience} ${clientId}`, domain, audience, clientId }];
  });
  // A real core names them in another order each time it is asked.
  const each = new Map(found.map((tenant) => [tenant.id, tenant]));
  return [...each.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What it is called in a list: by its domain, and by the client where the list has that domain twice. */
export function tenantName({ domain, clientId, audience }: Tenant, all: readonly Tenant[]): string {
  const alike = all.filter((tenant) => tenant.domain === domain);
  if (alike.length < 2) return domain;
  return `${domain} (${alike.some((tenant) => tenant.clientId !== clientId) ? clientId : audience})`;
}
