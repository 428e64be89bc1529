import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCore, anAbout, aStrangersAbout, refreshToken } from '../../../testing/coreAnswers.ts';
import { aHost } from '../../../testing/openStore.ts';
import { sessionFeatures } from '../../runtime/sessionFeatures.ts';
import { loginRequested, sessionStarted } from '../session/actions.ts';
import { createStore } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function begun(setting: Parameters<typeof aHost>[0]) {
  const fetched = vi.fn(async () => sessionFeatures);
  const { host, browser } = aHost(setting);
  const store = createStore({ host, browser: { ...browser, loadFeatures: fetched } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  return { store, fetched };
}

it('does without the features for who is not let in', async () => {
  const { store, fetched } = await begun({ core: aCore({ about: aStrangersAbout }) });
  expect(store.getState().session).toMatchObject({ status: 'login' });
  expect(fetched).not.toHaveBeenCalled();
  expect(store.getState()).not.toHaveProperty('channel');
});

it('opens them for who logs in', async () => {
  const about = vi.fn(aStrangersAbout);
  const { store } = await begun({ core: aCore({ about }) });
  about.mockImplementation(() => anAbout());
  store.dispatch(loginRequested({ username: 'me', password: 'mine' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, channel: { list: [{ name: 'Livestream' }] } });
});

it('begins to fetch them beside the questions to the core when there is a token, and opens them once', async () => {
  const { store, fetched } = await begun({ core: aCore(), storage: { token: refreshToken('kept') } });
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(store.getState()).toMatchObject({ session: { status: 'ready' }, channel: { list: [{ name: 'Livestream' }] } });
});

it('says when they cannot be fetched', async () => {
  const broken = async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  const { host, browser } = aHost({ core: aCore() });
  const store = createStore({ host, browser: { ...browser, loadFeatures: broken } });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().session).toEqual({
    status: 'unreachable',
    message: 'The interface could not be loaded from the core.',
    answered: false,
  });
});
