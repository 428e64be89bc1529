import type { Auth0Client } from '@auth0/auth0-spa-js';
import type { Identity, Tenant } from '../../features/gate/host/host.ts';
import { msg } from '../../i18n/msg.ts';
import { storage } from './storage.ts';

/** Which tenant the page has left for, until it is back. */
const LEFT = 'sluice-tenant';

/** What the SDK and browsers say of a provider that did not get to say anything itself, by what it means. */
const WORDS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/^(Failed to fetch|Load failed|NetworkError)/, msg('The identity provider cannot be reached.')],
  [/^Timeout$/, msg('The identity provider did not respond in time. Try again in a moment.')],
  [
    /^Unable to open a popup/,
    msg('The browser blocked the window of the identity provider. Allow pop-up windows for this page.'),
  ],
  [/^Popup closed$/, msg('The window of the identity provider was closed before the login was done.')],
];

/** In the provider's own words, where it has said any. */
function told(error: unknown): Error {
  const described = error instanceof Error && 'error_description' in error ? error.error_description : '';
  const plain = error instanceof Error ? error.message : String(error);
  const said = typeof described === 'string' && described !== '' ? described : plain;
  return new Error(WORDS.find(([words]) => words.test(said))?.[1] ?? said);
}

async function using<T>({ domain, audience, clientId }: Tenant, act: (client: Auth0Client) => Promise<T>): Promise<T> {
  try {
    const { Auth0Client } = await import('@auth0/auth0-spa-js');
    return await act(
      new Auth0Client({
        domain,
        clientId,
        // After a logout the provider asks again, although its own session goes on.
        authorizationParams: { audience, prompt: 'login', redirect_uri: redirectAddress() },
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

/** Which provider this browser is logged in at, under the names of other interfaces (specification 3). */
const KEYS = ['domain', 'client_id', 'audience', 'redirect_uri'] as const;

const redirectAddress = () => location.origin + location.pathname;

function remember({ domain, clientId, audience }: Tenant) {
  const values = [domain, clientId, audience, redirectAddress()];
  for (const [i, key] of KEYS.entries()) storage.write(key, values[i] ?? '');
}

/** The tenant that was remembered, if the core still has it; once. */
function forget(tenants: readonly Tenant[]): Tenant | undefined {
  const [domain, clientId, audience] = KEYS.map((key) => storage.read(key));
  for (const key of KEYS) storage.remove(key);
  return tenants.find((one) => one.domain === domain && one.clientId === clientId && one.audience === audience);
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
      remember(tenant);
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
    if (!tenant) throw new Error(msg('This login was not started in this tab. Start it again.'));
    return using(tenant, async (client) => {
      const { appState } = await client.handleRedirectCallback<{ hash?: string }>(address);
      if (appState?.hash) location.hash = appState.hash;
      remember(tenant);
      return tokenIn(client);
    });
  },
  end: async (tenants) => {
    const tenant = forget(tenants);
    if (tenant) await using(tenant, (client) => client.logout({ logoutParams: { returnTo: redirectAddress() } }));
  },
};
