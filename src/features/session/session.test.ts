import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../api/error.ts';
import {
  aConfig,
  aCore,
  anAbout,
  aStrangersAbout,
  CHANNEL,
  CORE_ID,
  someSkills,
  token,
} from '../../testing/answers.ts';
import { openStore } from '../../testing/openStore.ts';
import { loginRequested, logoutRequested, registrationRequested, started } from './actions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const soon = () => vi.advanceTimersByTimeAsync(0);
const unreachable = () => {
  throw new CoreError(-1, 'fetch failed');
};
const refused = () => {
  throw new CoreError(401, 'Missing or invalid JWT token');
};

it.each([
  ['a core that does not answer', aCore({ about: unreachable }), 'unreachable'],
  ['another application', aCore({ about: () => anAbout({ app: 'nginx' }) }), 'unreachable'],
  ['a core that wants a login', aCore({ about: aStrangersAbout }), 'login'],
  ['an old core', aCore({ about: () => anAbout({ version: { number: '14.9.0' } }) }), 'incompatible'],
  ['an old transcoder', aCore({ skills: () => ({ ...someSkills(), ffmpeg: { version: '3.4.8' } }) }), 'incompatible'],
  ['a core without a user', aCore({ about: () => anAbout({ auths: [] }) }), 'registration'],
  [
    'an old core without a user',
    aCore({ about: () => anAbout({ auths: [], version: { number: '17.0.0' } }) }),
    'incompatible',
  ],
  [
    'a core whose login the environment keeps off',
    aCore({ about: () => anAbout({ auths: [] }), config: () => aConfig({}, ['api.auth.enable']) }),
    'ready',
  ],
  ['a core that lets this machine in', aCore(), 'ready'],
  ['a core that cannot tell its skills', aCore({ skills: refused }), 'ready'],
])('%s leads to %s', async (_, core, phase) => {
  const store = openStore({ core });
  store.dispatch(started());
  await soon();
  expect(store.getState().session.status).toBe(phase);
});

it('goes on with the token of the last visit', async () => {
  const store = openStore({ core: aCore(), storage: { token: 'kept' } });
  store.dispatch(started());
  await soon();
  expect(store.core.tokens).toEqual({ access: token(600), refresh: 'kept' });
  expect(store.getState().session.status).toBe('ready');
});

it('forgets a token that is refused, and keeps it when only the line is down', async () => {
  const old = openStore({ core: aCore({ refresh: refused, about: aStrangersAbout }), storage: { token: 'old' } });
  old.dispatch(started());
  await soon();
  expect(old.getState().session.status).toBe('login');
  expect(old.storage.has('token')).toBe(false);

  const cut = openStore({ core: aCore({ refresh: unreachable }), storage: { token: 'good' } });
  cut.dispatch(started());
  await soon();
  expect(cut.getState().session.status).toBe('unreachable');
  expect(cut.storage.get('token')).toBe('good');
});

it('asks all that it has to know side by side when there is a token', async () => {
  const store = openStore({ core: aCore({ about: () => new Promise(() => {}) }), storage: { token: 'kept' } });
  store.dispatch(started());
  await soon();
  expect(store.core.calls).toEqual(['refresh', 'skills', 'config', 'processes', 'about']);
});

it('asks all of it beside the question whether a login is good', async () => {
  const about = vi.fn((): object | Promise<object> => aStrangersAbout());
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(started());
  await soon();
  about.mockReturnValue(new Promise(() => {}));
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.core.calls).toEqual(['about', 'login', 'skills', 'config', 'processes', 'about']);
});

it('asks nothing but its name of a core that wants a login', async () => {
  const store = openStore({ core: aCore({ about: aStrangersAbout }) });
  store.dispatch(started());
  await soon();
  expect(store.core.calls).toEqual(['about']);
});

it('asks for the state of the channel before its page does', async () => {
  const ingest = { id: `restreamer-ui:ingest:${CHANNEL}`, reference: CHANNEL };
  const store = openStore({ core: aCore({ processes: () => [ingest] }), storage: { token: 'kept' } });
  store.dispatch(started());
  await soon();
  expect(store.core.calls.slice(-1)).toEqual([`processes ${CHANNEL}`]);
});

it('neither sends a stored token to a foreign core nor stores one of it', async () => {
  const about = vi.fn(aStrangersAbout);
  const store = openStore({ core: aCore({ about }), storage: { token: 'mine' }, foreign: true });
  store.dispatch(started());
  await soon();
  expect(store.core.tokens.refresh).toBe('');
  expect(store.core.calls).not.toContain('refresh');
  about.mockReturnValue(anAbout());
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe('mine');
});

it('logs in, remembers the refresh token, and out again', async () => {
  const about = vi.fn(aStrangersAbout);
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(started());
  await soon();
  about.mockReturnValue(anAbout());
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  expect(store.getState().session).toMatchObject({ status: 'login', busy: true });
  await soon();
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe('refresh-1');
  store.dispatch(logoutRequested());
  await soon();
  expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null });
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
  expect(store.storage.has('token')).toBe(false);
});

it.each([
  ['the password is wrong', aCore({ about: aStrangersAbout, login: refused }), 'Missing or invalid JWT token'],
  ['the core still shows no id', aCore({ about: aStrangersAbout }), "Couldn't load API details"],
])('stays at the login when %s', async (_, core, failed) => {
  const store = openStore({ core });
  store.dispatch(started());
  await soon();
  store.dispatch(loginRequested({ username: 'admin', password: 'wrong' }));
  await soon();
  expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed });
});

it('renews the token 60 s before its end, again and again', async () => {
  const store = openStore({ core: aCore(), storage: { token: 'r' } });
  store.dispatch(started());
  await soon();
  const renewals = () => store.core.calls.filter((call) => call === 'refresh').length;
  expect(renewals()).toBe(1);
  await vi.advanceTimersByTimeAsync(539_000);
  expect(renewals()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(renewals()).toBe(2);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(renewals()).toBe(3);
});

it('brings the login up over the page when the renewal is refused, and returns to it', async () => {
  const refresh = vi.fn(() => ({ access_token: token(600) }));
  const store = openStore({ core: aCore({ refresh }), storage: { token: 'r' } });
  store.dispatch(started());
  await soon();
  refresh.mockImplementation(refused);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { about: { id: CORE_ID } } });
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.getState().session.status).toBe('ready');
});

it('registers the first user, waits for the restart, and logs in', async () => {
  const about = vi.fn((): object => anAbout({ auths: [] }));
  let restartedAt = Number.POSITIVE_INFINITY;
  const stored: unknown[] = [];
  const store = openStore({
    core: aCore({
      about,
      configSet: ({ body }) => stored.push(body),
      configReload: () => {
        restartedAt = Date.now() + 2_500;
        about.mockImplementation(() => {
          if (Date.now() < restartedAt) return unreachable();
          return store.core.tokens.access === '' ? aStrangersAbout() : anAbout();
        });
        return 'OK';
      },
      login: () => {
        if (Date.now() < restartedAt) throw new CoreError(404, 'Not Found');
        return { access_token: token(600), refresh_token: 'first' };
      },
    }),
  });
  store.dispatch(started());
  await soon();
  store.dispatch(registrationRequested({ username: 'admin', password: 'secret' }));
  await soon();
  expect(store.getState().session).toMatchObject({ status: 'registration', step: 'restarting' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stored).toEqual([{ version: 3, api: { auth: { enable: true, username: 'admin', password: 'secret' } } }]);
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe('first');
});

it('says so when the core does not come back', async () => {
  const store = openStore({
    core: aCore({ about: () => anAbout({ auths: [] }), configSet: () => 'OK', configReload: () => 'OK' }),
  });
  store.dispatch(started());
  await soon();
  store.dispatch(registrationRequested({ username: 'admin', password: 'secret' }));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(store.getState().session).toMatchObject({ status: 'registration', step: 'asking' });
  expect(store.getState().session).toHaveProperty('failed', expect.stringContaining('did not come back'));
});
