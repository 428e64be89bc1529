import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCore, anAbout, aStrangersAbout, refreshToken } from '../../testing/coreAnswers.ts';
import { aHost } from '../../testing/openStore.ts';
import { noticed } from './notice/slice.ts';
import { loginRequested, sessionStarted } from './session/actions.ts';
import { createStore } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function begun(setting: Parameters<typeof aHost>[0]) {
  const { host, browser } = aHost(setting);
  const fetched = vi.fn(browser.loadLive);
  const store = createStore({ host, browser: { ...browser, loadLive: fetched } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  return { store, fetched };
}

it('loads no wing for who is not let in', async () => {
  const { store, fetched } = await begun({ core: aCore({ about: aStrangersAbout }) });
  expect(store.getState().session).toMatchObject({ status: 'login' });
  expect(fetched).not.toHaveBeenCalled();
  expect(store.getState()).not.toHaveProperty('channel');
});

it('opens the live wing for who logs in', async () => {
  const about = vi.fn(aStrangersAbout);
  const { store } = await begun({ core: aCore({ about }) });
  about.mockImplementation(() => anAbout());
  store.dispatch(loginRequested({ username: 'me', password: 'mine' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, channel: { list: [{ name: 'Livestream' }] } });
});

it('fetches the live wing beside the questions to the core when there is a token, and opens it once', async () => {
  const { store, fetched } = await begun({ core: aCore(), storage: { token: refreshToken('kept') } });
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, channel: { list: [{ name: 'Livestream' }] } });
});

it('says when the live wing cannot be fetched', async () => {
  const broken = async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  const { host, browser } = aHost({ core: aCore() });
  const store = createStore({ host, browser: { ...browser, loadLive: broken } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().session).toEqual({
    status: 'unreachable',
    message: 'Part of the interface could not be loaded. Reload the page.',
    answered: false,
  });
});

it('opens the setup wing once, and tries again after it could not be fetched', async () => {
  const { host, browser } = aHost({ core: aCore(), storage: { token: refreshToken('kept') } });
  const fetched = vi.fn(browser.loadSetup).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = createStore({ host, browser: { ...browser, loadSetup: fetched } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).not.toHaveProperty('wizard');
  expect(await store.isSetupOpened()).toBe(false);
  expect(store.isSetupOpened()).toBe(store.isSetupOpened());
  expect(store.getState()).not.toHaveProperty('wizard');
  expect(fetched).toHaveBeenCalledTimes(1);
  store.forgetSetup();
  expect(await store.isSetupOpened()).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, wizard: { status: 'closed' } });
  store.stop();
});

it('keeps the full rules of masking for a store when another is created', async () => {
  const { store } = await begun({ core: aCore(), storage: { token: refreshToken('kept') } });
  const shown = () => {
    store.dispatch(noticed('error', 'Failed: {{0}}', 'server error: abcd-1234-efgh-5678 is taken'));
    return JSON.stringify(store.getState().notice);
  };
  expect(shown()).not.toContain('abcd-1234-efgh-5678');
  createStore(aHost({ core: aCore() })).stop();
  expect(shown()).not.toContain('abcd-1234-efgh-5678');
  store.stop();
});
