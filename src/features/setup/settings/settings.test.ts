import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { aConfig, aCore, anAbout } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore, type TestStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { preferenceChosen } from '../../shared/preference/slice.ts';
import { restartRequested } from '../../shared/restart/slice.ts';
import { systemLogClosed, systemLogOpened } from '../systemLog/slice.ts';
import { deriveSettingsView } from './deriveSettingsView.ts';
import {
  settingsClosed,
  settingsEditor,
  settingsFormOf,
  settingsOpened,
  settingsSaveRequested,
  settingTyped,
} from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const rtmp = { enable: true, enable_tls: false, address: ':1935', address_tls: ':1936', app: '/', token: '' };

function storing(refuse?: () => never) {
  const bodies: unknown[] = [];
  const stored = { address: ':8080', rtmp, updated_at: '0001-01-01T00:00:00Z' };
  const answers: FakeAnswers = {
    config: () => {
      const { updated_at, ...config } = stored;
      return { ...aConfig({ ...config, custom: { kept: true } }), loaded_at: '2026-01-01T00:00:00Z', updated_at };
    },
    configSet: ({ body }) => {
      bodies.push(body);
      refuse?.();
      Object.assign(stored.rtmp, Object(body).rtmp);
      stored.updated_at = '2026-01-01T00:00:05Z';
      return 'OK';
    },
  };
  stored.rtmp = { ...rtmp };
  return { answers, bodies, stored };
}

async function openSettings(answers: FakeAnswers, storage = {}) {
  const store = openStore({ core: aCore(answers), storage });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(settingsOpened());
  await vi.dynamicImportSettled();
  await pass(1_000);
  return store;
}

function formOf({ getState }: TestStore) {
  const { settings } = getState();
  if (settings.status !== 'open') throw new Error(`The settings are ${settings.status}`);
  const form = settingsFormOf(settings);
  return { ...form, view: deriveSettingsView(form) };
}

const type = (store: TestStore, path: string, value: string | boolean) => store.dispatch(settingTyped({ path, value }));

it('the settings form sends the version and the changed settings only, and offers a restart', async () => {
  const { answers, bodies } = storing();
  const store = await openSettings(answers);
  expect(formOf(store).view).toMatchObject({ changes: [], outdated: false });
  type(store, 'rtmp.address', '1940');
  expect(formOf(store).view.changes).toHaveLength(1);
  store.dispatch(settingsSaveRequested());
  expect(formOf(store).saving).toBe(true);
  await pass(0);
  expect(bodies).toEqual([{ version: 3, rtmp: { address: ':1940' } }]);
  expect(formOf(store)).toMatchObject({ saving: false, edits: {}, view: { changes: [], outdated: true } });
  expect(formOf(store).view.situation.draft['rtmp.address']).toBe('1940');
  expect(store.getState().restart).toEqual({ status: 'offered' });
  expect(store.getState().notice.shown.map(({ text }) => text)).toEqual([
    'Settings saved. All changes will be applied after restarting the application.',
  ]);
});

it('the settings form keeps input made during a save, over the newly stored values', async () => {
  const { answers, bodies, stored } = storing();
  const store = await openSettings(answers);
  type(store, 'rtmp.address', '1940');
  store.dispatch(settingsSaveRequested());
  type(store, 'rtmp.app', '/late');
  await pass(0);
  expect(formOf(store)).toMatchObject({ saving: false, edits: { 'rtmp.app': '/late' } });
  stored.rtmp = { ...rtmp, address: ':1940', app: '/theirs' };
  store.dispatch(settingsSaveRequested());
  await pass(0);
  expect(bodies).toEqual([{ version: 3, rtmp: { address: ':1940' } }]);
  expect(store.getState().settings).toMatchObject({ others: { status: 'changed', draft: { 'rtmp.app': '/theirs' } } });
});

it('the settings form shows the saved settings after being left during the save and opened again', async () => {
  const { answers, stored } = storing();
  let answer = () => {};
  const pending = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const store = await openSettings({
    ...answers,
    configSet: async (...args) => {
      await pending;
      return answers.configSet?.(...args);
    },
  });
  type(store, 'rtmp.address', '1940');
  store.dispatch(settingsSaveRequested());
  await pass(0);
  store.dispatch(settingsEditor.actions.closed());
  store.dispatch(settingsEditor.actions.opened());
  await pass(6_000);
  expect(store.getState().settings.status).toBe('loading');
  answer();
  await pass(0);
  expect(stored).toMatchObject({ rtmp: { address: ':1940' } });
  expect(formOf(store)).toMatchObject({ saving: false, edits: {}, problem: null });
  expect(formOf(store).view.situation.draft['rtmp.address']).toBe('1940');
});

it('the settings form is unchanged again after the old value is entered again', async () => {
  const store = await openSettings(storing().answers);
  type(store, 'rtmp.address', '1940');
  type(store, 'rtmp.address', '1935');
  expect(formOf(store).view.changes).toEqual([]);
});

it('the settings form keeps unsaved input when another operator changes the settings', async () => {
  const { answers, stored } = storing();
  const store = await openSettings(answers);
  type(store, 'rtmp.token', 'mine');
  stored.rtmp = { ...rtmp, app: '/theirs', token: 'theirs' };
  await pass(5_000);
  expect(formOf(store).view.situation.draft).toMatchObject({ 'rtmp.app': '/theirs', 'rtmp.token': 'mine' });
});

async function conflicting(delayMs: number) {
  const { answers, stored, bodies } = storing();
  const store = await openSettings(answers);
  type(store, 'rtmp.app', '/mine');
  type(store, 'rtmp.token', 'new');
  stored.rtmp = { ...rtmp, app: '/theirs' };
  await pass(delayMs);
  store.dispatch(settingsSaveRequested());
  await pass(0);
  expect(bodies).toEqual([]);
  expect(formOf(store)).toMatchObject({ saving: false, edits: { 'rtmp.app': '/mine' } });
  expect(store.getState().settings).toMatchObject({
    stored: { 'rtmp.app': '/', 'rtmp.token': '' },
    others: { status: 'changed', draft: { 'rtmp.app': '/theirs', 'rtmp.token': '' } },
  });
  return { store, bodies };
}

it.each([
  ['at once', 0],
  ['after another poll', 6_000],
])('the settings form asks before it overwrites settings of another operator: %s', async (_, delayMs) => {
  const { store, bodies } = await conflicting(delayMs);
  store.dispatch(settingsEditor.actions.keptMine());
  store.dispatch(settingsSaveRequested());
  await pass(0);
  expect(bodies).toMatchObject([{ rtmp: { app: '/mine', token: 'new' } }]);
});

it("the settings form discards unsaved input in favor of another operator's settings", async () => {
  const { store, bodies } = await conflicting(0);
  store.dispatch(settingsEditor.actions.tookTheirs());
  expect(formOf(store).view).toMatchObject({ changes: [], situation: { draft: { 'rtmp.app': '/theirs' } } });
  store.dispatch(settingsEditor.actions.leftOpen());
  expect(bodies).toEqual([]);
});

it('the settings form stops polling the settings when closed', async () => {
  const store = await openSettings(storing().answers);
  store.dispatch(settingsClosed());
  store.core.calls.length = 0;
  await pass(20_000);
  // The channel sync goes on with its occasional requests.
  expect(store.core.calls.filter((call) => call !== 'processes')).toEqual([]);
  expect(store.core.calls.length).toBeLessThanOrEqual(4);
});

it('the settings form does not send invalid settings', async () => {
  const { answers, bodies } = storing();
  const store = await openSettings(answers);
  type(store, 'rtmp.address', 'x');
  store.dispatch(settingsSaveRequested());
  await pass(0);
  expect(bodies).toEqual([]);
  expect(formOf(store)).toMatchObject({
    problem: { text: 'There were some errors in the settings. Settings not saved.' },
    view: { marked: ['rtmp'] },
  });
});

describe('a save of the settings that fails', () => {
  const failing = async (error: CoreError) => {
    const store = await openSettings(
      storing(() => {
        throw error;
      }).answers,
    );
    type(store, 'rtmp.token', 'x');
    store.dispatch(settingsSaveRequested());
    await pass(0);
    return store;
  };

  it.each([
    [new CoreError(404, 'Not Found'), 'API endpoint not found. Settings not saved.', 'Not Found'],
    [new CoreError(409, 'Conflict'), 'There were some errors in the settings. Settings not saved.', 'Conflict'],
    [
      new CoreError(500, 'Oops', ['disk full']),
      'There was a problem storing the settings. Settings not saved.',
      'Oops: disk full',
    ],
    [
      new CoreError(-1, 'Failed to fetch'),
      'There was a problem storing the settings. Settings not saved.',
      'Failed to fetch',
    ],
  ])('is explained for %s', async (error, text, evidence) => {
    const store = await failing(error);
    expect(formOf(store)).toMatchObject({
      saving: false,
      problem: { text, evidence },
      view: { changes: [{ path: expect.any(String) }] },
    });
    expect(store.getState().restart).toEqual({ status: 'none' });
  });

  it("shows the core's message on the config after a 400", async () => {
    const store = await failing(new CoreError(400, 'Invalid config version', ['version 9']));
    expect(formOf(store)).toMatchObject({
      problem: { text: 'There was a problem storing the settings. Settings not saved.' },
      view: { loose: { elsewhere: ['Invalid config version: version 9'] } },
    });
  });

  it('shows a 400 on the tab that edits the whole config, if open', async () => {
    const refusing = () => {
      throw new CoreError(400, 'Invalid JSON', ['unknown field "x"']);
    };
    const store = await openSettings({ configSet: refusing });
    type(store, 'coreconfig', '{"x": 1}');
    store.dispatch(settingsSaveRequested());
    await pass(0);
    expect(formOf(store).view).toMatchObject({
      errors: { coreconfig: 'Invalid JSON: unknown field "x"' },
      marked: ['service'],
      loose: { elsewhere: [] },
    });
  });

  it('marks the fields of a 409 and their tabs until they are changed', async () => {
    const store = await failing(
      new CoreError(409, 'Conflict', [], { 'rtmp.app': ['x is not an absolute path'], address: ['taken'] }),
    );
    expect(formOf(store).view).toMatchObject({
      errors: { 'rtmp.app': 'Start with a slash, such as /live.', address: 'Taken' },
      marked: ['network', 'rtmp'],
    });
    type(store, 'rtmp.app', '/x');
    expect(formOf(store).view).toMatchObject({ errors: { address: 'Taken' }, marked: ['network'] });
    type(store, 'address', '9090');
    expect(formOf(store).problem).toBeNull();
  });
});

it('the settings form shows why the settings cannot be read, and recovers by itself', async () => {
  const config = vi.fn(() => aConfig());
  const store = await openSettings({ config });
  store.dispatch(settingsClosed());
  config.mockImplementation(() => {
    throw new CoreError(500, 'Oops');
  });
  store.dispatch(settingsOpened());
  await pass(0);
  expect(store.getState().settings).toMatchObject({ status: 'failed', reason: 'Oops' });
  config.mockImplementation(() => aConfig());
  await pass(5_000);
  expect(store.getState().settings.status).toBe('open');
});

it('the settings form keeps unsaved input across a restart and reads the settings again', async () => {
  const { answers, stored } = storing();
  const ended: number[] = [];
  const store = await openSettings({
    ...answers,
    configReload: () => ended.push(Date.now()),
    about: () => anAbout({ created_at: `life ${ended.length}` }),
  });
  type(store, 'rtmp.token', 'mine');
  stored.rtmp = { ...rtmp, app: '/theirs' };
  store.dispatch(restartRequested());
  await pass(1_100);
  expect(store.getState().restart.status).toBe('none');
  expect(formOf(store).view.situation.draft).toMatchObject({ 'rtmp.app': '/theirs', 'rtmp.token': 'mine' });
});

it('the settings form shows expert tabs as soon as they are enabled, and keeps a tab with changes', async () => {
  const store = await openSettings(storing().answers);
  const ids = () => formOf(store).view.tabs.map(({ id }) => id);
  const before = ids();
  store.dispatch(preferenceChosen({ key: 'expert', value: 'true' }));
  expect(ids()).toEqual(expect.arrayContaining([...before, 'playback', 'storage', 'logging']));
  type(store, 'log.level', 'debug');
  store.dispatch(preferenceChosen({ key: 'expert', value: 'false' }));
  expect(ids()).toEqual([...before, 'logging']);
});

it('the settings form polls the masked log of the core each second while it is shown', async () => {
  let lines = 1;
  const line = (n: number) => `level=INFO n=${n} address="rtmp://a.example.org/live?token=s3cret"`;
  const log = () => Array.from({ length: lines }, (_, n) => line(n));
  const store = await openSettings({ ...storing().answers, log });
  store.dispatch(systemLogOpened());
  await pass(0);
  lines = 2;
  await pass(1_000);
  expect(store.getState().systemLog).toHaveLength(2);
  expect(JSON.stringify(store.getState().systemLog)).not.toContain('s3cret');
  store.dispatch(systemLogClosed());
  store.core.calls.length = 0;
  await pass(5_000);
  expect(store.core.calls).not.toContain('log');
  expect(store.getState().systemLog).toBeNull();
});
