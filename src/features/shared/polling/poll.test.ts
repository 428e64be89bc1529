import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aCore, CHANNEL, refreshToken } from '../../../testing/coreAnswers.ts';
import { openStore, type TestStore } from '../../../testing/openStore.ts';
import { connectionHealed, connectionLost } from '../../gate/connection/slice.ts';
import { authLost, loginRequested, sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../../live/channel/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const lost = ({ dispatch }: TestStore) => dispatch(connectionLost({ message: 'away', retryAt: 0 }));
const healed = ({ dispatch }: TestStore) => dispatch(connectionHealed());
const loggedOut = ({ dispatch }: TestStore) => dispatch(authLost());
const loggedIn = ({ dispatch }: TestStore) => dispatch(loginRequested({ username: 'me', password: 'mine' }));
const hidden = ({ hide }: TestStore) => hide(true);
const shown = ({ hide }: TestStore) => hide(false);

it.each([
  ['logged in before the core is back', [lost, loggedOut], [loggedIn, healed]],
  ['logged in after the core is back', [lost, loggedOut], [healed, loggedIn]],
  ['visible last', [hidden, lost, loggedOut], [loggedIn, healed, shown]],
  ['visible first', [hidden, lost, loggedOut], [shown, loggedIn, healed]],
  ['logged in while hidden', [lost, loggedOut], [hidden, loggedIn, healed, shown]],
  ['lost again before the login', [lost, loggedOut], [healed, lost, loggedIn, healed]],
])('a poll resumes once it is visible, connected and logged in: %s', async (_, pausing, back) => {
  const core = aCore({ sessionsActive: () => ({}), memFiles: () => [] });
  const store = openStore({ core, storage: { token: refreshToken('kept') } });
  const polls = () => store.core.calls.filter((call) => /^processes( |$)/.test(call)).length;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  await pass(1_000);
  for (const step of pausing) step(store);
  // The answers that were still in flight.
  await pass(1_000);
  for (const step of back) {
    store.core.calls.length = 0;
    await pass(3_000);
    expect(polls()).toBe(0);
    step(store);
    await pass(0);
  }
  await pass(3_000);
  // The channel sync takes the place of a round. A login sends two more requests.
  expect(polls()).toBe(back.at(-1) === loggedIn ? 6 : 4);
  store.stop();
});
