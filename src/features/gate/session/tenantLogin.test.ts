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
    leaveSilently: async (tenants) => void asked.push(`silently ${tenants.map(({ id }) => id)}`),
    askNext: (asks) => void asked.push(asks ? 'question' : 'no question'),
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
    expect(asked).toEqual([`silently ${ID}`, `leave ${ID}`]);
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
    expect(asked).toEqual(['no question', `ask ${ID}`, 'no question']);
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

  it('is tried without a question first, and waits for one where the provider has to ask', async () => {
    const asked: string[] = [];
    const first = aProvider();
    const store = open({ identity: first.identity });
    await soon();
    expect(first.asked).toEqual([`silently ${ID}`]);
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed: null });
    const { identity } = aProvider({ back: true, arrive: async () => null });
    identity.leaveSilently = async () => void asked.push('silently');
    const back = open({ identity });
    await soon();
    expect(back.getState().session).toMatchObject({ status: 'login', busy: false, failed: null });
    expect(asked).toEqual([]);
  });

  it('that cannot be tried without a question is one with a question, and nothing is said', async () => {
    const { identity } = aProvider({ leaveSilently: () => Promise.reject(new Error('Failed to fetch')) });
    const store = open({ identity });
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed: null });
    expect(store.getState().notice.shown).toEqual([]);
  });

  it('that the core refuses is asked for the next time: the provider would give the same name', async () => {
    const { asked, identity } = aProvider({ back: true });
    open({
      identity,
      loginWithToken: () => {
        throw new CoreError(401, 'Unauthorized', ['user not allowed']);
      },
    });
    await soon();
    expect(asked).toEqual(['question']);
  });

  it('at a foreign core begins only with who asks for it', async () => {
    const { asked, identity } = aProvider();
    const store = open({ identity, foreign: true, confirmed: true });
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    expect(asked).toEqual([]);
    store.dispatch(tenantChosen(ID));
    await soon();
    expect(asked).toEqual([`leave ${ID}`]);
    const back = open({ identity: aProvider({ back: true }).identity, foreign: true, confirmed: true });
    await soon();
    expect(back.getState().session.status).toBe('ready');
    expect([...back.storage.keys()]).not.toContain('token');
  });

  it('is not asked by a core without one, or after a logout by itself', async () => {
    const plain = aProvider({ back: true });
    const local = openStore({
      core: aCore({ about: () => ({ ...stranger(), auths: ['localjwt'] }) }),
      identity: plain.identity,
    });
    local.dispatch(sessionStarted());
    await soon();
    expect(local.getState().session).toMatchObject({ status: 'login', busy: false });
    const { asked, identity } = aProvider({ back: true });
    const store = open({ identity });
    await soon();
    store.dispatch(logoutRequested());
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
    expect(asked).toEqual(['no question', `end ${ID}`]);
    store.dispatch(tenantChosen(ID));
    await soon();
    expect(asked).toEqual(['no question', `end ${ID}`, `leave ${ID}`]);
  });

  it('ends where it was logged out, and not once more in the other tabs', async () => {
    const { asked, identity } = aProvider({ back: true });
    const store = open({ identity });
    await soon();
    store.otherTab('token', null);
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', ended: 'elsewhere' });
    expect(asked).toEqual(['no question']);
  });
});
