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
const soon = () => vi.advanceTimersByTimeAsync(0);

/** A provider whose calls are written down. */
function aProvider({ back = false, ...given }: Partial<Identity> & { back?: boolean } = {}) {
  const asked: string[] = [];
  const identity: Identity = {
    leave: async ({ id }) => void asked.push(`leave ${id}`),
    ask: async ({ id }) => {
      asked.push(`ask ${id}`);
      return 'theirs';
    },
    isBack: () => back,
    arrive: async () => 'theirs',
    end: async (tenants) => void asked.push(`end ${tenants.map(({ id }) => id)}`),
    ...given,
  };
  const { arrive } = identity;
  identity.arrive = (tenants) => {
    back = false;
    return arrive(tenants);
  };
  return { asked, identity };
}

const loggedIn = { access_token: token(600), refresh_token: refreshToken('first') };

function open(given: Parameters<typeof openStore>[0] & { loginWithToken?: () => unknown } = {}) {
  const { loginWithToken = () => loggedIn, ...rest } = given;
  const about = () => (store.core.tokens.access === '' ? stranger() : anAbout({ auths: AUTHS }));
  const store = openStore({ core: aCore({ about, loginWithToken }), ...rest });
  store.dispatch(sessionStarted());
  return store;
}

describe('a login at an identity provider', () => {
  it('leaves the page for the tenant that was chosen', async () => {
    const { asked, identity } = aProvider();
    const store = open({ identity });
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    store.dispatch(tenantChosen(ID));
    await soon();
    expect(asked).toEqual([`leave ${ID}`]);
    expect(store.getState().session).toMatchObject({ status: 'login', busy: true });
  });

  it('lets in with the token that the page comes back with, and keeps the tokens of the core alone', async () => {
    const store = open({ identity: aProvider({ back: true }).identity });
    await soon();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens).toEqual({ access: token(600), refresh: refreshToken('first') });
    expect(Object.fromEntries(store.storage)).toMatchObject({ token: refreshToken('first') });
    expect(JSON.stringify([...store.storage])).not.toContain('theirs');
  });

  it('opens beside the page where the login was lost at work', async () => {
    const { asked, identity } = aProvider({ back: true });
    const store = open({ identity });
    await soon();
    store.core.setTokens({ access: '', refresh: '' });
    store.dispatch(authLost());
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { address: expect.anything() } });
    store.dispatch(tenantChosen(ID));
    await soon();
    expect(asked).toEqual([`ask ${ID}`]);
    expect(store.getState().session.status).toBe('ready');
  });

  it.each([
    [
      'the provider refuses',
      { arrive: () => Promise.reject(new Error('access denied')) },
      undefined,
      'Auth0: access denied',
    ],
    [
      'the core refuses',
      {},
      () => {
        throw new CoreError(401, 'Unauthorized', ['user not allowed']);
      },
      'Auth0: Unauthorized: user not allowed',
    ],
  ])('%s: said, and nothing of the token stays', async (_, given, loginWithToken, failed) => {
    const { identity } = aProvider({ back: true, ...given });
    const store = open({ identity, ...(loginWithToken ? { loginWithToken } : {}) });
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed });
    expect(store.core.tokens).toEqual({ access: '', refresh: '' });
    store.dispatch(tenantChosen('unknown'));
    await soon();
    expect(store.getState().session).toMatchObject({ failed: 'Auth0: Unknown tenant' });
  });

  it('is not asked by a core without one, by a foreign core, or after a logout by itself', async () => {
    const plain = aProvider({ back: true });
    const local = openStore({
      core: aCore({ about: () => ({ ...stranger(), auths: ['localjwt'] }) }),
      identity: plain.identity,
    });
    local.dispatch(sessionStarted());
    const foreign = open({ identity: plain.identity, foreign: true, confirmed: true });
    await soon();
    expect(local.getState().session).toMatchObject({ status: 'login', busy: false });
    expect(foreign.getState().session).toMatchObject({ status: 'login', busy: false });
    const { asked, identity } = aProvider({ back: true });
    const store = open({ identity });
    await soon();
    store.dispatch(logoutRequested());
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    expect(asked).toEqual([`end ${ID}`]);
    store.dispatch(tenantChosen(ID));
    await soon();
    expect(asked).toEqual([`end ${ID}`, `leave ${ID}`]);
  });

  it('ends where it was logged out, and not once more in the other tabs', async () => {
    const { asked, identity } = aProvider({ back: true });
    const store = open({ identity });
    await soon();
    store.otherTab('token', null);
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', ended: 'elsewhere' });
    expect(asked).toEqual([]);
  });
});
