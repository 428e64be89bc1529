import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../api/processIds.ts';
import { isOn } from '../media/channel/publicationState.ts';
import { aCore, anAbout, CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { openStore } from '../testing/openStore.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { channelOpened } from './live/channel/slice.ts';
import { controlsOf } from './live/ingest/controlState.ts';
import { controlStateIn, progressIn } from './live/ingest/selectors.ts';
import { lineOf, publicationStateOf } from './live/publication/publicationState.ts';
import { playerOpened, playerSaveRequested } from './setup/player/slice.ts';
import { websiteOpened, websiteSaveRequested } from './setup/website/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const idOf = (n: number) => `${CHANNEL.slice(0, -2)}${String(n).padStart(2, '0')}`;
const twelve = Array.from({ length: 12 }, (_, n) => idOf(n));
const first = idOf(0);
const publication = egressId('youtube', first);
const state = { order: 'start', exec: 'running', runtime_seconds: 60, progress: { fps: 25, speed: 1 } };
const ingest = (channel: string): Record<string, unknown> => ({
  id: ingestId(channel),
  reference: channel,
  state,
  metadata: { [METADATA_KEY]: { version: 1, meta: { name: `Stage ${channel.slice(-2)}` } } },
});

function odd(id: string, changes: Record<string, unknown>) {
  const all = [...twelve.map(ingest), { ...ingest(first), id: publication, metadata: null }];
  return all.map((process) => (process.id === id ? { ...process, ...changes } : process));
}

async function openStoreOn(processes: readonly unknown[]) {
  const written: string[] = [];
  let stored: unknown = { version: 1, playersite: { playersite: true } };
  const store = openStore({
    core: aCore({
      processes: ({ id, reference } = {}) =>
        processes.filter((process) => {
          const { id: name, reference: ref } = Object(process);
          return (!id || typeof name !== 'string' || id.split(',').includes(name)) && (!reference || ref === reference);
        }),
      processMetadataSet: ({ id }) => written.push(id),
      diskWrite: ({ path }) => written.push(path),
      diskDelete: ({ path }) => written.push(path),
      diskFiles: ({ glob } = {}) =>
        glob === '/*.html' ? twelve.map((channel) => ({ name: `/playersite_${channel}.html` })) : [],
      metadataAll: () => ({ [METADATA_KEY]: stored }),
      metadataSet: ({ key, body }) => {
        if (key === METADATA_KEY) stored = body;
        return 'OK';
      },
      sessionsActive: () => ({}),
      memFiles: () => [],
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(20);
  store.dispatch(channelOpened(first));
  await vi.advanceTimersByTimeAsync(1500);
  return { store, written };
}

const foreign = { id: 'recording', reference: 'r', state: { order: 'weird', exec: 'weird' }, config: { input: 'x' } };

describe('one malformed process in the list', () => {
  it.each<[string, readonly unknown[]]>([
    ['another program', [...odd('', {}), foreign]],
    ['an entry that is not an object', [...odd('', {}), null, 'x', 5, []]],
    ['an id that is not a string', [...odd('', {}), { ...foreign, id: { a: 1 } }]],
    ['a new state', odd(ingestId(first), { state: { ...state, exec: 'weird' } })],
    ['a new order', odd(ingestId(first), { state: { ...state, order: 'weird' } })],
    ['neither', odd(ingestId(first), { state: { order: 7 } })],
    ['no state', odd(ingestId(first), { state: 'x' })],
    [
      'figures as strings',
      odd(ingestId(first), { state: { ...state, runtime_seconds: '60', progress: { fps: '25' } } }),
    ],
    ['no progress', odd(ingestId(first), { state: { ...state, progress: null } })],
    ['no frame rate', odd(ingestId(first), { state: { ...state, progress: { fps: null } } })],
    ['metadata that is a list', odd(ingestId(idOf(5)), { metadata: [1] })],
    ['a publication with a new state', odd(publication, { state: { exec: 'weird', order: 'weird' } })],
    ['a publication with a list of metadata', odd(publication, { metadata: [] })],
  ])('does not affect the others: %s', async (_, processes) => {
    const { store } = await openStoreOn(processes);
    expect(store.getState().session.status).toBe('ready');
    expect(store.getState().channel.list.map(({ id }) => id)).toEqual(expect.arrayContaining(twelve));
    expect(store.getState().channel.list).toHaveLength(12);
    const controls = controlsOf(controlStateIn(store.getState()));
    // Cancel stops a process that is connecting.
    expect(['stop', 'cancel']).toContain(controls?.second ?? controls?.main);
    store.stop();
  });
});

it('the interface shows an unknown process state as unknown', async () => {
  const weird = { exec: 'weird', order: 'weird' };
  const { store } = await openStoreOn(
    odd(ingestId(first), { state: weird }).map((process) =>
      process.id === publication ? { ...process, state: weird } : process,
    ),
  );
  expect(progressIn(store.getState())?.status).toBe('unknown');
  const state = publicationStateOf(store.getState(), publication);
  expect(lineOf(state)).toMatchObject({ word: 'State unknown', tone: 'neutral' });
  // It can be stopped, so it counts as on.
  expect(isOn(state)).toBe(true);
  store.stop();
});

it('the interface counts unreadable processes', async () => {
  const { store } = await openStoreOn([...odd('', {}), null, 5]);
  expect(store.getState().notice.shown).toMatchObject([{ tone: 'warning', values: ['2'] }]);
  store.stop();
});

it('the interface does not give an unnamed channel the name of an unreadable one', async () => {
  const { store } = await openStoreOn(odd(ingestId(idOf(5)), { metadata: 'x' }));
  expect(store.getState().channel.list.map(({ name }) => name)).toContain(idOf(5));
  store.stop();
});

const refuse = (code: number) => () => {
  throw new CoreError(code, 'what came of it');
};

describe('a response of the core', () => {
  it.each<[string, FakeAnswers, object]>([
    ['except if none came', { about: refuse(-1) }, { status: 'unreachable', answered: false }],
    ['something other than a core', { about: () => ({ hello: 1 }) }, { status: 'unreachable', answered: true }],
    ['a proxy', { about: refuse(502) }, { status: 'unreachable', answered: true }],
    ['no config', { config: () => ({}) }, { status: 'unreachable', answered: true }],
    ['malformed processes', { processes: () => 'x' }, { status: 'unreachable', answered: true }],
    ['malformed skills', { skills: () => 'x' }, { status: 'ready' }],
    [
      'malformed parts everywhere',
      { about: () => ({ ...anAbout(), uptime_seconds: {}, name: 5 }) },
      { status: 'ready' },
    ],
  ])('is not reported as a lost connection: %s', async (_, answers, expected) => {
    const store = openStore({ core: aCore(answers), storage: { token: 'kept' } });
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(50);
    expect(store.getState().session).toMatchObject(expected);
    store.stop();
  });

  // An empty list would open the registration, or skip the login.
  it.each([['localjwt'], [5], [{}]])('with the unknown login method %j still requires a login', async (auths) => {
    const store = openStore({ core: aCore({ about: () => ({ ...anAbout(), auths }) }), storage: { token: 'kept' } });
    store.dispatch(sessionStarted());
    await vi.advanceTimersByTimeAsync(50);
    expect(store.getState().session.status).not.toBe('registration');
    expect(store.getState().notice.shown).toEqual([]);
    store.stop();
  });
});

describe('unreadable data on the core', () => {
  it.each<[string, readonly unknown[]]>([
    ['metadata', odd(ingestId(first), { metadata: [1] })],
    ['a config', odd(ingestId(first), { config: { id: ingestId(first), input: [{ address: 5 }] } })],
    ['an id', odd(ingestId(first), { id: [] })],
  ])('is never overwritten: %s of a process', async (_, processes) => {
    const { store, written } = await openStoreOn(processes);
    store.dispatch(playerOpened(first));
    await vi.advanceTimersByTimeAsync(50);
    store.dispatch(playerSaveRequested());
    await vi.advanceTimersByTimeAsync(50);
    expect(written).toEqual([]);
    expect(JSON.stringify(store.getState())).toContain("The core's response could not be read");
    store.stop();
  });

  it.each<[string, readonly unknown[]]>([
    ['another program', [...odd('', {}), { ...foreign, metadata: [1] }]],
    ['a publication', odd(publication, { metadata: [1] })],
  ])('does not block the pages of all channels: metadata of %s', async (_, processes) => {
    const { store, written } = await openStoreOn(processes);
    store.dispatch(websiteOpened());
    await vi.advanceTimersByTimeAsync(50);
    store.dispatch(websiteSaveRequested());
    await vi.advanceTimersByTimeAsync(500);
    expect(new Set(written.flatMap((path) => /^\/playersite_(.+)\.(?:html|json)$/.exec(path)?.[1] ?? []))).toEqual(
      new Set(twelve),
    );
    store.stop();
  });

  it.each<[string, readonly unknown[]]>([
    ['metadata', odd(ingestId(idOf(5)), { metadata: [1] })],
    ['an id', odd(ingestId(idOf(5)), { id: [] })],
  ])('does not delete the pages of a channel with an unreadable part: %s', async (_, processes) => {
    const { store, written } = await openStoreOn(processes);
    store.dispatch(websiteOpened());
    await vi.advanceTimersByTimeAsync(50);
    store.dispatch(websiteSaveRequested());
    await vi.advanceTimersByTimeAsync(500);
    expect(written.filter((path) => path.startsWith('/playersite_'))).toEqual([]);
    store.stop();
  });
});
