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
const settle = () => vi.advanceTimersByTimeAsync(0);
const unreachable = () => {
  throw new CoreError(-1, AWAY);
};
const refused = () => {
  throw new CoreError(401, 'Missing or invalid JWT token');
};

it.each([
  ['a core that does not answer', aCore({ about: unreachable }), 'unreachable'],
  ['another application', aCore({ about: () => anAbout({ app: 'nginx' }) }), 'unreachable'],
  ['a core with a login', aCore({ about: aStrangersAbout }), 'login'],
  ['an old core', aCore({ about: () => anAbout({ version: { number: '14.9.0' } }) }), 'incompatible'],
  ['an old transcoder', aCore({ skills: () => ({ ...someSkills(), ffmpeg: { version: '3.4.8' } }) }), 'incompatible'],
  ['an untested transcoder', aCore({ skills: () => ({ ...someSkills(), ffmpeg: { version: '6.1.1' } }) }), 'ready'],
  ['a newer transcoder', aCore({ skills: () => ({ ...someSkills(), ffmpeg: { version: '27.0' } }) }), 'ready'],
  ['a core without a user', aCore({ about: () => anAbout({ auths: [] }) }), 'registration'],
  [
    'an old core without a user',
    aCore({ about: () => anAbout({ auths: [], version: { number: '17.0.0' } }) }),
    'incompatible',
  ],
  [
    'a core whose environment disables the login',
    aCore({ about: () => anAbout({ auths: [] }), config: () => aConfig({}, ['api.auth.enable']) }),
    'ready',
  ],
  ['a core that accepts this machine', aCore(), 'ready'],
  ['a core without a list of skills', aCore({ skills: refused }), 'ready'],
])('the session of %s becomes: %s', async (_, core, phase) => {
  const store = openStore({ core });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.getState().session.status).toBe(phase);
});

describe('a core that is still testing its ffmpeg', () => {
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const broken = () => {
    throw new CoreError(500, 'Internal Server Error');
  };
  const nothing = () => ({ ...someSkills(), codecs: {}, formats: {}, protocols: {} });
  const wait = 'The core is still looking at ffmpeg …';

  it.each([
    ['answers late', [() => new Promise((resolve) => setTimeout(() => resolve(someSkills()), 20_000))]],
    ['fails at first', [broken, broken, broken, broken, someSkills]],
    ['reports nothing at first', [nothing, nothing, nothing, nothing, someSkills]],
  ] as const)('is retried with a notice if it %s', async (_, answers) => {
    let requests = 0;
    const skills = () => answers[Math.min(requests++, answers.length - 1)]?.();
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
    const noticeId = store.getState().notice.next;
    await later(60_000);
    expect(store.getState().notice.next).toBe(noticeId);
  });

  it('opens after more than a minute, with a notice about the consequences', async () => {
    const store = openStore({ core: aCore({ skills: broken }) });
    store.dispatch(sessionStarted());
    await later(60_000);
    expect(store.getState().session.status).toBe('starting');
    await later(60_000);
    expect(store.getState().session.status).toBe('ready');
    expect(store.getState().notice.shown.at(-1)?.text).toMatch(/^The core cannot say what its ffmpeg can do\./);
  });
});

it('a session continues with the stored token', async () => {
  const store = openStore({ core: aCore(), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.core.tokens).toEqual({ access: token(600), refresh: KEPT });
  expect(store.getState().session.status).toBe('ready');
});

it('a session drops a rejected token, and keeps it if only the connection fails', async () => {
  const old = openStore({ core: aCore({ refresh: refused, about: aStrangersAbout }), storage: { token: KEPT } });
  old.dispatch(sessionStarted());
  await settle();
  expect(old.getState().session).toMatchObject({ status: 'login', ended: 'refused' });
  expect(old.storage.has('token')).toBe(false);

  const cut = openStore({ core: aCore({ refresh: unreachable }), storage: { token: KEPT } });
  cut.dispatch(sessionStarted());
  await settle();
  expect(cut.getState().session.status).toBe('unreachable');
  expect(cut.storage.get('token')).toBe(KEPT);
});

it('a session with a token sends its first requests in parallel', async () => {
  const store = openStore({ core: aCore({ about: () => new Promise(() => {}) }), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.core.calls).toEqual(['refresh', 'skills', 'config', 'processes', 'processes', 'metadataAll', 'about']);
});

it('a session sends its first requests while the login is verified', async () => {
  const about = vi.fn((): object | Promise<object> => aStrangersAbout());
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await settle();
  about.mockReturnValue(new Promise(() => {}));
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await settle();
  expect(store.core.calls).toEqual([
    'about',
    'login',
    'skills',
    'config',
    'processes',
    'processes',
    'metadataAll',
    'about',
  ]);
});

it('a session without a token only requests the description of the core', async () => {
  const store = openStore({ core: aCore({ about: aStrangersAbout }) });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.core.calls).toEqual(['about']);
});

it('a session requests the channel status before the page does', async () => {
  const ingest = { id: `restreamer-ui:ingest:${CHANNEL}`, reference: CHANNEL };
  const store = openStore({ core: aCore({ processes: () => [ingest] }), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.core.calls.slice(-1)).toEqual([`processes ${CHANNEL}`]);
});

it('a session neither sends a stored token to a foreign core nor stores its token', async () => {
  const about = vi.fn(aStrangersAbout);
  const store = openStore({ core: aCore({ about }), storage: { token: MINE }, foreign: true, confirmed: true });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.core.tokens.refresh).toBe('');
  expect(store.core.calls).not.toContain('refresh');
  about.mockReturnValue(anAbout());
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await settle();
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe(MINE);
});

it('a session logs in, stores the refresh token, and logs out', async () => {
  const about = vi.fn(aStrangersAbout);
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await settle();
  about.mockReturnValue(anAbout());
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  expect(store.getState().session).toMatchObject({ status: 'login', busy: true });
  await settle();
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe(refreshToken('first'));
  store.dispatch(logoutRequested());
  await settle();
  expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null });
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
  expect(store.storage.has('token')).toBe(false);
});

it.each([
  ['the password is wrong', aCore({ about: aStrangersAbout, login: refused }), 'Check the username and password.'],
  ['the core still hides its id', aCore({ about: aStrangersAbout }), "The core's response could not be read: id"],
  [
    'the core is unreachable',
    aCore({ about: aStrangersAbout, login: unreachable }),
    'Make sure the core is running and its address is correct.',
  ],
])('a session stays at the login when %s', async (_, core, failed) => {
  const store = openStore({ core });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(loginRequested({ username: 'admin', password: 'wrong' }));
  await settle();
  expect(store.getState().session).toMatchObject({ status: 'login', busy: false, failed });
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
});

it('a session renews its token 60 s before it expires, repeatedly', async () => {
  const store = openStore({ core: aCore(), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await settle();
  const renewals = () => store.core.calls.filter((call) => call === 'refresh').length;
  expect(renewals()).toBe(1);
  await vi.advanceTimersByTimeAsync(539_000);
  expect(renewals()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(renewals()).toBe(2);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(renewals()).toBe(3);
});

it('a session shows the login over the page after a rejected renewal, and returns to it', async () => {
  const refresh = vi.fn(() => ({ access_token: token(600) }));
  const store = openStore({ core: aCore({ refresh }), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await settle();
  refresh.mockImplementation(refused);
  await vi.advanceTimersByTimeAsync(540_000);
  expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { about: { id: CORE_ID } } });
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await settle();
  expect(store.getState().session.status).toBe('ready');
});

it.each<[string, string]>([
  ['a text of 4 MB', 'x'.repeat(4_000_000)],
  ['a token with a line feed', `${KEPT}\nX-Evil: 1`],
  ['a token with non-ASCII letters', 'e30.ü.sig'],
  ['no JWT', 'true'],
  ['an empty text', ''],
])('a session drops an invalid stored token without sending it: %s', async (_, stored) => {
  const store = openStore({ core: aCore({ about: aStrangersAbout }), storage: { token: stored } });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.core.calls).toEqual(['about']);
  expect(store.getState().session.status).toBe('login');
  expect(store.storage.has('token')).toBe(false);
});

it('a session rejects an invalid token from a login, with an error message', async () => {
  const login = () => ({ access_token: token(600), refresh_token: 'x'.repeat(9_000) });
  const store = openStore({ core: aCore({ about: aStrangersAbout, login }) });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
  await settle();
  expect(store.getState().session).toMatchObject({ status: 'login', busy: false });
  expect(store.getState().session).toHaveProperty('failed', expect.stringContaining('could not be read'));
  expect(store.core.tokens).toEqual({ access: '', refresh: '' });
  expect(store.storage.has('token')).toBe(false);
});

const failing = (code: number) => () => {
  throw new CoreError(code, 'Bad Gateway');
};

describe('a renewal that fails without a rejection', () => {
  it.each([-1, -2, 429, 500, 502, 511])('at the start with %s keeps the token and is retried', async (code) => {
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

  it('is skipped if the login was switched off meanwhile', async () => {
    const core = aCore({
      refresh: failing(404),
      about: () => anAbout({ auths: [] }),
      config: () => aConfig({}, ['api.auth.enable']),
    });
    const store = openStore({ core, storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens).toEqual({ access: '', refresh: '' });
    expect(store.storage.get('token')).toBe(KEPT);
  });

  it.each([-1, -2, 502])(
    'of an open page with %s keeps the page and the token, and is retried at intervals',
    async (code) => {
      const refresh = vi.fn((): object => ({ access_token: token(600) }));
      let isOwnCore = true;
      const about = () => (isOwnCore ? anAbout() : aStrangersAbout());
      const store = openStore({ core: aCore({ refresh, about }), storage: { token: KEPT } });
      store.dispatch(sessionStarted());
      await settle();
      refresh.mockClear();
      refresh.mockImplementation(failing(code));
      await vi.advanceTimersByTimeAsync(540_000);
      expect(store.getState().connection).toMatchObject({ status: 'lost', renewal: true });
      isOwnCore = false;
      await vi.advanceTimersByTimeAsync(300_000);
      expect(store.getState().session.status).toBe('ready');
      expect(store.storage.get('token')).toBe(KEPT);
      expect(refresh.mock.calls.length).toBeLessThan(40);
      refresh.mockImplementation(() => {
        isOwnCore = true;
        return { access_token: token(600) };
      });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(store.getState()).toMatchObject({ connection: { status: 'alive' }, session: { status: 'ready' } });
      refresh.mockClear();
      await vi.advanceTimersByTimeAsync(540_000);
      expect(refresh).toHaveBeenCalledOnce();
    },
  );
});

it('a session without a token stays open while the core accepts it, despite a single 401', async () => {
  const about = vi.fn((): object => anAbout());
  const store = openStore({ core: aCore({ about }) });
  store.dispatch(sessionStarted());
  await settle();
  store.core.tell({ type: 'auth', severity: 'error', message: 'Missing or invalid JWT token' });
  await settle();
  expect(store.getState().session.status).toBe('ready');
  about.mockImplementation(aStrangersAbout);
  store.core.tell({ type: 'auth', severity: 'error', message: 'Missing or invalid JWT token' });
  await settle();
  expect(store.getState().session.status).toBe('login');
});

describe('a foreign core', () => {
  const foreign = (options = {}) => openStore({ core: aCore({ about: aStrangersAbout }), foreign: true, ...options });

  it('receives no request before the operator confirms it', async () => {
    const store = foreign();
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getState().session).toEqual({ status: 'unconfirmed' });
    store.dispatch(sessionStarted());
    store.dispatch(loginRequested({ username: 'admin', password: 'p' }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.core.calls).toEqual([]);
    store.dispatch(coreConfirmed());
    await settle();
    expect(store.getState().session.status).toBe('login');
    expect(store.core.calls).toEqual(['about']);
  });

  it('needs one confirmation per tab', async () => {
    const store = foreign({ confirmed: true });
    store.dispatch(sessionStarted());
    await settle();
    expect(store.getState().session.status).toBe('login');
  });

  it('ignores logins and logouts in other tabs', async () => {
    const store = foreign({ core: aCore(), confirmed: true });
    store.dispatch(sessionStarted());
    await settle();
    store.core.setTokens({ access: token(600), refresh: KEPT });
    store.otherTab('token', MINE);
    store.otherTab('token', null);
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens.refresh).toBe(KEPT);
  });
});

describe('another tab', () => {
  async function working() {
    const about = () => (store.core.tokens.access === '' ? aStrangersAbout() : anAbout());
    const store = openStore({ core: aCore({ about }), storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await settle();
    expect(store.getState().session.status).toBe('ready');
    return store;
  }

  it('logs this one out with its logout', async () => {
    const store = await working();
    store.otherTab('token', null);
    expect(store.core.tokens).toEqual({ access: '', refresh: '' });
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null, ended: 'elsewhere' });
    store.core.calls.length = 0;
    await vi.advanceTimersByTimeAsync(700_000);
    expect(store.core.calls).toEqual([]);
  });

  it('ends an interrupted login and its page with a logout', async () => {
    const store = await working();
    store.core.tell({ type: 'auth', severity: 'error', message: '' });
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: { about: { id: CORE_ID } } });
    store.storage.set('token', MINE);
    store.otherTab('token', null);
    expect(store.getState().session).toMatchObject({ status: 'login', interrupted: null });
  });

  it('ends a start in progress with a logout', async () => {
    const config = new Promise<object>(() => {});
    const store = openStore({ core: aCore({ config: () => config }), storage: { token: KEPT } });
    store.dispatch(sessionStarted());
    await settle();
    store.otherTab('token', null);
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'login', auths: ['localjwt'] });
  });

  it('does not log this one out by a rejected or dropped token', async () => {
    const store = await working();
    for (const text of ['', null, 'poison', null]) store.otherTab('token', text);
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens.refresh).toBe(KEPT);
  });

  it('lets this one continue on its page with a login', async () => {
    const store = await working();
    store.core.tell({ type: 'auth', severity: 'error', message: '' });
    store.otherTab('token', MINE);
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect(store.core.tokens).toEqual({ access: token(600), refresh: MINE });
  });

  it('hands over its token with a new login', async () => {
    const store = await working();
    store.otherTab('token', MINE);
    expect(store.core.tokens).toEqual({ access: token(600), refresh: MINE });
    expect(store.getState().session.status).toBe('ready');
  });

  it('is ignored if it stores an invalid token', async () => {
    const store = await working();
    store.otherTab('token', 'x\ny');
    expect(store.core.tokens.refresh).toBe(KEPT);
  });
});

it('a session with a rejected token keeps a newer one of another tab, and does not log out other tabs', async () => {
  const store = openStore({ core: aCore(), storage: { token: KEPT } });
  store.dispatch(sessionStarted());
  await settle();
  store.storage.set('token', MINE);
  store.core.tell({ type: 'auth', severity: 'error', message: '' });
  expect(store.getState().session.status).toBe('login');
  expect(store.storage.get('token')).toBe(MINE);
});
