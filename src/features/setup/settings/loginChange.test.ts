import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { aConfig, aCore, anAbout, aStrangersAbout, refreshToken, token } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore, type TestStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { passwordDismissed, passwordGiven } from '../passwordPrompt/slice.ts';
import { signOutRequested } from './loginChange.ts';
import { settingsOpened, settingsSaveRequested, settingTyped } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const OLD = 'a stable by the sea';
const NEW = 'a horse in the harbour';
const LIVE = ['live-login'];

/** A core whose stored login takes effect on reload, and whose config contains the password as on a real core. */
async function openForm(extensions: string[], { waits = false } = {}) {
  const auth = { enable: true, username: 'admin', password: OLD, jwt: { secret: 'signs-tokens' } };
  const bodies: unknown[] = [];
  const logins: unknown[] = [];
  let valid = OLD;
  let out = false;
  const times = { loaded_at: '2026-01-01T00:00:00Z', updated_at: waits ? '2026-01-01T00:00:01Z' : '' };
  const answers: FakeAnswers = {
    about: () => (out ? aStrangersAbout() : anAbout({ extensions })),
    config: () => ({ ...aConfig({ api: { auth } }), ...times }),
    configSet: ({ body }) => {
      bodies.push(body);
      Object.assign(auth, Object(body).api?.auth);
      return 'OK';
    },
    configReload: () => {
      valid = auth.password;
      out = true;
      return 'OK';
    },
    login: ({ body }) => {
      logins.push(body);
      if (Object(body).password !== valid) throw new CoreError(401, 'Unauthorized');
      out = false;
      return { access_token: token(600), refresh_token: refreshToken('next') };
    },
  };
  const store = openStore({ core: aCore(answers) });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(settingsOpened());
  await vi.dynamicImportSettled();
  await pass(1_000);
  return { store, bodies, logins };
}

const prompt = ({ getState }: TestStore) => getState().passwordPrompt;
const notices = ({ getState }: TestStore) => getState().notice.shown.map(({ text }) => text);

async function saving(extensions: string[], answers: Parameters<typeof openForm>[1] = {}, path = 'api.auth.password') {
  const found = await openForm(extensions, answers);
  found.store.dispatch(settingTyped({ path, value: path === 'api.auth.password' ? NEW : 'operator' }));
  found.store.dispatch(settingsSaveRequested());
  await pass(0);
  return found;
}

describe('a change of the login', () => {
  it.each<[string, string[], boolean, boolean]>([
    ['announces no interruption on a core with live-login', LIVE, false, true],
    ['announces a restart on any other core', [], false, false],
    ['announces a restart if another setting waits for one', LIVE, true, false],
  ])('%s', async (_, extensions, waits, live) => {
    const { store, bodies } = await saving(extensions, { waits });
    expect(prompt(store)).toEqual({ status: 'asked', what: 'save', live, busy: false, wrong: false });
    expect(bodies).toEqual([]);
  });

  it.each([
    ['api.auth.password', { password: NEW }, { username: 'admin', password: NEW }],
    ['api.auth.username', { username: 'operator' }, { username: 'operator', password: OLD }],
  ])('is stored after the old password was entered, and logs in again: %s', async (path, auth, user) => {
    const { store, bodies, logins } = await saving(LIVE, {}, path);
    store.dispatch(passwordGiven(OLD));
    await pass(3_000);
    expect(bodies).toEqual([{ version: 3, api: { auth } }]);
    expect(logins).toEqual([{ username: 'admin', password: OLD }, user]);
    expect(store.getState()).toMatchObject({ session: { status: 'ready' }, restart: { status: 'none' } });
    expect(notices(store)).toEqual(['The login has changed. All streams kept running.']);
    expect(prompt(store)).toEqual({ status: 'none' });
  });

  it('is not stored with a wrong password, which can be corrected', async () => {
    const { store, bodies } = await saving(LIVE);
    store.dispatch(passwordGiven('guessed'));
    await pass(0);
    expect(prompt(store)).toMatchObject({ status: 'asked', busy: false, wrong: true });
    expect(bodies).toEqual([]);
    store.dispatch(passwordGiven(OLD));
    await pass(0);
    expect(bodies).toHaveLength(1);
  });

  it('is not stored without the password, and stays in the form', async () => {
    const { store, bodies } = await saving(LIVE);
    store.dispatch(passwordDismissed());
    await pass(0);
    expect(bodies).toEqual([]);
    expect(store.getState()).toMatchObject({
      passwordPrompt: { status: 'none' },
      settings: { status: 'open', busy: null, draft: { 'api.auth.password': NEW } },
    });
  });

  it('asks for no password when other settings change', async () => {
    const { store, bodies } = await openForm(LIVE);
    store.dispatch(settingTyped({ path: 'name', value: 'studio' }));
    store.dispatch(settingsSaveRequested());
    await pass(0);
    expect(bodies).toEqual([{ version: 3, name: 'studio' }]);
    expect(prompt(store)).toEqual({ status: 'none' });
  });
});

it('the global logout ends all other sessions and logs in again with the entered password', async () => {
  const { store, bodies, logins } = await openForm(LIVE);
  store.dispatch(signOutRequested());
  await pass(0);
  expect(prompt(store)).toMatchObject({ what: 'signOut', live: true });
  store.dispatch(passwordGiven(OLD));
  await pass(3_000);
  expect(bodies).toEqual([{ version: 3, api: { auth: { jwt: { secret: expect.stringMatching(/^[\w-]{41}$/) } } } }]);
  expect(logins).toHaveLength(2);
  expect(store.getState().session.status).toBe('ready');
});

describe('the state of the interface contains no password', () => {
  it.each<[string, string[], (found: Awaited<ReturnType<typeof openForm>>) => Promise<unknown>]>([
    ['received from the core', [], async () => {}],
    [
      'entered or changed',
      LIVE,
      async ({ store }) => {
        store.dispatch(settingTyped({ path: 'api.auth.password', value: NEW }));
        store.dispatch(settingsSaveRequested());
        await pass(0);
        store.dispatch(passwordGiven(OLD));
        await pass(7_000);
      },
    ],
    [
      'entered wrongly',
      LIVE,
      async ({ store }) => {
        store.dispatch(signOutRequested());
        await pass(0);
        store.dispatch(passwordGiven('guessed wrongly'));
        await pass(0);
      },
    ],
  ])('%s', async (_, extensions, happens) => {
    const found = await openForm(extensions);
    await happens(found);
    const state = JSON.stringify(found.store.getState());
    const secrets = [OLD, NEW, 'guessed wrongly', 'signs-tokens'];
    expect(secrets.filter((secret) => state.includes(secret))).toEqual([]);
    expect(JSON.stringify([...found.store.storage])).not.toContain(OLD);
  });
});
