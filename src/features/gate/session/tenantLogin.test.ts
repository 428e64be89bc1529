import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { aCore, anAbout, refreshToken, token } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import type { Identity } from '../host/host.ts';
import { authLost, logoutRequested, sessionStarted, tenantChosen } from './actions.ts';

const AUTHS = ['localjwt', 'auth0 domain=id.example audience=a clientid=c'];
const ID = 'id.example a c';
const stranger = () => ({ app: 'datarhei-core', auths: AUTHS, version: { number: '16.0.0' } });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

function aProvider({ back = false, ...overrides }: Partial<Identity> & { back?: boolean } = {}) {
  const calls: string[] = [];
  const identity: Identity = {
    leave: async ({ id }) => void calls.push(`leave ${id}`),
    ask: async ({ id }) => {
      calls.push(`ask ${id}`);
      return 'theirs';
    },
    leaveSilently: async (tenants) => void calls.push(`silently ${tenants.map(({ id }) => id)}`),
    askNext: (asks) => void calls.push(asks ? 'question' : 'no question'),
    isBack: () => back,
    arrive: async () => 'theirs',
    end: async (tenants) => void calls.push(`end ${tenants.map(({ id }) => id)}`),
    ...overrides,
  };
  const { arrive } = identity;
  identity.arrive = (tenants) => {
    back = false;
    return arrive(tenants);
  };
  return { calls, identity };
}

const loggedIn = { access_token: token(600), refresh_token: refreshToken('first') };

function open(options: Parameters<typeof openStore>[0] & { loginWithToken?: () => unknown } = {}) {
  const { loginWithToken = () => loggedIn, ...rest } = options;
  const about = () => (store.core.tokens.access === '' ? stranger() : anAbout({ auths: AUTHS }));
  const store = openStore({ core: aCore({ about, loginWithToken }), ...rest });
  store.dispatch(sessionStarted());
  return store;
}

describe('a login at an identity provider', () => {
  it('redirects to the chosen tenant', async () => {
    const { calls, identity } = aProvider();
    const store = open({ identity });
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    store.dispatch(tenantChosen(ID));
    await settle();
    expect(calls).toEqual([`silently ${ID}`, `leave ${ID}`]);
    expect(store.getState().session).toMatchObject({ status: 'login', busy: true });
  });

  it('uses the token of the redirect, and stores only tokens of the core', async () => {
    const store = open({ identity: aProvider({ back: true }).identity });
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens).toEqual({ access: token(600), refresh: refreshToken('first') });
    expect(Object.fromEntries(store.storage)).toMatchObject({ token: refreshToken('first') });
    expect(JSON.stringify([...store.storage])).not.toContain('theirs');
  });

  it('opens a window if the login was interrupted', async () => {
    const { calls, identity } = aProvider({ back: true });
    const store = open({ identity });
    await settle();
    store.core.setTokens({ access: '', refresh: '' });
    store.dispatch(authLost());
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { address: expect.anything() } });
    store.dispatch(tenantChosen(ID));
    await settle();
    expect(calls).toEqual(['no question', `ask ${ID}`, 'no question']);
    expect(store.getState().session.status).toBe('ready');
  });

  it.each([
    [
      'a rejection by the provider',
      { arrive: () => Promise.reject(new Error('access denied')) },
      undefined,
      'Auth0: access denied',
    ],
    [
      'a rejection by the core',
      {},
      () => {
        throw new CoreError(401, 'Unauthorized', ['user not allowed']);
      },
      'Auth0: Unauthorized: user not allowed',
    ],
  ])('shows an error and keeps no token: %s', async (_, overrides, loginWithToken, failed) => {
    const { identity } = aProvider({ back: true, ...overrides });
    const store = open({ identity, ...(loginWithToken ? { loginWithToken } : {}) });
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed });
    expect(store.core.tokens).toEqual({ access: '', refresh: '' });
    store.dispatch(tenantChosen('unknown'));
    await settle();
    expect(store.getState().session).toMatchObject({ failed: 'Auth0: Unknown tenant' });
  });

  it('is first tried without a prompt, and waits if the provider needs one', async () => {
    const calls: string[] = [];
    const first = aProvider();
    const store = open({ identity: first.identity });
    await settle();
    expect(first.calls).toEqual([`silently ${ID}`]);
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed: null });
    const { identity } = aProvider({ back: true, arrive: async () => null });
    identity.leaveSilently = async () => void calls.push('silently');
    const back = open({ identity });
    await settle();
    expect(back.getState().session).toMatchObject({ status: 'login', busy: false, failed: null });
    expect(calls).toEqual([]);
  });

  it('falls back to a prompt without a message if the attempt fails', async () => {
    const { identity } = aProvider({ leaveSilently: () => Promise.reject(new Error('Failed to fetch')) });
    const store = open({ identity });
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed: null });
    expect(store.getState().notice.shown).toEqual([]);
  });

  it('prompts after a rejection by the core, because the provider would return the same user', async () => {
    const { calls, identity } = aProvider({ back: true });
    open({
      identity,
      loginWithToken: () => {
        throw new CoreError(401, 'Unauthorized', ['user not allowed']);
      },
    });
    await settle();
    expect(calls).toEqual(['question']);
  });

  it('at a foreign core starts only on request of the operator', async () => {
    const { calls, identity } = aProvider();
    const store = open({ identity, foreign: true, confirmed: true });
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    expect(calls).toEqual([]);
    store.dispatch(tenantChosen(ID));
    await settle();
    expect(calls).toEqual([`leave ${ID}`]);
    const back = open({ identity: aProvider({ back: true }).identity, foreign: true, confirmed: true });
    await settle();
    expect(back.getState().session.status).toBe('ready');
    expect([...back.storage.keys()]).not.toContain('token');
  });

  it('is not tried for a core without a provider, or after a logout in this tab', async () => {
    const plain = aProvider({ back: true });
    const local = openStore({
      core: aCore({ about: () => ({ ...stranger(), auths: ['localjwt'] }) }),
      identity: plain.identity,
    });
    local.dispatch(sessionStarted());
    await settle();
    expect(local.getState().session).toMatchObject({ status: 'login', busy: false });
    const { calls, identity } = aProvider({ back: true });
    const store = open({ identity });
    await settle();
    store.dispatch(logoutRequested());
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    expect(calls).toEqual(['no question', `end ${ID}`]);
    store.dispatch(tenantChosen(ID));
    await settle();
    expect(calls).toEqual(['no question', `end ${ID}`, `leave ${ID}`]);
  });

  it('logs out at the provider once, only in the tab of the logout', async () => {
    const { calls, identity } = aProvider({ back: true });
    const store = open({ identity });
    await settle();
    store.otherTab('token', null);
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', ended: 'elsewhere' });
    expect(calls).toEqual(['no question']);
  });
});
