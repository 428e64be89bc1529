import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { aCore, anAbout } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../session/actions.ts';
import { retryRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function working() {
  const about = vi.fn(() => anAbout());
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  const cut = () =>
    about.mockImplementation(() => {
      throw new CoreError(-1, 'fetch failed');
    });
  const restore = () => about.mockImplementation(() => anAbout());
  const notice = async () => {
    store.core.tell({ type: 'network', severity: 'error', message: 'fetch failed' });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { store, about, cut, restore, notice, state: () => store.getState().connection };
}

it('a single failed request causes no connection banner', async () => {
  const { notice, state } = await working();
  await notice();
  expect(state()).toEqual({ status: 'alive' });
});

it('a lost connection is shown, retried with growing pauses, and recovers by itself', async () => {
  const { cut, restore, notice, about, state } = await working();
  cut();
  const before = about.mock.calls.length;
  await notice();
  expect(state()).toEqual({
    status: 'lost',
    renewal: false,
    message: 'fetch failed',
    retryAt: expect.closeTo(Date.now() + 1250, -3),
  });
  await vi.advanceTimersByTimeAsync(1.5 * (1000 + 2000 + 4000));
  expect(about.mock.calls.length - before).toBe(4);
  restore();
  await vi.advanceTimersByTimeAsync(1.5 * 8000);
  expect(state()).toEqual({ status: 'alive' });
});

it('a lost connection is retried at once on request', async () => {
  const { store, cut, restore, notice, state } = await working();
  cut();
  await notice();
  restore();
  store.dispatch(retryRequested());
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toEqual({ status: 'alive' });
});
