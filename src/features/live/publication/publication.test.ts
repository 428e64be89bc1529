import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import type { ChannelStatus } from '../../../media/status/channelStatus.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import {
  formClosed,
  formOpened,
  publicationChanged,
  publicationCoderChanged,
  publicationSaveRequested,
  saveAndStartRequested,
} from '../../setup/publicationForm/slice.ts';
import { channelOpened } from '../channel/slice.ts';
import { watchedStatusIn } from '../status/slice.ts';
import { lineOf, publicationStateOf } from './publicationState.ts';
import {
  allSwitched,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const UUID = '11111111-2222-4333-8444-000000000001';
const youtube = egressId('youtube', UUID);
const twitch = egressId('twitch', UUID);

const running = { order: 'start', exec: 'running', runtime_seconds: 12, progress: { fps: 25, speed: 1 } };
const stopped = { order: 'stop', exec: 'finished', runtime_seconds: 1 };
const failed = { order: 'start', exec: 'failed', runtime_seconds: 1, last_logline: 'Connection refused' };
const streams = [
  { type: 'video', codec: 'h264', stream: 0 },
  { type: 'audio', codec: 'aac', stream: 1 },
];
const stored = { version: 1, name: 'Main', settings: { stream_key: 'k', theirs: 1 }, theirs: 2 };

/** Like the real core, an update drops the metadata. */
function coreWith(states: Record<string, object>, meta: Record<string, object> = {}) {
  const metadata: Record<string, unknown> = { [ingestId(CHANNEL)]: { streams, meta: { name: 'Studio A' } } };
  const others: Record<string, unknown> = { [youtube]: { note: 'theirs' } };
  const current = { ...states };
  for (const id of Object.keys(states)) metadata[id] ??= meta[id] ?? stored;
  const processOf = (id: string) => ({
    id,
    reference: CHANNEL,
    state: current[id],
    metadata: { [METADATA_KEY]: metadata[id], ...(others[id] === undefined ? {} : { other: others[id] }) },
  });
  const configs: Record<string, object> = {};
  const configOf = (id: string) => ({
    config: configs[id] ?? { id, reference: CHANNEL, type: 'ffmpeg', input: [], output: [], options: [] },
  });
  const assertExists = (id: string) => {
    if (!(id in current)) throw new CoreError(404, 'Unknown process ID');
  };
  const written: object[] = [];
  const answers: FakeAnswers = {
    sessionsActive: () => ({}),
    memFiles: () => [],
    processes: ({ filter = '' } = {}) =>
      Object.keys(current).map((id) => ({ ...processOf(id), ...(filter.startsWith('config') ? configOf(id) : {}) })),
    process: ({ id }) => {
      assertExists(id);
      return processOf(id);
    },
    processCommand: ({ id, body: { command } }) => {
      assertExists(id);
      current[id] = command === 'start' ? running : stopped;
      return 'OK';
    },
    processUpdate: ({ id, body }) => {
      assertExists(id);
      delete metadata[id];
      delete others[id];
      configs[id] = body;
      written.push(body);
      return 'OK';
    },
    processAdd: ({ body }) => {
      current[body.id] = stopped;
      configs[body.id] = body;
      written.push(body);
      return 'OK';
    },
    processMetadataSet: ({ id, key, body }) => {
      (key === METADATA_KEY ? metadata : others)[id] = body;
      return body;
    },
    processMetadata: ({ id }) => metadata[id] ?? null,
    processDelete: ({ id }) => {
      delete current[id];
      return 'OK';
    },
  };
  return { answers, current, metadata, others, written };
}

async function watching(
  states: Record<string, object>,
  overrides: FakeAnswers = {},
  meta: Record<string, object> = {},
) {
  const core = coreWith({ [ingestId(CHANNEL)]: running, ...states }, meta);
  const store = openStore({ core: aCore({ ...core.answers, ...overrides }) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  store.core.calls.length = 0;
  const commands = () =>
    store.core.calls
      .filter((call) => call.startsWith('processCommand'))
      .map((call) => call.replace(/processCommand restreamer-ui:egress:(\w+):\S+ /, '$1 '));
  const notices = () =>
    store
      .getState()
      .notice.shown.map(({ text, values }) =>
        [text, ...values.map((value) => (typeof value === 'string' ? value : value.text))].join(' | '),
      );
  const egresses = () => store.getState().channel.list[0]?.egresses ?? {};
  const failures = () => {
    const egresses: ChannelStatus['egresses'] = watchedStatusIn(store.getState())?.egresses ?? {};
    return Object.fromEntries(
      Object.entries(egresses).flatMap(([id, { failure }]) => (failure ? [[id, failure]] : [])),
    );
  };
  return { ...core, store, commands, notices, egresses, failures, rows: () => store.getState().publication };
}

const settle = (ms = 1) => vi.advanceTimersByTimeAsync(ms);

it.each([
  ['on that is off', stopped, true, ['youtube start']],
  ['on that died while on', failed, true, ['youtube stop', 'youtube start']],
  ['off that is running', running, false, ['youtube stop']],
] as const)('switches a publication %s', async (_, state, on, expected) => {
  const { store, commands, rows } = await watching({ [youtube]: state });
  store.dispatch(publicationSwitched({ id: youtube, on }));
  expect(rows().asked[youtube]).toMatchObject({ settledAt: 0 });
  await settle();
  expect(commands()).toEqual(expected);
  expect(rows().asked).toEqual({});
  expect(publicationStateOf(store.getState(), youtube).progress?.order).toBe(on ? 'start' : 'stop');
});

it('shows the requested state until the core has carried it out, and ignores further presses', async () => {
  const { store, commands, rows } = await watching(
    { [youtube]: stopped },
    { processCommand: () => new Promise((resolve) => setTimeout(() => resolve('OK'), 3_000)) },
  );
  store.dispatch(publicationSwitched({ id: youtube, on: true }));
  await settle(2_500);
  store.dispatch(publicationSwitched({ id: youtube, on: false }));
  await settle();
  expect(rows().asked[youtube]).toMatchObject({ intent: 'start' });
  await settle(1_600);
  expect(rows().asked).toEqual({});
  expect(commands()).toEqual(['youtube start']);
});

it('reverts the switch and shows the reason if the core rejects the command', async () => {
  const { store, rows, notices } = await watching(
    { [youtube]: stopped },
    {
      processCommand: () => {
        throw new CoreError(400, 'Command failed', ['no such binary']);
      },
    },
  );
  store.dispatch(publicationSwitched({ id: youtube, on: true }));
  await settle();
  expect(rows()).toMatchObject({ asked: {}, refused: { [youtube]: 'Command failed: no such binary' } });
  expect(notices()).toEqual(['Failed to start process ({{0}}) | Command failed: no such binary']);
});

it('does not start a publication whose stop failed during a restart', async () => {
  const { store, commands } = await watching(
    { [youtube]: failed },
    {
      processCommand: () => {
        throw new CoreError(500, 'Internal Server Error');
      },
    },
  );
  store.dispatch(publicationReconnectRequested(youtube));
  await settle();
  expect(commands()).toEqual(['youtube stop']);
});

it('starts all publications that are off, and shows the total in a notice', async () => {
  const { store, commands, notices } = await watching({ [youtube]: running, [twitch]: stopped });
  store.dispatch(allSwitched({ channel: CHANNEL, on: true }));
  await settle();
  expect(commands()).toEqual(['twitch start']);
  expect(notices()).toEqual(['Publications started: {{0}} | 1']);
});

const missingSecrets = { stream_key: '' };
const keyless = { [youtube]: { ...stored, settings: { stream_key: '' }, missingSecrets } };
it.each([
  [
    'with all others',
    allSwitched({ channel: CHANNEL, on: true }),
    ['twitch start'],
    'Publications that could not be started: {{0}} of {{1}}. The list shows the reasons. | 1 | 2',
  ],
  [
    'alone',
    publicationSwitched({ id: youtube, on: true }),
    [],
    'Failed to start process ({{0}}) | Enter its key or password first',
  ],
])('does not start a publication without its key, %s', async (_, action, expected, notice) => {
  const { store, commands, notices } = await watching({ [youtube]: stopped, [twitch]: stopped }, {}, keyless);
  store.dispatch(action);
  await settle();
  expect(commands()).toEqual(expected);
  expect(notices()).toEqual([notice]);
  expect(lineOf(publicationStateOf(store.getState(), youtube))).toMatchObject({
    word: 'Enter its key or password first',
    tone: 'warning',
  });
});

it('starts a publication whose key another program has entered', async () => {
  const { store, commands } = await watching({ [youtube]: stopped }, {}, { [youtube]: { ...stored, missingSecrets } });
  store.dispatch(publicationSwitched({ id: youtube, on: true }));
  await settle();
  expect(commands()).toEqual(['youtube start']);
});

it('starts fifty publications in list order, one at a time, without further requests', async () => {
  const ids = Array.from({ length: 50 }, (_, n) => egressId('rtmp', UUID.replace(/..$/, String(10 + n))));
  const times: number[] = [];
  const processCommand = () => {
    times.push(Date.now());
    return 'OK';
  };
  const states = Object.fromEntries(ids.map((id) => [id, stopped]));
  const { store, rows, notices } = await watching(states, { processCommand });
  const startedAt = Date.now();
  store.dispatch(allSwitched({ channel: CHANNEL, on: true }));
  await settle();
  expect(Object.keys(rows().asked)).toEqual(ids.slice(0, 1));
  await settle(5_000);
  expect(times).toEqual(ids.map((_, n) => startedAt + n * 100));
  expect(notices()).toEqual(['Publications started: {{0}} | 50']);
  // One poll a second plus one status request per command batch.
  const others = () => store.core.calls.filter((call) => !call.startsWith('processCommand')).length;
  expect(others()).toBeLessThan(10);
  const before = others();
  await settle(10_000);
  expect(others() - before).toBeLessThan(20);
});

it('starts a group in order with its pauses, and stops at once on request', async () => {
  const id = (service: string) => egressId(service, UUID);
  const turn = (order: number, pause: number, group = 'Evening') => ({
    ...stored,
    control: { turn: { group, order, pause } },
  });
  const meant = { rtmp: turn(1, 0), srt: turn(3, 20), hls: turn(2, 5), udp: turn(0, 0, 'Church') };
  const ids = Object.keys(meant).map(id);
  const meta = Object.fromEntries(Object.entries(meant).map(([service, metadata]) => [id(service), metadata]));
  const { store, commands, notices } = await watching(Object.fromEntries(ids.map((id) => [id, stopped])), {}, meta);
  store.dispatch(allSwitched({ channel: CHANNEL, on: true, group: 'Evening' }));
  await settle();
  expect(commands()).toEqual(['rtmp start']);
  await settle(4_900);
  expect(commands()).toEqual(['rtmp start']);
  await settle(200);
  expect(commands()).toEqual(['rtmp start', 'hls start']);
  store.dispatch(allSwitched({ channel: CHANNEL, on: false, group: 'Evening' }));
  await settle();
  expect(commands()).toEqual(['rtmp start', 'hls start', 'rtmp stop', 'hls stop']);
  await settle(30_000);
  expect(commands()).toHaveLength(4);
  expect(notices()).toEqual(['Publications stopped: {{0}} | 2']);
});

it('stops all publications, and each row shows its own failure', async () => {
  const { store, rows, notices } = await watching(
    { [youtube]: running, [twitch]: running },
    {
      processCommand: ({ id }) => {
        if (id === twitch) throw new CoreError(500, 'Internal Server Error');
        return 'OK';
      },
    },
  );
  store.dispatch(allSwitched({ channel: CHANNEL, on: false }));
  await settle();
  expect(rows().refused).toEqual({ [twitch]: 'Internal Server Error' });
  expect(notices()[0]).toContain('could not be stopped');
  expect(notices()[0]).toContain('| 1 | 2');
});

it('keeps the cause of a failure during the next try, and forgets it once live', async () => {
  const { current, rows, failures } = await watching({ [youtube]: failed });
  await vi.dynamicImportSettled();
  await settle();
  expect(failures()).toMatchObject({ [youtube]: { cause: 'refused', evidence: 'Connection refused' } });
  const before = rows();
  await settle(1_000);
  expect(rows()).toBe(before);
  current[youtube] = { ...running, runtime_seconds: 2 };
  await settle(1_000);
  expect(failures()).toMatchObject({ [youtube]: { cause: 'refused', evidence: 'Connection refused' } });
  current[youtube] = running;
  await settle(1_000);
  expect(failures()).toEqual({});
});

it('adds and removes rows for publications changed elsewhere', async () => {
  const { current, metadata, egresses, store } = await watching({ [youtube]: stopped });
  const listed = () => store.core.calls.filter((call) => call.startsWith('processes')).length;
  await settle(3_000);
  const calm = listed();
  expect(calm).toBe(3);
  metadata[twitch] = { ...stored, name: 'Theirs' };
  current[twitch] = running;
  await settle(2_000);
  expect(egresses()).toMatchObject({ [twitch]: { service: 'twitch', name: 'Theirs' } });
  expect(listed()).toBe(calm + 3);
  delete current[youtube];
  await settle(2_000);
  expect(Object.keys(egresses())).toEqual([twitch]);
});

it('deletes a publication at once, together with its process', async () => {
  const { store, egresses, current, notices } = await watching({ [youtube]: running });
  store.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: youtube }));
  await settle();
  expect(Object.keys(current)).toEqual([ingestId(CHANNEL)]);
  expect(egresses()).toEqual({});
  expect(notices()).toEqual(['The publication service "{{0}}" has been deleted | Main']);
  expect(store.visited).toEqual([`/${CHANNEL}`]);
});

it('keeps a publication that could not be deleted', async () => {
  const { store, egresses, notices } = await watching(
    { [youtube]: running },
    {
      processDelete: () => {
        throw new CoreError(500, 'Internal Server Error');
      },
    },
  );
  store.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: youtube }));
  await settle();
  expect(Object.keys(egresses())).toEqual([youtube]);
  expect(notices()).toEqual(['The publication service "{{0}}" could not be deleted | Main']);
});

const target = (changed: object = {}) => ({ channel: CHANNEL, service: 'youtube', uuid: null, from: null, ...changed });

/** The form is a separate chunk, which may take more than a tick to load. */
async function formed(opened: Awaited<ReturnType<typeof watching>>, changed: object = {}) {
  opened.store.dispatch(formOpened(target(changed)));
  await vi.dynamicImportSettled();
  await settle();
  opened.store.core.calls.length = 0;
  const form = () => {
    const state = opened.store.getState().publicationForm;
    if (state.status !== 'open') throw new Error(`the form is ${state.status}`);
    return state;
  };
  const save = async (
    request: typeof publicationSaveRequested | typeof saveAndStartRequested = publicationSaveRequested,
  ) => {
    opened.store.dispatch(request());
    await vi.dynamicImportSettled();
    await settle();
  };
  return { form, save };
}

it.each([
  ['leaving it stopped', publicationSaveRequested, []],
  ['starting it', saveAndStartRequested, ['youtube start']],
])('saves a new publication, %s, and highlights it in the list', async (_, request, expected) => {
  const opened = await watching({});
  const { save } = await formed(opened);
  opened.store.dispatch(publicationChanged({ name: 'Main event', settings: { stream_key: 'abc' } }));
  await save(request);
  await settle();
  expect(opened.commands()).toEqual(expected);
  expect(opened.rows().landed).toBe(Object.keys(opened.egresses())[0]);
});

it('creates a publication in the order: check, add, write metadata, read back', async () => {
  const opened = await watching({});
  const { form, save } = await formed(opened);
  expect(form().draft).toMatchObject({ name: 'YouTube Live', control: { process: { autostart: false, delay: 30 } } });
  opened.store.dispatch(publicationChanged({ name: 'Main event', settings: { stream_key: 'abc' } }));
  await save();
  const calls = opened.store.core.calls.map((call) => call.split(' ')[0]);
  expect(calls.slice(0, 9)).toEqual([
    'metadataSet', // the lock against concurrent saves
    'metadataAll',
    'processes',
    'metadataSet', // the journal in case of an interruption
    'processes', // all of the channel, for the revision
    'processAdd',
    'processMetadataSet',
    'processMetadata',
    'metadataSet',
  ]);
  expect(opened.written).toMatchObject([
    {
      id: expect.stringMatching(/^restreamer-ui:egress:youtube:[0-9a-f-]{36}$/),
      reference: CHANNEL,
      input: [{ address: `{memfs}/${CHANNEL}.m3u8`, options: ['-re'] }],
      output: [{ address: 'rtmps://a.rtmps.youtube.com:443/live2/abc' }],
      autostart: false,
      reconnect: true,
    },
  ]);
  expect(Object.values(opened.egresses())).toEqual([{ service: 'youtube', name: 'Main event' }]);
  expect(opened.notices()).toEqual(['The publication service "{{0}}" has been created | Main event']);
  expect(opened.store.visited).toEqual([`/${CHANNEL}`]);
});

it('a publication form does not save while a required field is empty', async () => {
  const opened = await watching({});
  const { form, save } = await formed(opened);
  await save();
  expect(opened.store.core.calls.filter((call) => /Update|Add|Set/.test(call))).toEqual([]);
  expect(form()).toMatchObject({ tried: true, busy: null });
  expect(opened.store.visited).toEqual([]);
});

it('a publication form stores changes and keeps metadata of other interfaces', async () => {
  const opened = await watching({ [youtube]: running });
  const { form, save } = await formed(opened, { uuid: UUID });
  expect(form().draft).toMatchObject({ name: 'Main', settings: { stream_key: 'k' } });
  opened.store.dispatch(
    publicationChanged({ name: 'Renamed', settings: { ...form().draft.settings, stream_key: 'new' } }),
  );
  await save();
  expect(opened.written).toHaveLength(1);
  expect(opened.metadata[youtube]).toMatchObject({
    name: 'Renamed',
    theirs: 2,
    settings: { theirs: 1, stream_key: 'new' },
  });
  expect(opened.others[youtube]).toEqual({ note: 'theirs' });
  expect(opened.egresses()).toMatchObject({ [youtube]: { name: 'Renamed' } });
  expect(opened.notices()).toEqual(['The settings for "{{0}}" have been saved | Renamed']);
});

it('forgets a failure of the previous settings after a save', async () => {
  const opened = await watching({ [youtube]: failed });
  await vi.dynamicImportSettled();
  await settle();
  expect(opened.failures()).toMatchObject({ [youtube]: { cause: 'refused' } });
  const { save } = await formed(opened, { uuid: UUID });
  opened.current[youtube] = { ...running, runtime_seconds: 2 };
  await settle(1_000);
  expect(opened.failures()).toMatchObject({ [youtube]: { cause: 'refused' } });
  opened.store.dispatch(publicationChanged({ settings: { stream_key: 'right' } }));
  await save();
  expect(opened.failures()).toEqual({});
});

it('a publication is encoded as chosen in its form', async () => {
  const opened = await watching({ [youtube]: stopped });
  const { save } = await formed(opened, { uuid: UUID });
  opened.store.dispatch(publicationCoderChanged({ type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } }));
  await vi.dynamicImportSettled();
  await settle();
  await save();
  expect(opened.written).toMatchObject([{ output: [{ options: expect.arrayContaining(['libx264', '2048k']) }] }]);
});

it.each([
  ['creating', null, 'Failed to create publication service ({{0}})'],
  ['storing', UUID, 'Failed to store publication service ({{0}})'],
])('keeps the form open when %s failed', async (_, uuid, text) => {
  const refuse = () => {
    throw new CoreError(400, 'Invalid process config', ['bad address']);
  };
  const opened = await watching({ [youtube]: stopped }, { processUpdate: refuse, processAdd: refuse });
  const { form, save } = await formed(opened, { uuid });
  opened.store.dispatch(publicationChanged({ settings: { stream_key: 'abc' } }));
  await save();
  expect(opened.notices()).toEqual([`${text} | Invalid process config: bad address`]);
  expect(form()).toMatchObject({ busy: null, draft: { settings: { stream_key: 'abc' } } });
  expect(opened.store.visited).toEqual([]);
});

it.each([
  ['a new publication is removed', null],
  ['an existing one is reverted', UUID],
])('restores the previous state if the settings cannot be stored: %s', async (_, uuid) => {
  let tries = 0;
  const opened = await watching({ [youtube]: stopped });
  const keep = opened.answers.processMetadataSet;
  const refusing = await watching(
    { [youtube]: stopped },
    {
      ...opened.answers,
      processMetadataSet: (request) => {
        tries += 1;
        if (tries === 1) throw new CoreError(500, 'Internal Server Error');
        return keep?.(request);
      },
    },
  );
  const { save } = await formed(refusing, { uuid });
  refusing.store.dispatch(publicationChanged({ name: 'Never', settings: { stream_key: 'abc' } }));
  await save();
  expect(Object.keys(opened.current)).toEqual([ingestId(CHANNEL), youtube]);
  expect(opened.metadata[youtube]).toMatchObject({ name: 'Main', settings: { stream_key: 'k', theirs: 1 }, theirs: 2 });
  expect(opened.others[youtube]).toEqual({ note: 'theirs' });
  expect(refusing.notices()[0]).toContain('publication service ({{0}}) | Internal Server Error');
});

it('keeps the form open when the core becomes unreachable, and shows the banner', async () => {
  const opened = await watching(
    { [youtube]: stopped },
    {
      processUpdate: () => {
        throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
      },
    },
  );
  const { form, save } = await formed(opened, { uuid: UUID });
  await save();
  expect(form().busy).toBeNull();
  expect(opened.notices()).toEqual([]);
});

it('copies a publication into a new form', async () => {
  const opened = await watching({ [youtube]: running });
  opened.metadata[youtube] = { ...stored, control: { process: { autostart: true } } };
  const { form, save } = await formed(opened, { from: UUID });
  // The copy keeps the stream key until another one is entered.
  const control = { process: { autostart: false } };
  expect(form().draft).toMatchObject({ name: 'Main 2', settings: { stream_key: 'k' }, control });
  await save();
  expect(Object.values(opened.egresses()).map(({ name }) => name)).toEqual(['Main', 'Main 2']);
});

it.each([
  ['an unknown service', { service: 'nowhere' }, 'Publication service not found'],
  ['an unknown publication', { uuid: '99999999-2222-4333-8444-000000000001' }, 'Publication service not found'],
])('redirects from the form of %s', async (_, changed, text) => {
  const { store, notices } = await watching({});
  store.dispatch(formOpened(target(changed)));
  await vi.dynamicImportSettled();
  await settle();
  expect(notices()).toEqual([text]);
  expect(store.visited).toEqual([`/${CHANNEL}`]);
});

it('redirects from the form of a channel that is not on the core', async () => {
  const { store, notices, current } = await watching({});
  delete current[ingestId(CHANNEL)];
  store.dispatch(formOpened(target()));
  await vi.dynamicImportSettled();
  await settle();
  expect(notices()).toEqual(['Main channel not found']);
});

it('shows why a form could not be loaded', async () => {
  const state = { failing: false };
  const { answers } = coreWith({});
  const { store } = await watching(
    {},
    {
      processes: (query) => {
        if (state.failing) throw new CoreError(500, 'Internal Server Error');
        return answers.processes?.(query);
      },
    },
  );
  state.failing = true;
  store.dispatch(formOpened(target()));
  await vi.dynamicImportSettled();
  await settle();
  expect(store.getState().publicationForm).toMatchObject({ status: 'failed', reason: 'Internal Server Error' });
});

it('ignores late answers for a form that was closed', async () => {
  const { store } = await watching({});
  store.dispatch(formOpened(target()));
  store.dispatch(formClosed());
  await vi.dynamicImportSettled();
  await settle();
  expect(store.getState().publicationForm).toEqual({ status: 'closed' });
});

it('reads the log of a failure once, and shows the cause', async () => {
  const log = ['[rtmp @ 0x5] Server error: Stream key is not valid', 'Conversion failed!'];
  const report = { created_at: 990, prelude: [], log: log.map((line) => ['990', line]), history: [] };
  const { store, failures } = await watching(
    { [youtube]: { ...failed, last_logline: 'Conversion failed!' } },
    { process: ({ id }) => ({ id, report }) },
  );
  await settle(3_000);
  expect(failures()).toMatchObject({
    [youtube]: {
      cause: 'key-refused',
      evidence: 'Stream key is not valid',
      words: { title: '{{name}} rejected the login or stream key.' },
    },
  });
  expect(store.core.calls.filter((call) => call.startsWith('process '))).toHaveLength(1);
});

it('diagnoses no failure and reads no log while the channel is off', async () => {
  const { store, current, failures } = await watching({ [ingestId(CHANNEL)]: stopped, [youtube]: failed });
  await settle(1_000);
  expect(failures()).toMatchObject({ [youtube]: { cause: 'channel-not-running' } });
  current[ingestId(CHANNEL)] = running;
  await settle(1_000);
  expect(failures()).toMatchObject({ [youtube]: { cause: 'channel-not-running' } });
  expect(store.core.calls.filter((call) => call.startsWith('process '))).toEqual([]);
});

const waits = { ...failed, reconnect_seconds: 12 };
const flows = (seconds: number) => ({
  ...running,
  runtime_seconds: seconds,
  progress: { fps: 25, speed: 1, frame: seconds * 25, time: seconds },
});

it.each<[string, Record<string, object>, readonly object[], readonly string[]]>([
  [
    'retries waiting publications once data flows',
    { [youtube]: waits, [twitch]: stopped },
    [failed, flows(2), flows(5), flows(6)],
    [youtube],
  ],
  ['retries none that was off, and none twice', { [twitch]: stopped }, [failed, flows(5), flows(12)], []],
  ['retries none while it is unavailable', { [youtube]: waits }, [failed, failed, flows(2)], []],
  ['retries none if it never was unavailable', { [youtube]: waits }, [flows(20), flows(21), flows(22)], []],
])('when the source returns: %s', async (_, publications, ingest, woken) => {
  const commands: string[] = [];
  const [begin = {}] = ingest;
  const states: Record<string, object> = { [ingestId(CHANNEL)]: begin, ...publications };
  const store = openStore({
    core: aCore({
      sessionsActive: () => ({}),
      processes: () => Object.entries(states).map(([id, state]) => ({ id, reference: CHANNEL, state, metadata: {} })),
      processCommand: ({ id, body }) => {
        commands.push(`${id} ${body.command}`);
        if (body.command === 'start') states[id] = running;
        return 'OK';
      },
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(500);
  for (const state of ingest) {
    states[ingestId(CHANNEL)] = state;
    await vi.advanceTimersByTimeAsync(1000);
  }
  await vi.advanceTimersByTimeAsync(3000);
  expect(commands).toEqual(woken.flatMap((id) => [`${id} stop`, `${id} start`]));
  store.stop();
});

it('a publication stops at once, with an undo for five seconds', async () => {
  const { store, commands } = await live();
  store.dispatch(publicationSwitched({ id: youtube, on: false }));
  await vi.advanceTimersByTimeAsync(1100);
  expect(commands).toEqual([`${youtube} stop`]);
  expect(store.getState().publication.undo).toEqual([youtube]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.getState().publication.undo).toEqual([]);
  store.stop();
});

async function live() {
  const commands: string[] = [];
  const states: Record<string, object> = { [ingestId(CHANNEL)]: running, [youtube]: running };
  const store = openStore({
    core: aCore({
      sessionsActive: () => ({}),
      processes: () => Object.entries(states).map(([id, state]) => ({ id, reference: CHANNEL, state, metadata: {} })),
      processCommand: ({ id, body }) => {
        commands.push(`${id} ${body.command}`);
        states[id] = body.command === 'start' ? running : stopped;
        return 'OK';
      },
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(500);
  return { store, commands };
}
