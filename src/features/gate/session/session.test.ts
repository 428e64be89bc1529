import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AWAY, CoreError } from '../../../api/error.ts';
import {
  aConfig,
  aCore,
  anAbout,
  aStrangersAbout,
  CHANNEL,
  CORE_ID,
  refreshToken,
  someSkills,
  token,
} from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { coreConfirmed, loginRequested, logoutRequested, sessionStarted } from './actions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MINE = refreshToken('mine');
const KEPT = refreshToken('kept');
const soon = () => vi.advanceTimersByTimeAsync(0);
const unreachable = () => {
  throw new CoreError(-1, AWAY);
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
  ['an untried transcoder', aCore({ skills: () => ({ ...someSkills(), ffmpeg: { version: '6.1.1' } }) }), 'ready'],
  ['a newer transcoder', aCore({ skills: () => ({ ...someSkills(), ffmpeg: { version: '27.0' } }) }), 'ready'],
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
  store.dispatch(sessionStarted());
  await soon();
  expect(store.getState().session.status).toBe(phase);
});

describe('a core that is still looking at its ffmpeg', () => {
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const broken = () => {
    throw new CoreError(500, 'Internal Server Error');
  };
  const nothing = () => ({ ...someSkills(), codecs: {}, formats: {}, protocols: {} });
  const wait = 'The core is still looking at ffmpeg …';

  it.each([
    ['answers late', [() => new Promise((resolve) => setTimeout(() => resolve(someSkills()), 20_000))]],
    ['fails at first', [broken, broken, broken, broken, someSkills]],
    ['has nothing to tell at first', [nothing, nothing, nothing, nothing, someSkills]],
  ] as const)('is waited for when it %s, with a word', async (_, answers) => {
    let asked = 0;
    const skills = () => answers[Math.min(asked++, answers.length - 1)]?.();
    const store = openStore({ core: aCore({ skills }) });
    store.dispatch(sessionStarted());
    await later(1_900);
    expect(store.getState().notice.shown).toEqual([]);
    await later(1_000);
    expect(store.getState().notice.shown.map(({ text }) => text)).toEqual([wait]);
    expect(store.getState().session.status).toBe('starting');
    await later(20_000);
    const { session } = store.getState();
    expect(session).toMatchObject({ status: 'ready' });
    expect(session.status === 'ready' && session.skills.encoders.video).toContain('libx264');
    const told = store.getState().notice.next;
    await later(60_000);
    expect(store.getState().notice.next).toBe(told);
  });

  it('lets the operator in after more than a minute, and says what that means', async () => {
    const store = openStore({ core: aCore({ skills: broken }) });
    store.dispatch(sessionStarted());
    await later(60_000);
    expect(store.getState().session.status).toBe('starting');
    await later(60_000);
    expect(store.getState().session.status).toBe('ready');
    expect(store.getState().notice.shown.at(-1)?.text).toMatch(/^The core cannot say what its ffmpeg can do\./);
  });
});

it('goes on with the token of the last visit', async () => {
  const store = openStore({ core: aCore(), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await soon();
  expect(store.core.tokens).toEqual({ access: token(600), refresh: KEPT });
  expect(store.getState().session.status).toBe('ready');
});

it('forgets a token that is refused, and keeps it when only the line is down', async () => {
  const old = openStore({ core: aCore({ refresh: refused, about: aStrangersAbout }), storage: { token: KEPT } });
  old.dispatch(sessionStarted());
  await soon();
  expect(old.getState().session).toMatchObject({ status: 'login', ended: 'refused' });
  expect(old.storage.has('token')).toBe(false);

  const cut = openStore({ core: aCore({ refresh: unreachable }), storage: { token: KEPT } });
  cut.dispatch(sessionStarted());
  await soon();
  expect(cut.getState().session.status).toBe('unreachable');
  expect(cut.storage.get('token')).toBe(KEPT);
});

it('asks all that it has to know side by side when there is a token', async () => {
  const store = openStore({ core: aCore({ about: () => new Promise(() => {}) }), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await soon();
  expect(store.core.calls).toEqual(['refresh', 'skills', 'config', 'processes', 'metadataAll', 'about']);
});

it('asks all of it beside the question whether a login is good', async () => {
  const about = vi.fn((): object | Promise<object> => aStrangersAbout());
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await soon();
  about.mockReturnValue(new Promise(() => {}));
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.core.calls).toEqual(['about', 'login', 'skills', 'config', 'processes', 'metadataAll', 'about']);
});

it('asks nothing but its name of a core that wants a login', async () => {
  const store = openStore({ core: aCore({ about: aStrangersAbout }) });
  store.dispatch(sessionStarted());
  await soon();
  expect(store.core.calls).toEqual(['about']);
});

it('asks for the state of the channel before its page does', async () => {
  const ingest = { id: `restreamer-ui:ingest:${CHANNEL}`, reference: CHANNEL };
  const store = openStore({ core: aCore({ processes: () => [ingest] }), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await soon();
  expect(store.core.calls.slice(-1)).toEqual([`processes ${CHANNEL}`]);
});

it('neither sends a stored token to a foreign core nor stores one of it', async () => {
  const about = vi.fn(aStrangersAbout);
  const store = openStore({ core: aCore({ about }), storage: { token: MINE }, foreign: true, confirmed: true });
  store.dispatch(sessionStarted());
  await soon();
  expect(store.core.tokens.refresh).toBe('');
  expect(store.core.calls).not.toContain('refresh');
  about.mockReturnValue(anAbout());
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe(MINE);
});

it('logs in, remembers the refresh token, and out again', async () => {
  const about = vi.fn(aStrangersAbout);
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await soon();
  about.mockReturnValue(anAbout());
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  expect(store.getState().session).toMatchObject({ status: 'login', busy: true });
  await soon();
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe(refreshToken('first'));
  store.dispatch(logoutRequested());
  await soon();
  expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null });
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
  expect(store.storage.has('token')).toBe(false);
});

it.each([
  ['the password is wrong', aCore({ about: aStrangersAbout, login: refused }), 'Check the username and password.'],
  ['the core still shows no id', aCore({ about: aStrangersAbout }), "The core's response could not be read: id"],
  [
    'the core is gone',
    aCore({ about: aStrangersAbout, login: unreachable }),
    'Make sure the core is running and its address is correct.',
  ],
])('stays at the login when %s', async (_, core, failed) => {
  const store = openStore({ core });
  store.dispatch(sessionStarted());
  await soon();
  store.dispatch(loginRequested({ username: 'admin', password: 'wrong' }));
  await soon();
  expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed });
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
});

it('renews the token 60 s before its end, again and again', async () => {
  const store = openStore({ core: aCore(), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
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
  const store = openStore({ core: aCore({ refresh }), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await soon();
  refresh.mockImplementation(refused);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { about: { id: CORE_ID } } });
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.getState().session.status).toBe('ready');
});

it.each<[string, string]>([
  ['one of 4 MB', 'x'.repeat(4_000_000)],
  ['one with a line feed', `${KEPT}\nX-Evil: 1`],
  ['one with other letters', 'e30.ü.sig'],
  ['no JWT', 'true'],
  ['nothing', ''],
])('drops a stored token that is none, and never sends it: %s', async (_, stored) => {
  const store = openStore({ core: aCore({ about: aStrangersAbout }), storage: { token: stored } });
  store.dispatch(sessionStarted());
  await soon();
  expect(store.core.calls).toEqual(['about']);
  expect(store.getState().session.status).toBe('login');
  expect(store.storage.has('token')).toBe(false);
});

it('takes no odd token from a login, and says so', async () => {
  const login = () => ({ access_token: token(600), refresh_token: 'x'.repeat(9_000) });
  const store = openStore({ core: aCore({ about: aStrangersAbout, login }) });
  store.dispatch(sessionStarted());
  await soon();
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await soon();
  expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
  expect(store.getState().session).toHaveProperty('failed', expect.stringContaining('could not be read'));
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
  expect(store.storage.has('token')).toBe(false);
});

const failing = (code: number) => () => {
  throw new CoreError(code, 'Bad Gateway');
};

describe('a renewal that nobody refused', () => {
  it.each([-1, -2, 429, 500, 502, 511])('at the start (%s) keeps the token and comes back by itself', async (code) => {
    const refresh = vi.fn((): object => ({ access_token: token(600) }));
    refresh.mockImplementation(failing(code));
    const about = () => (store.core.tokens.access === '' ? aStrangersAbout() : anAbout());
    const store = openStore({ core: aCore({ refresh, about }), storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getState().session).toEqual({ status: 'unreachable', message: 'Bad Gateway', answered: code !== -1 });
    expect(store.storage.get('token')).toBe(KEPT);
    expect(refresh.mock.calls.length).toBeLessThan(12);
    refresh.mockImplementation(() => ({ access_token: token(600) }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.getState().session.status).toBe('ready');
  });

  it('is needless where the login was switched off meanwhile', async () => {
    const core = aCore({
      refresh: failing(404),
      about: () => anAbout({ auths: [] }),
      config: () => aConfig({}, ['api.auth.enable']),
    });
    const store = openStore({ core, storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await soon();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens).toEqual({ access: '', refresh: '' });
    expect(store.storage.get('token')).toBe(KEPT);
  });

  it.each([-1, -2, 502])('at work (%s) keeps the page and the token, asks calmly, and heals', async (code) => {
    const refresh = vi.fn((): object => ({ access_token: token(600) }));
    let known = true;
    const about = () => (known ? anAbout() : aStrangersAbout());
    const store = openStore({ core: aCore({ refresh, about }), storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await soon();
    refresh.mockClear();
    refresh.mockImplementation(failing(code));
    await vi.advanceTimersByTimeAsync(540_000);
    expect(store.getState().connection).toMatchObject({ status: 'lost', renewal: true });
    // The access token has expired as well.
    known = false;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(store.getState().session.status).toBe('ready');
    expect(store.storage.get('token')).toBe(KEPT);
    expect(refresh.mock.calls.length).toBeLessThan(40);
    refresh.mockImplementation(() => {
      known = true;
      return { access_token: token(600) };
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.getState()).toMatchObject({ connection: { status: 'alive' }, session: { status: 'ready' } });
    // And it is renewed in time again.
    refresh.mockClear();
    await vi.advanceTimersByTimeAsync(540_000);
    expect(refresh).toHaveBeenCalledOnce();
  });
});

it('stays inside without a token as long as the core lets us in, whatever one answer says', async () => {
  const about = vi.fn((): object => anAbout());
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await soon();
  store.core.tell({ type: 'auth', severity: 'error', message: 'Missing or invalid JWT token' });
  await soon();
  expect(store.getState().session.status).toBe('ready');
  about.mockImplementation(aStrangersAbout);
  store.core.tell({ type: 'auth', severity: 'error', message: 'Missing or invalid JWT token' });
  await soon();
  expect(store.getState().session.status).toBe('login');
});

describe('a foreign core', () => {
  const foreign = (given = {}) => openStore({ core: aCore({ about: aStrangersAbout }), foreign: true, ...given });

  it('is asked nothing before the operator confirmed it', async () => {
    const store = foreign();
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getState().session).toEqual({ status: 'unconfirmed' });
    store.dispatch(sessionStarted());
    store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.core.calls).toEqual([]);
    store.dispatch(coreConfirmed());
    await soon();
    expect(store.getState().session.status).toBe('login');
    expect(store.core.calls).toEqual(['about']);
  });

  it('is not asked about again in the same tab', async () => {
    const store = foreign({ confirmed: true });
    store.dispatch(sessionStarted());
    await soon();
    expect(store.getState().session.status).toBe('login');
  });

  it('has nothing to do with what other tabs do', async () => {
    const store = foreign({ core: aCore(), confirmed: true });
    store.dispatch(sessionStarted());
    await soon();
    store.core.setTokens({ access: token(600), refresh: KEPT });
    store.otherTab('token', MINE);
    store.otherTab('token', null);
    await soon();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens.refresh).toBe(KEPT);
  });
});

describe('another tab', () => {
  async function working() {
    const about = () => (store.core.tokens.access === '' ? aStrangersAbout() : anAbout());
    const store = openStore({ core: aCore({ about }), storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await soon();
    expect(store.getState().session.status).toBe('ready');
    return store;
  }

  it('that logs out takes this one along', async () => {
    const store = await working();
    store.otherTab('token', null);
    expect(store.core.tokens).toEqual({ access: '', refresh: '' });
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null, ended: 'elsewhere' });
    store.core.calls.length = 0;
    await vi.advanceTimersByTimeAsync(700_000);
    expect(store.core.calls).toEqual([]);
  });

  it('that logs out ends a login that is only lost, with the page behind it', async () => {
    const store = await working();
    store.core.tell({ type: 'auth', severity: 'error', message: '' });
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { about: { id: CORE_ID } } });
    store.storage.set('token', MINE);
    store.otherTab('token', null);
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null });
  });

  it('that logs out ends a start that is under way', async () => {
    const config = new Promise<object>(() => {});
    const store = openStore({ core: aCore({ config: () => config }), storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await soon();
    store.otherTab('token', null);
    await soon();
    expect(store.getState().session).toMatchObject({ status: 'login', auths: ['localjwt'] });
  });

  it('whose token is refused, or that drops what is none, does not take it along', async () => {
    const store = await working();
    for (const text of ['', null, 'poison', null]) store.otherTab('token', text);
    await soon();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens.refresh).toBe(KEPT);
  });

  it('that logs in lets this one go on, page and all', async () => {
    const store = await working();
    store.core.tell({ type: 'auth', severity: 'error', message: '' });
    store.otherTab('token', MINE);
    await soon();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens).toEqual({ access: token(600), refresh: MINE });
  });

  it('that logs in anew hands its token over', async () => {
    const store = await working();
    store.otherTab('token', MINE);
    expect(store.core.tokens).toEqual({ access: token(600), refresh: MINE });
    expect(store.getState().session.status).toBe('ready');
  });

  it('that stores what is no token is not listened to', async () => {
    const store = await working();
    store.otherTab('token', 'x\ny');
    expect(store.core.tokens.refresh).toBe(KEPT);
  });
});

it('leaves the token of another tab alone when its own is refused, and tells others that it was no logout', async () => {
  const store = openStore({ core: aCore(), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await soon();
  store.storage.set('token', MINE);
  store.core.tell({ type: 'auth', severity: 'error', message: '' });
  expect(store.getState().session.status).toBe('login');
  expect(store.storage.get('token')).toBe(MINE);
});
