import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aConfig, aCore, anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { openStore } from '../../../testing/openStore.ts';
import { connectionHealed } from '../../gate/connection/slice.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { storedChanged } from '../channel/channelSync.ts';
import { channelClosed } from '../channel/slice.ts';
import { hlsPushPlanned, pushCorrected, pushKeyChangeConfirmed, pushOpened } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ID = ingestId(CHANNEL);
const OLD = `rtmp://localhost/live/${CHANNEL}.stream?token=t`;
const RANDOM = /^\w{6}-\w{6}-\w{6}$/;

interface PushCase {
  version?: number;
  address?: string;
  settings?: object;
  answers?: FakeAnswers;
  metadata?: object;
}

async function opened({ version = 3, address = OLD, settings = {}, answers = {}, metadata = {} }: PushCase = {}) {
  const core = fakeProcesses({
    [ID]: {
      config: {
        input: [
          { address, options: ['-re'] },
          { address: 'anullsrc', options: ['-f', 'lavfi'] },
        ],
        output: [{ address: '{memfs}/x.m3u8', options: [] }],
      },
      metadata: {
        [METADATA_KEY]: {
          version: 1,
          meta: { name: 'Studio' },
          sources: [
            {
              type: 'network',
              settings: {
                mode: 'push',
                push: { type: 'rtmp' },
                address: `rtmp://core.test/live/${CHANNEL}.stream?token=t`,
                ...settings,
              },
              inputs: [{ address, options: ['-re'] }],
              theirs: 1,
            },
            { type: 'virtualaudio', settings: {}, inputs: [{ address: 'anullsrc', options: [] }] },
          ],
          theirs: { kept: true },
          ...metadata,
        },
        others: 'kept',
      },
    },
  });
  const rtmp = { enable: true, address: ':1935', app: '/live', token: 't' };
  const store = openStore({ core: aCore({ ...core.answers, config: () => aConfig({ version, rtmp }), ...answers }) });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(pushOpened(CHANNEL));
  await pass(0);
  const stored = () => Object(core.held.get(ID)?.metadata[METADATA_KEY]);
  return {
    ...{ store, core, stored },
    state: () => store.getState().pushAddress,
    input: () => core.held.get(ID)?.config.input.map((input) => input.address),
    notices: () => store.getState().notice.shown.map(({ text }) => text),
    press: async (action: typeof pushCorrected) => {
      store.dispatch(action(CHANNEL));
      await pass(0);
    },
  };
}

describe('the push of a channel', () => {
  it.each<[string, PushCase, object | null]>([
    ['is found by the default name', {}, { push: { type: 'rtmp', name: '' }, astray: false }],
    [
      'is found by the channel id, as other interfaces store it',
      { settings: { push: { type: 'rtmp', name: CHANNEL } } },
      { astray: false },
    ],
    ['is found in the {rtmp} notation of the core', { address: `{rtmp,name=${CHANNEL}.stream}` }, { astray: false }],
    [
      'is astray at a port that is not used any more',
      { address: `rtmp://localhost:1999/live/${CHANNEL}.stream?token=t` },
      { astray: true },
    ],
    ['is astray with another token', { address: `rtmp://localhost/live/${CHANNEL}.stream?token=x` }, { astray: true }],
    ['is astray under another name', { settings: { push: { type: 'rtmp', name: 'own' } } }, { astray: true }],
    ['is null for a pulled source', { settings: { mode: 'pull' } }, null],
    ['is null for unreadable metadata', { metadata: { version: 2 } }, null],
  ])('%s', async (_, options, expected) => {
    const { state } = await opened(options);
    expect(state()).toMatchObject({ status: 'known', channel: CHANNEL, held: expected });
  });
});

describe('a push by HLS', () => {
  const HLS = { settings: { push: { type: 'hls' } }, address: `http://localhost:8080/memfs/ingest/${CHANNEL}.m3u8` };
  const KEYED = { about: () => anAbout({ extensions: ['push-keys'] }) };
  const KEY = 'abcdef-abcdef-abcdef';
  const withStored = (stored: Record<string, unknown>): FakeAnswers => ({
    ...KEYED,
    metadataAll: () => stored,
    metadataSet: ({ key, body }) => {
      stored[String(key)] = body;
      return body;
    },
  });

  it.each<[string, FakeAnswers, string | null]>([
    ['has no key on a core without push keys', { metadataAll: () => ({ [`sluice-push:${CHANNEL}`]: KEY }) }, null],
    ['has no key until one is stored', withStored({}), null],
    ['ignores a stored key that is too short', withStored({ [`sluice-push:${CHANNEL}`]: 'x' }), null],
    ['has its own key', withStored({ [`sluice-push:${CHANNEL}`]: KEY }), KEY],
  ])('%s', async (_, answers, key) => {
    const { state } = await opened({ ...HLS, answers });
    expect(state()).toMatchObject({ status: 'known', held: { push: { type: 'hls' } }, key });
  });

  it('gets another key without a change to its process', async () => {
    const stored: Record<string, unknown> = { [`sluice-push:${CHANNEL}`]: KEY };
    const { press, state, core, notices } = await opened({ ...HLS, answers: withStored(stored) });
    const before = JSON.stringify(core.held.get(ID));
    await press(pushKeyChangeConfirmed);
    expect(stored[`sluice-push:${CHANNEL}`]).toMatch(RANDOM);
    expect(state()).toMatchObject({ key: stored[`sluice-push:${CHANNEL}`], busy: false });
    expect(JSON.stringify(core.held.get(ID))).toBe(before);
    expect(notices()).toEqual(['The stream key has changed. Enter the new one in the encoder.']);
  });
});

describe('a planned push by HLS', () => {
  const KEY = 'abcdef-abcdef-abcdef';
  interface PlanCase {
    extensions?: string[];
    config?: object;
    answers?: FakeAnswers;
  }
  const locked = { storage: { memory: { auth: { enable: true, username: 'u', password: 'p' } } } };
  const planned = async (
    stored: Record<string, unknown>,
    { extensions = ['push-keys'], config = locked, answers = {} }: PlanCase = {},
  ) => {
    const opening = await opened({
      answers: {
        about: () => anAbout({ extensions }),
        config: () => aConfig(config),
        metadataAll: () => stored,
        metadataSet: ({ key, body }) => {
          stored[String(key)] = body;
          return body;
        },
        ...answers,
      },
    });
    await opening.press(hlsPushPlanned);
    return { ...opening, key: () => stored[`sluice-push:${CHANNEL}`] };
  };

  it('stores a key before it shows the address, and keeps it', async () => {
    const { state, key, press } = await planned({});
    const drawn = key();
    expect(drawn).toMatch(RANDOM);
    expect(state()).toMatchObject({ status: 'known', key: drawn, wanted: true });
    await press(hlsPushPlanned);
    expect(state()).toMatchObject({ key: drawn });
    expect(key()).toBe(drawn);
  });

  it('keeps a key that another operator has stored', async () => {
    const { state } = await planned({ [`sluice-push:${CHANNEL}`]: KEY });
    expect(state()).toMatchObject({ key: KEY });
  });

  it.each([
    ['if the memory storage has no login', { config: {} }],
    ['on a core without push keys', { extensions: [] }],
  ])('gets no key %s', async (_, options) => {
    const { state, key } = await planned({}, options);
    expect(state()).toMatchObject({ status: 'known', key: null });
    expect(key()).toBeUndefined();
  });

  it('has no address if its key cannot be stored, and gets one once the core is back', async () => {
    const stored: Record<string, unknown> = {};
    const line = { away: true };
    const metadataSet: FakeAnswers['metadataSet'] = ({ key, body }) => {
      if (line.away) throw new CoreError(-1, 'away');
      stored[key] = body;
      return body;
    };
    const { state, store } = await planned({}, { answers: { metadataSet, metadataAll: () => stored } });
    expect(state()).toMatchObject({ status: 'unread', wanted: true });
    line.away = false;
    store.dispatch(connectionHealed());
    await pass(0);
    expect(state()).toMatchObject({ status: 'known', key: expect.stringMatching(RANDOM), wanted: true });
  });

  it('ends when the address of the channel is read again', async () => {
    const { state, press } = await planned({});
    await press(pushOpened);
    expect(state()).toMatchObject({ key: null, wanted: false, held: { push: { type: 'rtmp' } } });
  });
});

describe('a new key', () => {
  it.each([
    [3, (key: string) => `{rtmp,name=${key}}`],
    [1, (key: string) => `rtmp://localhost/live/${key}?token=t`],
  ])('is stored on a core of config version %i', async (version, address) => {
    const { press, state, stored, input, core, notices } = await opened({ version });
    const before = stored();
    await press(pushKeyChangeConfirmed);
    const { name } = stored().sources[0].settings.push;
    expect(name).toMatch(RANDOM);
    expect(input()).toEqual([address(name), 'anullsrc']);
    const [source, audio] = before.sources;
    expect(stored()).toEqual({
      ...before,
      sources: [
        {
          ...source,
          settings: {
            ...source.settings,
            push: { type: 'rtmp', name },
            address: `rtmp://core.test/live/${name}?token=t`,
          },
          inputs: [{ address: address(name), options: ['-re'] }],
        },
        audio,
      ],
    });
    expect(core.held.get(ID)?.metadata.others).toBe('kept');
    expect(state()).toMatchObject({ held: { push: { name }, astray: false }, busy: false });
    expect(notices()).toEqual(['The stream key has changed. Enter the new one in the encoder.']);
  });

  it('differs each time', async () => {
    const { press, stored } = await opened();
    await press(pushKeyChangeConfirmed);
    const { name } = stored().sources[0].settings.push;
    await press(pushKeyChangeConfirmed);
    expect(stored().sources[0].settings.push.name).not.toBe(name);
  });

  it('that cannot be stored leaves the old one in place', async () => {
    const { press, stored, input, state, notices } = await opened({
      answers: {
        processUpdate: () => {
          throw new CoreError(500, 'No');
        },
      },
    });
    const before = [stored(), input()];
    await press(pushKeyChangeConfirmed);
    expect([stored(), input()]).toEqual(before);
    expect(state()).toMatchObject({ held: { push: { name: '' } }, busy: false });
    expect(notices()).toEqual(['The stream key could not be changed: {{0}}']);
  });

  it('is not created for a channel that is not pushed', async () => {
    const { press, notices, core } = await opened({ settings: { mode: 'pull' } });
    await press(pushKeyChangeConfirmed);
    expect(notices()).toEqual(['The stream key could not be changed: {{0}}']);
    expect(core.interrupted).toEqual([]);
  });
});

it('restores a channel that reads from an address without a server, and keeps its key', async () => {
  const address = 'rtmp://localhost:1999/own';
  const { press, input, state } = await opened({ address, settings: { push: { type: 'rtmp', name: 'own' } } });
  expect(state()).toMatchObject({ held: { astray: true } });
  await press(pushCorrected);
  expect(input()).toEqual(['{rtmp,name=own}', 'anullsrc']);
  expect(state()).toMatchObject({ held: { astray: false, push: { name: 'own' } } });
});

describe('a core that does not report how a channel is pushed', () => {
  const refusing = async () => {
    const refused = vi.fn((): object[] => {
      throw new CoreError(403, 'Forbidden');
    });
    const open = await opened({ answers: { processes: ({ id } = {}) => (id === ID ? refused() : []) } });
    return { ...open, refused };
  };

  it('causes an error message with a retry button', async () => {
    const { state, store, notices, refused } = await refusing();
    expect(state()).toEqual({ status: 'unread', channel: CHANNEL, reason: 'Forbidden', wanted: false });
    expect(notices()).toEqual([]);
    refused.mockImplementation(() => {
      throw new CoreError(500, 'Away');
    });
    store.dispatch(pushOpened(CHANNEL));
    await pass(0);
    expect(state()).toMatchObject({ reason: 'Away' });
  });

  it('is asked again when it is back', async () => {
    const { state, store, refused } = await refusing();
    refused.mockClear();
    store.dispatch(connectionHealed());
    await pass(1000);
    expect(refused).toHaveBeenCalled();
    expect(state()).toMatchObject({ status: 'unread' });
  });
});

it('shows the key that another operator has chosen', async () => {
  const { core, state, store } = await opened();
  const other = core.held.get(ID);
  const stored = Object(other?.metadata[METADATA_KEY]);
  stored.sources[0].settings.push.name = 'theirs';
  store.dispatch(storedChanged(['another process']));
  await pass(0);
  expect(state()).toMatchObject({ held: { push: { name: '' } } });
  store.dispatch(storedChanged([ID]));
  await pass(1000);
  expect(state()).toMatchObject({ held: { push: { name: 'theirs' } } });
  store.dispatch(channelClosed());
  expect(state()).toEqual({ status: 'none' });
});
