import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import { CoreError } from '../../../api/error.ts';
import { aConfig, aCore, anAbout, aStrangersAbout, refreshToken, token } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { movedAddress, needsRestart } from './detectRestart.ts';
import { type Reload, restartRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const unreachable = () => {
  throw new CoreError(-1, 'Failed to fetch');
};

const config = (address = ':80') => ({
  ...aConfig({ address, api: { auth: { enable: true, username: 'admin', password: 'new' } } }),
  loaded_at: '2026-01-01T00:00:00Z',
  updated_at: '0001-01-01T00:00:00Z',
});

async function restarting({
  awayMs = 2_500,
  user,
  ...answers
}: FakeAnswers & { awayMs?: number; user?: Reload['user'] } = {}) {
  let orderedAt = Number.POSITIVE_INFINITY;
  const back = () => Date.now() >= orderedAt + awayMs;
  const store = openStore({
    core: aCore({
      config: () => config(),
      configReload: () => {
        orderedAt = Date.now();
        return 'OK';
      },
      about: () => {
        if (Date.now() < orderedAt) return anAbout();
        return back() ? (answers.about?.() ?? anAbout({ created_at: '2026-01-01T01:00:00Z' })) : unreachable();
      },
      ...Object.fromEntries(Object.entries(answers).filter(([name]) => name !== 'about')),
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.core.calls.length = 0;
  store.dispatch(restartRequested(user && { user, live: false }));
  await pass(0);
  return store;
}

const notices = ({ getState }: Awaited<ReturnType<typeof restarting>>) =>
  getState().notice.shown.map(({ text }) => text);

it('a restart counts as running from the request on, so that no second one starts', async () => {
  const store = openStore({ core: aCore({ config: () => new Promise(() => {}) }) });
  store.dispatch(restartRequested({ user: { username: 'admin', password: 'new' }, live: true }));
  expect(store.getState().restart).toEqual({ status: 'running', tries: 0, movedTo: null, live: true });
});

it('a restart waits for the new process of the core and reloads everything without an alarm', async () => {
  const store = await restarting();
  expect(store.getState().restart).toEqual({ status: 'running', tries: 0, movedTo: null });
  await pass(1_000);
  store.core.tell({ type: 'network', severity: 'error', message: 'Failed to fetch' });
  store.core.tell({ type: 'auth', severity: 'error', message: 'Missing or invalid JWT token' });
  await pass(1_000);
  expect(store.getState()).toMatchObject({
    restart: { status: 'running', tries: 2 },
    connection: { status: 'awaited' },
    session: { status: 'ready' },
  });
  await pass(1_000);
  expect(store.getState()).toMatchObject({
    restart: { status: 'none' },
    connection: { status: 'alive' },
    session: { status: 'ready', about: { created_at: '2026-01-01T01:00:00Z' } },
  });
  expect(notices(store)).toEqual(['The core has restarted.']);
});

it('a restart keeps polling a core that has not stopped yet', async () => {
  const store = await restarting({ about: () => anAbout() });
  await pass(10_000);
  expect(store.getState().restart).toMatchObject({ status: 'running', tries: 10 });
});

const user = { username: 'admin', password: 'new' };

it('a restart logs in with the new user if the token is invalid afterwards', async () => {
  const bodies: unknown[] = [];
  const store = await restarting({
    user,
    about: () =>
      store.core.tokens.access === '' ? aStrangersAbout() : anAbout({ created_at: '2026-01-01T01:00:00Z' }),
    login: ({ body }) => {
      bodies.push(body);
      return { access_token: token(600), refresh_token: refreshToken('next') };
    },
  });
  await pass(3_000);
  expect(bodies).toEqual([{ username: 'admin', password: 'new' }]);
  expect(store.getState()).toMatchObject({ restart: { status: 'none' }, session: { status: 'ready' } });
  expect(store.storage.get('token')).toBe(refreshToken('next'));
});

it('a restart shows the login over the page if the new user is unknown', async () => {
  const store = await restarting({ about: aStrangersAbout, login: () => expect.unreachable('logged in') });
  await pass(3_000);
  expect(store.getState()).toMatchObject({ restart: { status: 'none' }, session: { status: 'login' } });
});

it('a restart shows the login over the page if the new user is rejected', async () => {
  const store = await restarting({
    user,
    about: aStrangersAbout,
    login: () => {
      throw new CoreError(401, 'Missing or invalid JWT token');
    },
  });
  await pass(3_000);
  expect(store.getState()).toMatchObject({
    restart: { status: 'none' },
    connection: { status: 'alive' },
    session: { status: 'login', interrupted: { config: { version: 3 } } },
  });
  expect(notices(store)).toEqual([]);
});

it('a restart ends with a logout in another tab', async () => {
  const store = await restarting({ user, about: aStrangersAbout, login: () => expect.unreachable('logged in again') });
  store.core.setTokens({ access: token(600), refresh: refreshToken('kept') });
  store.storage.set('token', refreshToken('kept'));
  store.otherTab('token', null);
  await pass(10_000);
  expect(store.getState()).toMatchObject({
    restart: { status: 'none' },
    connection: { status: 'alive' },
    session: { status: 'login', interrupted: null },
  });
  expect(store.core.calls).not.toContain('login');
});

it('a restart is given up after 61 tries', async () => {
  const store = await restarting({ awayMs: Number.POSITIVE_INFINITY });
  await pass(60_000);
  expect(store.getState().restart.status).toBe('running');
  await pass(1_000);
  expect(store.getState()).toMatchObject({ restart: { status: 'absent', tries: 61 }, connection: { status: 'alive' } });
});

it('a restart shows why the core rejects the command', async () => {
  const store = await restarting({
    configReload: () => {
      throw new CoreError(404, 'Not Found');
    },
  });
  expect(store.getState()).toMatchObject({
    restart: { status: 'failed', reason: 'Not Found' },
    connection: { status: 'alive' },
  });
});

it('a restart reports that the core came back with its old settings', async () => {
  const store = await restarting({ config: () => ({ ...config(), updated_at: '2026-01-01T00:00:01Z' }) });
  await pass(3_000);
  expect(notices(store)).toEqual([expect.stringContaining('could not apply the new ones')]);
});

it('a restart determines the new address if the port changes', async () => {
  let saved = false;
  const store = await restarting({ config: () => config(saved ? ':9090' : ':80') });
  await pass(3_000);
  saved = true;
  store.dispatch(restartRequested());
  await pass(0);
  expect(store.getState().restart).toMatchObject({ movedTo: 'http://core.test:9090/ui/' });
});

describe('the new address of the page', () => {
  const at = (address: string, tls = ':8181') => Config.parse({ address, tls: { address: tls } });
  it.each<[string, Config, Config, string, string, string | null]>([
    ['stays', at(':8080'), at(':8080'), 'http://a:8080', 'http://a:8080/ui/', null],
    ['moves', at(':8080'), at(':9090'), 'http://a:8080', 'http://a:8080/ui/?x#/settings', 'http://a:9090/ui/'],
    ['moves from the standard port', at(':80'), at(':9090'), 'http://a', 'http://a/ui/', 'http://a:9090/ui/'],
    ['is unknown behind a proxy', at(':8080'), at(':9090'), 'http://a', 'http://a/ui/', null],
    ['moves with HTTPS', at(':80', ':443'), at(':80', ':8443'), 'https://a', 'https://a/ui/', 'https://a:8443/ui/'],
    ['ignores the HTTP port for HTTPS', at(':80', ':443'), at(':81', ':443'), 'https://a', 'https://a/ui/', null],
    [
      'of a foreign core',
      at(':8080'),
      at(':9090'),
      'http://b:8080/core',
      'http://a/ui/?address=http://b:8080/core',
      'http://a/ui/?address=http%3A%2F%2Fb%3A9090%2Fcore',
    ],
  ])('%s', (_, before, after, core, page, expected) => {
    const foreign = new URL(core).origin !== new URL(page).origin;
    expect(movedAddress({ before, after, core: new URL(core), page: new URL(page), foreign })).toBe(expected);
  });
});

it.each([
  ['0001-01-01T00:00:00Z', false],
  ['2026-11-20T21:32:57.753159460Z', true],
  ['2026-11-20T21:32:56Z', false],
])('settings stored at %s require a restart: %s', (updated_at, outdated) =>
  expect(needsRestart({ updated_at, loaded_at: '2026-11-20T21:32:57.75215946Z' })).toBe(outdated),
);
