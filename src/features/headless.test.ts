import { expect, it, vi } from 'vitest';
import { aCore } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { sessionStarted } from './gate/session/actions.ts';

/** The headless package depends on this. */
it('the interface runs without a browser', async () => {
  expect(globalThis).not.toHaveProperty('document');
  const store = openStore({ core: aCore() });
  store.dispatch(sessionStarted());
  await vi.waitFor(() => expect(store.getState().session.status).toBe('ready'));
  expect(store.getState().channel.list).toMatchObject([{ name: 'Livestream', available: false }]);
  store.stop();
});
