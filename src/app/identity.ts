import type { Auth0Client } from '@auth0/auth0-spa-js';
import type { Identity } from '../features/host.ts';
import type { Tenant } from '../features/session/tenants.ts';

/** Which tenant the page has left for, until it is back. */
const LEFT = 'sluice-tenant';

/** In the provider's own words. */
function told(error: unknown): Error {
  const said = error instanceof Error && 'error_description' in error ? error.error_description : '';
  const words = typeof said === 'string' && said !== '' ? said : error instanceof Error ? error.message : String(error);
  return new Error(words);
}

async function using<T>({ domain, audience, clientId }: Tenant, act: (client: Auth0Client) => Promise<T>): Promise<T> {
  try {
    const { Auth0Client } = await import('@auth0/auth0-spa-js');
    return await act(
      new Auth0Client({
        domain,
        clientId,
        // Who logs out here is asked again, also where the provider still knows him.
        authorizationParams: { audience, prompt: 'login', redirect_uri: location.origin + location.pathname },
      }),
    );
  } catch (error) {
    throw told(error);
  }
}

async function tokenIn(client: Auth0Client): Promise<string> {
  const token = await client.getTokenSilently({ cacheMode: 'cache-only' });
  if (token === undefined) throw new Error('The provider sent no token');
  return token;
}

export const identity: Identity = {
  leave: (tenant) =>
    using(tenant, async (client) => {
      sessionStorage.setItem(LEFT, tenant.id);
      await client.loginWithRedirect({ appState: { hash: location.hash } });
    }),
  ask: (tenant) =>
    using(tenant, async (client) => {
      await client.loginWithPopup();
      return tokenIn(client);
    }),
  isBack: () => {
    const asked = new URLSearchParams(location.search);
    return asked.has('state') && (asked.has('code') || asked.has('error'));
  },
  arrive: async (tenants) => {
    const address = location.href;
    const id = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    // The code is good once: a reload shall not try it again.
    history.replaceState(null, '', location.pathname);
    const tenant = tenants.find((one) => one.id === id);
    if (!tenant) throw told(new Error('This login was not begun here'));
    return using(tenant, async (client) => {
      const { appState } = await client.handleRedirectCallback<{ hash?: string }>(address);
      if (appState?.hash) location.hash = appState.hash;
      return tokenIn(client);
    });
  },
};
