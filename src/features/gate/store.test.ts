import type { UnknownAction } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCore, anAbout, aStrangersAbout, CHANNEL, refreshToken } from '../../testing/coreAnswers.ts';
import { aHost, openStore, type TestStore } from '../../testing/openStore.ts';
import { channelClosed, channelOpened } from '../live/channel/slice.ts';
import { undoOffered } from '../live/publication/slice.ts';
import { pastRead } from '../live/timeline/slice.ts';
import { passwordAsked } from '../setup/passwordPrompt/slice.ts';
import { preferencesRead } from '../shared/preference/slice.ts';
import { detailsOpened } from '../shared/processDetails/slice.ts';
import { restartOffered } from '../shared/restart/slice.ts';
import { noticed } from './notice/slice.ts';
import { loginRequested, logoutRequested, sessionStarted } from './session/actions.ts';
import { createStore } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function started(setting: Parameters<typeof aHost>[0]) {
  const { host, browser } = aHost(setting);
  const fetched = vi.fn(browser.loadLive);
  const store = createStore({ host, browser: { ...browser, loadLive: fetched } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  return { store, fetched };
}

it('the store loads no wing before the login', async () => {
  const { store, fetched } = await started({ core: aCore({ about: aStrangersAbout }) });
  expect(store.getState().session).toMatchObject({ status: 'login' });
  expect(fetched).not.toHaveBeenCalled();
  expect(store.getState()).not.toHaveProperty('channel');
});

it('the store opens the live wing after the login', async () => {
  const about = vi.fn(aStrangersAbout);
  const { store } = await started({ core: aCore({ about }) });
  about.mockImplementation(() => anAbout());
  store.dispatch(loginRequested({ username: 'me', password: 'mine' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, channel: { list: [{ name: 'Livestream' }] } });
});

it('the store prefetches the live wing if there is a token, and opens it once', async () => {
  const { store, fetched } = await started({ core: aCore(), storage: { token: refreshToken('kept') } });
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, channel: { list: [{ name: 'Livestream' }] } });
});

it('the store shows an error if the live wing cannot be fetched', async () => {
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

it('the store opens the setup wing once, and retries after a failure', async () => {
  const { host, browser } = aHost({ core: aCore(), storage: { token: refreshToken('kept') } });
  const fetched = vi.fn(browser.loadSetup).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = createStore({ host, browser: { ...browser, loadSetup: fetched } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).not.toHaveProperty('wizard');
  await expect(store.loadSetup()).rejects.toThrow('Failed to fetch');
  expect(store.getState()).not.toHaveProperty('wizard');
  await store.loadSetup();
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, wizard: { status: 'closed' } });
  store.stop();
});

it('the store keeps the complete masking rules when another one is created', async () => {
  const { store } = await started({ core: aCore(), storage: { token: refreshToken('kept') } });
  const shown = () => {
    store.dispatch(noticed('error', 'Failed: {{0}}', 'server error: abcd-1234-efgh-5678 is taken'));
    return JSON.stringify(store.getState().notice);
  };
  expect(shown()).not.toContain('abcd-1234-efgh-5678');
  createStore(aHost({ core: aCore() })).stop();
  expect(shown()).not.toContain('abcd-1234-efgh-5678');
  store.stop();
});

it('the store carries nothing over from one login to the next', async () => {
  const logIn = async (store: TestStore) => {
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(0);
  };
  const logOut = async (store: TestStore) => {
    store.dispatch(logoutRequested());
    await vi.advanceTimersByTimeAsync(0);
    const { channel, connection, polling, mediaFile, notice, session, ...left } = store.getState();
    return { ...left, notices: notice.shown, status: session.status };
  };
  const [used, unused] = [0, 1].map(() => openStore({ core: aCore(), storage: { token: refreshToken('kept') } }));
  if (!used || !unused) throw new Error('There are two');
  await logIn(used);
  await logIn(unused);
  const touched: readonly UnknownAction[] = [
    noticed('error', 'Failed'),
    restartOffered(),
    pastRead({ channel: CHANNEL, past: 'told' }),
    undoOffered('a publication'),
    detailsOpened('a process'),
    passwordAsked({ what: 'save', live: true }),
    preferencesRead({ expert: 'true' }),
    channelOpened(CHANNEL),
  ];
  for (const action of touched) used.dispatch(action);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await logOut(used)).toEqual(await logOut(unused));
  for (const store of [used, unused]) store.stop();
});

it('the store sends as many requests after fifty logins as after two', async () => {
  const store = openStore({ core: aCore({ about: () => (store.core.tokens.access ? anAbout() : aStrangersAbout()) }) });
  const logInFor = async (ms: number) => {
    store.dispatch(loginRequested({ username: 'me', password: 'mine' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.getState().session.status).toBe('ready');
    store.dispatch(channelOpened(CHANNEL));
    store.core.calls.length = 0;
    await vi.advanceTimersByTimeAsync(ms);
    const calls = store.core.calls.toSorted();
    store.dispatch(channelClosed());
    store.dispatch(logoutRequested());
    await vi.advanceTimersByTimeAsync(0);
    return calls;
  };
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  await logInFor(0);
  const early = await logInFor(10_000);
  for (let n = 0; n < 47; n += 1) await logInFor(0);
  expect(await logInFor(10_000)).toEqual(early);
  expect(early.length).toBeGreaterThan(10);
  store.stop();
});

it('the store shares no state with another one in the process', async () => {
  const open = (name: string) =>
    openStore({ core: aCore({ about: () => anAbout({ name }) }), storage: { token: refreshToken(name) } });
  const [first, second] = [open('first'), open('second')];
  for (const store of [first, second]) store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  first.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(5_000);
  first.dispatch(logoutRequested());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(first.core.tokens.refresh).toBe('');
  expect(second.core.tokens.refresh).toBe(refreshToken('second'));
  expect(second.getState()).toMatchObject({ session: { status: 'ready', about: { name: 'second' } } });
  expect(second.core.calls.filter((call) => call.startsWith('memFiles'))).toEqual([]);
  for (const store of [first, second]) store.stop();
});
