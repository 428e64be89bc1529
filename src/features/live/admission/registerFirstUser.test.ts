import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AWAY, CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import {
  aConfig,
  aCore,
  anAbout,
  aStrangersAbout,
  CHANNEL,
  refreshToken,
  token,
} from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { registrationRequested, sessionStarted } from '../../gate/session/actions.ts';
import { firstUserConfig, foundIn, processesReviewed } from './registerFirstUser.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);
const USER = { username: 'admin', password: 'secret' };

describe('config stored for the first user', () => {
  let drawn = 0;
  beforeEach(() => {
    drawn = 0;
  });
  const stored = (overrides: readonly string[] = [], memoryUser = 'ffmpeg') =>
    firstUserConfig({ version: 3, overrides, memoryUser }, USER, () => {
      drawn += 1;
      return `drawn${drawn}`;
    });
  const auth = {
    enable: true,
    username: 'admin',
    password: 'secret',
    disable_localhost: false,
    auth0: { enable: false },
    jwt: { secret: 'drawn1-drawn2' },
  };
  const memory = { enable: true, username: 'ffmpeg', password: 'drawn3' };

  it.each<[string, readonly string[], string, object]>([
    ['all secrets are new', [], 'ffmpeg', { api: { auth }, storage: { memory: { auth: memory } } }],
    [
      'a memory storage without a user gets one',
      [],
      '',
      { api: { auth }, storage: { memory: { auth: { ...memory, username: 'admin' } } } },
    ],
    [
      'what the environment sets is left out',
      [
        'api.auth.jwt.secret',
        'storage.memory.auth.enable',
        'storage.memory.auth.username',
        'storage.memory.auth.password',
      ],
      'ffmpeg',
      { api: { auth: { ...auth, jwt: undefined } } },
    ],
  ])('%s', (_, overrides, memoryUser, expected) =>
    expect(JSON.parse(JSON.stringify(stored(overrides, memoryUser)))).toEqual(
      JSON.parse(JSON.stringify({ version: 3, update_check: false, ...expected })),
    ),
  );
});

it('lists existing processes by name and masks their addresses', () => {
  const address = 'rtmp://user:hunter2@live.example/app/key';
  const found = foundIn([
    {
      id: ingestId(CHANNEL),
      type: 'ffmpeg',
      reference: CHANNEL,
      created_at: 0,
      updated_at: 0,
      metadata: { [METADATA_KEY]: { version: 1, meta: { name: 'Studio' } } },
    },
    {
      id: 'miner',
      type: 'ffmpeg',
      reference: '',
      created_at: 0,
      updated_at: 0,
      config: {
        id: 'miner',
        type: 'ffmpeg',
        reference: '',
        input: [{ id: 'in', address: 'x'.repeat(5000), options: [] }],
        output: [{ id: 'out', address, options: [] }],
        options: [],
        reconnect: false,
        reconnect_delay_seconds: 0,
        autostart: true,
        stale_timeout_seconds: 0,
      },
    },
  ]);
  expect(found).toMatchObject([
    { id: ingestId(CHANNEL), name: 'Studio', addresses: [] },
    { id: 'miner', name: '' },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/hunter2|\/key|x{300}/);
});

function unclaimed(answers: FakeAnswers = {}) {
  const stored: unknown[] = [];
  let restartedAt = Number.POSITIVE_INFINITY;
  const store = openStore({
    core: aCore({
      about: () => {
        if (restartedAt === Number.POSITIVE_INFINITY) return anAbout({ auths: [] });
        if (Date.now() < restartedAt) throw new CoreError(-1, 'fetch failed');
        return store.core.tokens.access === '' ? aStrangersAbout() : anAbout();
      },
      configSet: ({ body }) => stored.push(body),
      configReload: () => {
        restartedAt = Date.now() + 2_500;
        return 'OK';
      },
      login: () => {
        if (Date.now() < restartedAt) throw new CoreError(404, 'Not Found');
        return { access_token: token(600), refresh_token: refreshToken('first') };
      },
      ...answers,
    }),
  });
  return { store, stored };
}

it('registers the first user with new secrets, waits for the restart, and logs in', async () => {
  const { store, stored } = unclaimed({ config: () => aConfig({}, ['api.auth.jwt.secret']) });
  store.dispatch(sessionStarted());
  await settle();
  expect(store.getState().session).toMatchObject({ status: 'registration', found: { processes: [] } });
  store.dispatch(registrationRequested(USER));
  await settle();
  expect(store.getState().session).toMatchObject({ status: 'registration', step: 'restarting' });
  await vi.advanceTimersByTimeAsync(3_000);
  const password = expect.stringMatching(/^\w{6}(-\w{6}){2}$/);
  expect(stored).toEqual([
    {
      version: 3,
      api: { auth: { enable: true, ...USER, disable_localhost: false, auth0: { enable: false } } },
      storage: { memory: { auth: { enable: true, username: 'admin', password } } },
      update_check: false,
    },
  ]);
  expect(store.getState().session.status).toBe('ready');
  expect(store.storage.get('token')).toBe(refreshToken('first'));
});

it('generates different secrets for each registration', async () => {
  const { store, stored } = unclaimed({
    configReload: () => {
      throw new CoreError(500, 'Not now');
    },
  });
  store.dispatch(sessionStarted());
  await settle();
  for (let time = 0; time < 2; time += 1) {
    store.dispatch(registrationRequested(USER));
    await settle();
  }
  const secrets = JSON.stringify(stored).match(/\w{6}-\w{6}-\w{6}/g) ?? [];
  expect(secrets.length).toBe(6);
  expect(new Set(secrets).size).toBe(6);
});

describe('processes that existed before the registration', () => {
  const among = (ids: Set<string>, answers: FakeAnswers = {}) =>
    unclaimed({
      processes: () => [...ids].map((id) => ({ id, reference: id })),
      processDelete: ({ id }) => ids.delete(id) && 'OK',
      ...answers,
    });

  async function registered(ids: Set<string>, answers: FakeAnswers = {}) {
    const { store } = among(ids, answers);
    store.dispatch(sessionStarted());
    await settle();
    const session = store.getState().session;
    store.dispatch(registrationRequested(USER));
    await vi.advanceTimersByTimeAsync(3_000);
    return { store, session };
  }

  it('are shown before and after the registration, and wait for a decision', async () => {
    const ids = new Set(['miner', 'tap']);
    const { store, session } = await registered(ids);
    const processes = [{ id: 'miner' }, { id: 'tap' }];
    expect(session).toMatchObject({ status: 'registration', found: { processes } });
    expect(store.getState().session).toMatchObject({ status: 'review', processes });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(store.getState().session.status).toBe('review');
  });

  it('are deleted only if the operator selected them', async () => {
    const ids = new Set(['miner', 'tap']);
    const { store } = await registered(ids);
    store.dispatch(processesReviewed(['miner']));
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect([...ids]).toEqual(['tap']);
  });

  it('are reviewed even if the core becomes unreachable right afterwards', async () => {
    let isDown = false;
    const { store } = await registered(new Set(['tap']), {
      config: () => {
        if (isDown) throw new CoreError(-1, AWAY);
        return aConfig();
      },
    });
    isDown = true;
    store.dispatch(processesReviewed([]));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(store.getState().session).toEqual({ status: 'unreachable', message: AWAY, answered: false });
    isDown = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getState().session.status).toBe('ready');
  });

  it('do not block the login if they cannot be deleted', async () => {
    const { store } = await registered(new Set(['miner', 'tap']), {
      processDelete: () => {
        throw new CoreError(500, 'No');
      },
    });
    store.dispatch(processesReviewed(['miner']));
    await settle();
    expect(store.getState().session.status).toBe('ready');
    expect(store.getState().notice.shown).toMatchObject([{ tone: 'error', values: ['miner', { text: 'No' }] }]);
  });
});

describe('a name or password set by the environment', () => {
  const env = { username: 'fixed', password: 'from the environment' };
  it.each([
    [['api.auth.username'], { username: env.username, password: false }, { password: USER.password }],
    [['api.auth.password'], { username: null, password: true }, { username: USER.username }],
    [['api.auth.username', 'api.auth.password'], { username: env.username, password: true }, {}],
  ])('is used but not sent; only a password chosen here logs in: %j', async (overrides, fixed, sent) => {
    const logins: unknown[] = [];
    const { store, stored } = unclaimed({
      config: () => aConfig({ api: { auth: env } }, overrides),
      login: ({ body }) => {
        logins.push(body);
        return { access_token: token(600), refresh_token: refreshToken('first') };
      },
    });
    store.dispatch(sessionStarted());
    await settle();
    expect(store.getState().session).toMatchObject({ status: 'registration', found: { fixed } });
    store.dispatch(registrationRequested(USER));
    await vi.advanceTimersByTimeAsync(4_000);
    const { enable: _, ...auth } = { enable: true, ...sent };
    expect(stored).toMatchObject([{ api: { auth } }]);
    for (const name of overrides) expect(stored).not.toHaveProperty(`0.${name}`);
    const chosen = { username: fixed.username ?? USER.username, password: USER.password };
    expect(logins).toEqual(fixed.password ? [] : [chosen]);
    expect(store.getState().session.status).toBe(fixed.password ? 'login' : 'ready');
    expect(JSON.stringify(store.getState())).not.toContain(env.password);
  });
});

describe('a core that does not restart in time', () => {
  async function absent(answers: FakeAnswers = {}) {
    let isDown = false;
    let claimed = false;
    const { store, stored } = unclaimed({
      about: () => {
        if (isDown) throw new CoreError(-1, AWAY);
        if (!claimed) return anAbout({ auths: [] });
        return store.core.tokens.access === '' ? aStrangersAbout() : anAbout();
      },
      configReload: () => {
        isDown = true;
        claimed = true;
        return 'OK';
      },
      login: () => ({ access_token: token(600), refresh_token: refreshToken('first') }),
      ...answers,
    });
    store.dispatch(sessionStarted());
    await settle();
    store.dispatch(registrationRequested(USER));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(store.getState().session).toMatchObject({ status: 'registration', step: 'asking' });
    expect(store.getState().session).toHaveProperty('failed', expect.stringContaining('did not come back'));
    return {
      store,
      stored,
      again: async () => {
        store.dispatch(registrationRequested(USER));
        await vi.advanceTimersByTimeAsync(5_000);
        return store.getState().session;
      },
      comesBack: () => {
        isDown = false;
      },
    };
  }

  it('is reported as unreachable on every attempt', async () => {
    const { again } = await absent();
    const failed = 'Make sure the core is running and its address is correct.';
    expect(await again()).toMatchObject({ status: 'registration', step: 'asking', failed });
  });

  it('logs in once it is back, without a second registration', async () => {
    const { again, comesBack, stored } = await absent();
    comesBack();
    expect(await again()).toMatchObject({ status: 'ready' });
    expect(stored.length).toBe(1);
  });

  it('leads to the login if it has another user by then', async () => {
    const { again, comesBack } = await absent({
      login: () => {
        throw new CoreError(401, 'Unauthorized');
      },
    });
    comesBack();
    expect(await again()).toMatchObject({
      status: 'login',
      busy: false,
      failed: expect.stringContaining('another user'),
    });
  });

  it('is registered again if it comes back without the user', async () => {
    let tries = 0;
    const { store, stored } = unclaimed({
      about: () => {
        if (tries < 2) return anAbout({ auths: [] });
        return store.core.tokens.access === '' ? aStrangersAbout() : anAbout();
      },
      configReload: () => {
        tries += 1;
        return 'OK';
      },
      login: () => ({ access_token: token(600), refresh_token: refreshToken('first') }),
    });
    store.dispatch(sessionStarted());
    await settle();
    for (const wait of [61_000, 3_000]) {
      store.dispatch(registrationRequested(USER));
      await vi.advanceTimersByTimeAsync(wait);
    }
    expect(stored.length).toBe(2);
    expect(store.getState().session.status).toBe('ready');
  });
});
