import type { Auth0Client } from '@auth0/auth0-spa-js';
import type { Identity, Tenant } from '../../features/gate/host/host.ts';
import { msg } from '../../i18n/msg.ts';
import { LEFT_CORE } from './coreAddress.ts';
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

/** In local storage once the next login is to be asked for. */
const ASKS = 'sluice-tenant-asks';

async function using<T>({ domain, audience, clientId }: Tenant, act: (client: Auth0Client) => Promise<T>): Promise<T> {
  try {
    const { Auth0Client } = await import('@auth0/auth0-spa-js');
    // Without a prompt the provider asks only who is not logged in there.
    const prompt = storage.read(ASKS) === 'true' ? ({ prompt: 'login' } as const) : {};
    return await act(
      new Auth0Client({
        domain,
        clientId,
        authorizationParams: { audience, redirect_uri: redirectAddress(), ...prompt },
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
  sessionStorage.removeItem(TRIED);
  const values = [domain, clientId, audience, redirectAddress()];
  for (const [i, key] of KEYS.entries()) storage.write(key, values[i] ?? '');
}

/** The tenant that was remembered, if the core still has it. */
function remembered(tenants: readonly Tenant[]): Tenant | undefined {
  const [domain, clientId, audience] = KEYS.map((key) => storage.read(key));
  return tenants.find((one) => one.domain === domain && one.clientId === clientId && one.audience === audience);
}

function forget() {
  for (const key of KEYS) storage.remove(key);
}

/** In this tab once a login without a question was tried: who does not come back from the provider is not sent there again. */
const TRIED = 'sluice-tenant-tried';

const REACH_MS = 3000;

/** A silent attempt never leaves for a server that is away. The answer cannot be read, and need not be. */
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

/** What a provider answers that was not allowed to ask (OpenID Connect Core 1.0, 3.1.2.6). */
const HAS_TO_ASK = ['login_required', 'interaction_required', 'consent_required', 'account_selection_required'];

const isQuestion = (error: unknown) =>
  error instanceof Error && 'error' in error && HAS_TO_ASK.includes(String(error.error));

/** Where the page was before it left. */
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
    const asked = new URLSearchParams(location.search);
    return asked.has('state') && (asked.has('code') || asked.has('error'));
  },
  arrive: async (tenants) => {
    const page = new URL(location.href);
    const id = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    const core = sessionStorage.getItem(LEFT_CORE);
    sessionStorage.removeItem(LEFT_CORE);
    // The code is good once: a reload shall not try it again.
    history.replaceState(null, '', page.pathname + (core === null ? '' : `?${new URLSearchParams({ address: core })}`));
    const tenant = tenants.find((one) => one.id === id);
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
    // The one at the provider may go on.
    storage.write(ASKS, 'true');
    if (tenant) await using(tenant, (client) => client.logout({ logoutParams: { returnTo: redirectAddress() } }));
  },
};
