import type { Auth0Client } from '@auth0/auth0-spa-js';
import type { Identity, Tenant } from '../../features/gate/host/host.ts';
import { msg } from '../../i18n/msg.ts';
import { LEFT_CORE } from './coreAddress.ts';
import { storage } from './storage.ts';

/** Session storage key for the tenant of a redirect in progress. */
const LEFT = 'sluice-tenant';

/** Messages of the SDK and browsers, in case the provider itself sent none. */
const WORDS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/^(Failed to fetch|Load failed|NetworkError)/, msg('The identity provider cannot be reached.')],
  [/^Timeout$/, msg('The identity provider did not respond in time. Try again in a moment.')],
  [
    /^Unable to open a popup/,
    msg('The browser blocked the window of the identity provider. Allow pop-up windows for this page.'),
  ],
  [/^Popup closed$/, msg('The window of the identity provider was closed before the login was done.')],
];

function toError(error: unknown): Error {
  const described = error instanceof Error && 'error_description' in error ? error.error_description : '';
  const plain = error instanceof Error ? error.message : String(error);
  const message = typeof described === 'string' && described !== '' ? described : plain;
  return new Error(WORDS.find(([words]) => words.test(message))?.[1] ?? message);
}

/** Storage key; set if the next login must prompt. */
const ASKS = 'sluice-tenant-asks';

async function using<T>({ domain, audience, clientId }: Tenant, act: (client: Auth0Client) => Promise<T>): Promise<T> {
  try {
    const { Auth0Client } = await import('@auth0/auth0-spa-js');
    // By default, the provider prompts only users who are not logged in there.
    const prompt = storage.read(ASKS) === 'true' ? ({ prompt: 'login' } as const) : {};
    return await act(
      new Auth0Client({
        domain,
        clientId,
        authorizationParams: { audience, redirect_uri: redirectAddress(), ...prompt },
      }),
    );
  } catch (error) {
    throw toError(error);
  }
}

async function tokenIn(client: Auth0Client): Promise<string> {
  const token = await client.getTokenSilently({ cacheMode: 'cache-only' });
  if (token === undefined) throw new Error('The provider sent no token');
  return token;
}

/** Storage keys for the last used provider, shared with other interfaces. */
const KEYS = ['domain', 'client_id', 'audience', 'redirect_uri'] as const;

const redirectAddress = () => location.origin + location.pathname;

function remember({ domain, clientId, audience }: Tenant) {
  sessionStorage.removeItem(TRIED);
  const values = [domain, clientId, audience, redirectAddress()];
  for (const [i, key] of KEYS.entries()) storage.write(key, values[i] ?? '');
}

function remembered(tenants: readonly Tenant[]): Tenant | undefined {
  const [domain, clientId, audience] = KEYS.map((key) => storage.read(key));
  return tenants.find(
    (tenant) => tenant.domain === domain && tenant.clientId === clientId && tenant.audience === audience,
  );
}

function forget() {
  for (const key of KEYS) storage.remove(key);
}

/** Session storage key that prevents a loop of silent redirects. */
const TRIED = 'sluice-tenant-tried';

const REACH_MS = 3000;

/** A redirect to an unreachable server would lose the page. The opaque response is enough. */
const isReachable = ({ domain }: Tenant): Promise<boolean> =>
  fetch(`https://${domain}/.well-known/jwks.json`, {
    mode: 'no-cors',
    credentials: 'omit',
    signal: AbortSignal.timeout(REACH_MS),
  }).then(
    () => true,
    () => false,
  );

function keepCoreAddress() {
  const address = new URL(location.href).searchParams.get('address');
  if (address === null) sessionStorage.removeItem(LEFT_CORE);
  else sessionStorage.setItem(LEFT_CORE, address);
}

async function go(tenant: Tenant, prompt: { prompt?: 'none' }) {
  await using(tenant, async (client) => {
    sessionStorage.setItem(LEFT, tenant.id);
    keepCoreAddress();
    await client.loginWithRedirect({ appState: { hash: location.hash }, authorizationParams: prompt });
  });
}

/** Errors of a login that needs a prompt (OpenID Connect Core 1.0, 3.1.2.6). */
const HAS_TO_ASK = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'];

const isQuestion = (error: unknown) =>
  error instanceof Error && 'error' in error && HAS_TO_ASK.includes(String(error.error));

function showPlace(state: unknown) {
  if (typeof state === 'object' && state !== null && 'hash' in state && typeof state.hash === 'string' && state.hash)
    location.hash = state.hash;
}

export const identity: Identity = {
  leave: (tenant) => go(tenant, {}),
  leaveSilently: async (tenants) => {
    const tenant = remembered(tenants);
    if (!tenant || storage.read(ASKS) === 'true' || sessionStorage.getItem(TRIED) !== null) return;
    if (!isSecureContext || !(await isReachable(tenant))) return;
    sessionStorage.setItem(TRIED, 'true');
    await go(tenant, { prompt: 'none' });
  },
  ask: (tenant) =>
    using(tenant, async (client) => {
      await client.loginWithPopup();
      remember(tenant);
      return tokenIn(client);
    }),
  isBack: () => {
    const params = new URLSearchParams(location.search);
    return params.has('state') && (params.has('code') || params.has('error'));
  },
  arrive: async (tenants) => {
    const page = new URL(location.href);
    const id = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    const core = sessionStorage.getItem(LEFT_CORE);
    sessionStorage.removeItem(LEFT_CORE);
    // The code is valid once, so a reload must not reuse it.
    history.replaceState(null, '', page.pathname + (core === null ? '' : `?${new URLSearchParams({ address: core })}`));
    const tenant = tenants.find((tenant) => tenant.id === id);
    if (!tenant) throw new Error(msg('This login was not started in this tab. Start it again.'));
    return using(tenant, async (client) => {
      try {
        showPlace((await client.handleRedirectCallback(page.href)).appState);
      } catch (error) {
        if (!isQuestion(error)) throw error;
        if (error instanceof Error && 'appState' in error) showPlace(error.appState);
        forget();
        return null;
      }
      remember(tenant);
      return tokenIn(client);
    });
  },
  askNext: (asks) => (asks ? storage.write(ASKS, 'true') : storage.remove(ASKS)),
  end: async (tenants) => {
    const tenant = remembered(tenants);
    forget();
    // The session at the provider may outlive this logout.
    storage.write(ASKS, 'true');
    if (tenant) await using(tenant, (client) => client.logout({ logoutParams: { returnTo: redirectAddress() } }));
  },
};
