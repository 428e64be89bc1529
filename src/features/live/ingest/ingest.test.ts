import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY, snapshotId } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import type { LiveState } from '../../live/index.ts';
import { detailsOpened } from '../../shared/processDetails/slice.ts';
import { channelClosed, channelOpened, statesRetried } from '../channel/slice.ts';
import { watchedStatusIn } from '../status/slice.ts';
import { bitrateIn, missingSinceIn, sightIn, viewersIn } from './selectors.ts';
import { ingestReconnectRequested, ingestStartRequested, ingestStopRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const egress = egressId('rtmp', CHANNEL);
const state = (exec: string, more: object = {}) => ({ order: 'start', exec, runtime_seconds: 12, ...more });
const running = state('running', { progress: { fps: 25, speed: 1 } });
const stopped = state('finished', { order: 'stop' });
const process = (id: string, state: object) => ({ id, reference: CHANNEL, state: state });

function viewOf(state: LiveState) {
  const status = watchedStatusIn(state);
  return { ...state.status, ...state.ingest, ...status, isKnown: status !== null };
}

async function opened(answers: FakeAnswers = {}, edges: Readonly<Record<string, unknown>> = {}) {
  const store = openStore({
    edges,
    core: aCore({ sessionsActive: () => ({}), processCommand: () => 'OK', memDelete: () => null, ...answers }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.core.calls.length = 0;
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  const commands = () =>
    store.core.calls
      .filter((call) => call.startsWith('processCommand'))
      .map((call) => call.replace('processCommand ', '').replaceAll(CHANNEL, '…'));
  const count = (name: string) => store.core.calls.filter((call) => call.startsWith(name)).length;
  return { store, commands, count, inView: () => viewOf(store.getState()) };
}

it('a channel page fetches the ingest and its publications in one request a second', async () => {
  const { inView, count } = await opened({
    processes: () => [
      process(ingestId(CHANNEL), running),
      process(egress, state('failed', { last_logline: 'refused' })),
    ],
  });
  expect(inView()).toMatchObject({
    ingest: { progress: { status: 'connected', fps: 25 } },
    egresses: { [egress]: { progress: { status: 'error', message: 'refused' } } },
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(count('processes')).toBe(10);
});

it('a channel page with everything on stays below two requests a second', async () => {
  const { store } = await opened({
    processes: () => [process(ingestId(CHANNEL), running)],
    memFiles: () => [],
  });
  store.core.calls.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  // The footer adds one request every 2 s.
  expect(store.core.calls.length / 60 + 0.5).toBeLessThan(2);
});

it('open process details add one request a second', async () => {
  const { store } = await opened({
    processes: () => [process(ingestId(CHANNEL), running)],
    process: () => process(ingestId(CHANNEL), running),
    memFiles: () => [],
  });
  store.dispatch(detailsOpened(ingestId(CHANNEL)));
  store.core.calls.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.core.calls.length / 60 + 0.5).toBeLessThanOrEqual(2.52);
  expect(store.core.calls.some((call) => call.startsWith('sessionsActive'))).toBe(false);
});

it('a channel page recognizes a channel that was never set up', async () => {
  const { inView } = await opened({ processes: () => [] });
  expect(inView()).toMatchObject({ isKnown: true, ingest: null });
});

it.each([
  ['500', 500],
  ['403', 403],
  ['a page of a proxy', -2],
])('a channel page reports an unavailable status and keeps polling: %s', async (_, code) => {
  const state = { fails: true };
  const { store, inView } = await opened({
    processes: ({ filter } = {}) => {
      if (state.fails && filter?.includes('state')) throw new CoreError(code, 'Refused rtmp://u:s3cret@h/x');
      return [process(ingestId(CHANNEL), running)];
    },
  });
  expect(inView()).toMatchObject({ isKnown: false, unread: expect.stringContaining('Refused') });
  expect(inView().unread).not.toContain('s3cret');
  state.fails = false;
  store.dispatch(statesRetried(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(inView()).toMatchObject({ ingest: { progress: { order: 'start' } }, unread: null });
});

it('a channel page pauses in a hidden tab and polls at once when it is visible again', async () => {
  const { store, count } = await opened({ processes: () => [process(ingestId(CHANNEL), running)] });
  store.hide(true);
  await vi.advanceTimersByTimeAsync(1_000);
  const before = store.core.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.core.calls.length - before).toBeLessThanOrEqual(1);
  const polled = count('processes');
  store.hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(count('processes')).toBe(polled + 1);
});

it('a channel page stops its polls when it is left', async () => {
  const { store } = await opened({ processes: () => [] });
  store.dispatch(channelClosed());
  store.core.calls.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.core.calls).toEqual(['processes']);
});

it('an old status is not treated as current', async () => {
  let slow = false;
  const { store, inView } = await opened({
    processes: () => (slow ? new Promise(() => {}) : [process(ingestId(CHANNEL), running)]),
  });
  expect(sightIn(store.getState()).progress).toMatchObject({ status: 'connected' });
  slow = true;
  await vi.advanceTimersByTimeAsync(11_500);
  expect(inView().aged).toBe('late');
  expect(sightIn(store.getState()).progress).toBeNull();
});

it('a slow core receives no second status request before its answer', async () => {
  let open = 0;
  let most = 0;
  await opened({
    processes: async ({ reference } = {}) => {
      // The login requests all processes twice at once: their metadata, and the states of ingests.
      if (reference === undefined) return [];
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      open -= 1;
      return [];
    },
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(most).toBe(1);
});

it('a failed request keeps the last good state', async () => {
  const processes = vi.fn((): object[] => [process(ingestId(CHANNEL), running)]);
  const { inView } = await opened({ processes });
  processes.mockImplementation(() => {
    throw new CoreError(500, 'Internal Server Error');
  });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(inView().ingest).toMatchObject({ progress: { status: 'connected' } });
});

it('measures the bitrate from the segments if ffmpeg does not report one', async () => {
  let written = 0;
  const { store } = await opened({
    processes: () => [process(ingestId(CHANNEL), running)],
    memFiles: () => {
      written += 5;
      return Array.from({ length: written }, (_, i) => ({
        name: `/${CHANNEL}_${String(i).padStart(4, '0')}.ts`,
        size_bytes: 250_000,
        last_modified: 1_000 + 2 * i,
      }));
    },
  });
  await vi.advanceTimersByTimeAsync(21_000);
  // 250 kB every 2 s
  expect(bitrateIn(store.getState())).toBe(1000);
});

const segment = (n: number) => ({ name: `/${CHANNEL}_${n}.ts`, size_bytes: 250_000, last_modified: 1_000 + 2 * n });

it.each<[string, () => object[], object, number | null]>([
  ['new ones are written', () => [segment(Math.floor(Date.now() / 2000))], running, null],
  ['none are written any more', () => [segment(1)], running, 1_000_000],
  ['none were ever written', () => [], running, 1_000_000],
  ['the process is not running', () => [segment(1)], state('failed'), null],
  [
    'the core has no memory storage',
    () => {
      throw new CoreError(404, 'Not Found');
    },
    running,
    null,
  ],
])('detects whether segments arrive: %s', async (_, memFiles, state, since) => {
  const { store } = await opened({ processes: () => [process(ingestId(CHANNEL), state)], memFiles });
  await vi.advanceTimersByTimeAsync(51_000);
  expect(missingSinceIn(store.getState())).toBe(since);
});

const onDisk = (hls: object) => ({
  ...process(ingestId(CHANNEL), running),
  metadata: { [METADATA_KEY]: { version: '1.14.0', control: { hls: { storage: 'diskfs', ...hls } } } },
});

it.each([
  ['computes the bitrate from segments on the disk too', {}, 1000],
  ['does not list segments that are never deleted', { listSize: 0 }, null],
])('%s', async (_, hls, bitrateKbit) => {
  let written = 0;
  const { store } = await opened({
    processes: () => [onDisk(hls)],
    memFiles: () => [],
    diskFiles: () => {
      written += 5;
      return Array.from({ length: written }, (_, i) => ({
        name: `/${CHANNEL}/output_0/20261122/${1_000 + 2 * i}.ts`,
        size_bytes: 250_000,
        last_modified: 1_000 + 2 * i,
      }));
    },
    diskDelete: () => null,
  });
  await vi.advanceTimersByTimeAsync(21_000);
  expect(bitrateIn(store.getState())).toBe(bitrateKbit);
  store.dispatch(ingestStopRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.core.calls).toContain(`diskDelete /${CHANNEL}.m3u8`);
});

it('counts viewers and their bandwidth', async () => {
  const { inView } = await opened({
    processes: () => [],
    sessionsActive: () => ({ hls: [{ reference: CHANNEL, bandwidth_tx_kbit: 500 }], rtmp: [] }),
  });
  expect(inView().audience).toEqual({ viewers: 1, bandwidthKbit: 500, publishedKbit: 0 });
});

it('starts the ingest and its snapshot, and restarts the snapshot once there are segments', async () => {
  const processes = vi.fn(() => [process(ingestId(CHANNEL), state('running', { runtime_seconds: 2 }))]);
  const { store, commands, inView } = await opened({ processes });
  store.dispatch(ingestStartRequested(CHANNEL));
  expect(inView().asked).toBe('start');
  await vi.advanceTimersByTimeAsync(2_000);
  const first = ['restreamer-ui:ingest:… start', 'restreamer-ui:ingest:…_snapshot start'];
  expect(commands()).toEqual(first);
  expect(inView().asked).toBeNull();
  processes.mockReturnValue([process(ingestId(CHANNEL), running)]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(commands()).toEqual([
    ...first,
    'restreamer-ui:ingest:…_snapshot stop',
    'restreamer-ui:ingest:…_snapshot start',
  ]);
});

it('stops the snapshot, the ingest and running publications, and deletes the playlist', async () => {
  const { store, commands } = await opened({
    processes: () => [
      process(ingestId(CHANNEL), running),
      process(snapshotId(CHANNEL), running),
      process(egress, running),
      process(egressId('hls', CHANNEL), state('finished', { order: 'stop' })),
    ],
  });
  store.dispatch(ingestStopRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(commands()).toEqual([
    'restreamer-ui:ingest:…_snapshot stop',
    'restreamer-ui:ingest:… stop',
    'restreamer-ui:egress:rtmp:… stop',
  ]);
  expect(store.core.calls).toContain(`memDelete /${CHANNEL}.m3u8`);
});

it('reconnects with a stop first, because a dead process ignores a start', async () => {
  const { store, commands } = await opened({ processes: () => [process(ingestId(CHANNEL), state('failed'))] });
  store.dispatch(ingestReconnectRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(commands()).toEqual([
    'restreamer-ui:ingest:…_snapshot stop',
    'restreamer-ui:ingest:… stop',
    'restreamer-ui:ingest:… start',
    'restreamer-ui:ingest:…_snapshot start',
  ]);
});

it('a start works without a snapshot process', async () => {
  const { store, commands } = await opened({
    processes: () => [process(ingestId(CHANNEL), running)],
    processCommand: ({ id }) => {
      if (id === snapshotId(CHANNEL)) throw new CoreError(400, 'Command failed', ['unknown process']);
      return 'OK';
    },
  });
  store.dispatch(ingestStartRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(commands()[0]).toBe('restreamer-ui:ingest:… start');
  expect(store.getState().notice.shown).toEqual([]);
});

it('reports why a start failed, and leaves the starting state', async () => {
  const { store, inView } = await opened({
    processes: () => [process(ingestId(CHANNEL), state('finished', { order: 'stop' }))],
    processCommand: () => {
      throw new CoreError(400, 'Command failed', ['max. number of running processes (1) reached']);
    },
  });
  store.dispatch(ingestStartRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(inView().asked).toBeNull();
  expect(store.getState().notice.shown).toMatchObject([
    { tone: 'error', values: [{ text: 'Command failed: max. number of running processes (1) reached' }] },
  ]);
});

it('shows the result of a command without waiting for the next poll', async () => {
  const processes = vi.fn(() => [process(ingestId(CHANNEL), running)]);
  const { store, inView } = await opened({
    processes,
    processCommand: ({ id }) => {
      if (id === ingestId(CHANNEL)) processes.mockReturnValue([process(ingestId(CHANNEL), stopped)]);
      return 'OK';
    },
  });
  store.dispatch(ingestStopRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(inView()).toMatchObject({ asked: null, ingest: { progress: { status: 'disconnected', order: 'stop' } } });
});

it('ignores an answer that was requested before the command was carried out', async () => {
  let now = running;
  const { store, inView } = await opened({
    processes: async () => {
      const answer = [process(ingestId(CHANNEL), now)];
      await new Promise((resolve) => setTimeout(resolve, now === running ? 900 : 10));
      return answer;
    },
    processCommand: async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (id === ingestId(CHANNEL)) now = stopped;
      return 'OK';
    },
  });
  await vi.advanceTimersByTimeAsync(1_050);
  store.dispatch(ingestStopRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(300);
  expect(inView()).toMatchObject({ asked: null, ingest: { progress: { status: 'disconnected' } } });
  const states: unknown[] = [];
  store.subscribe(() => states.push(inView().ingest));
  await vi.advanceTimersByTimeAsync(700);
  expect(states.length).toBeGreaterThan(0);
  for (const ingest of states) expect(ingest).toMatchObject({ progress: { status: 'disconnected' } });
});

it('keeps the cause of a failure during retries', async () => {
  const processes = vi.fn(() => [process(ingestId(CHANNEL), state('failed', { last_logline: 'refused' }))]);
  const { inView } = await opened({ processes });
  const at = async (state: object) => {
    processes.mockReturnValue([process(ingestId(CHANNEL), state)]);
    await vi.advanceTimersByTimeAsync(1_000);
    return inView().ingest?.failure;
  };
  expect(inView().ingest?.failure).toMatchObject({ line: 'refused' });
  expect(await at(state('running', { runtime_seconds: 1 }))).toMatchObject({ line: 'refused' });
  expect(await at(running)).toBeNull();
});

it('knows the snapshot of the channel and its time', async () => {
  const { inView } = await opened({
    processes: () => [process(ingestId(CHANNEL), running)],
    memFiles: () => [{ name: `/${CHANNEL}.jpg`, size_bytes: 9000, last_modified: 995 }],
  });
  expect(inView().snapshotAt).toBe(995);
});

it('does not restart the snapshot while another channel is connected', async () => {
  const other = '99999999-7d7e-4c55-9d64-2b6a4c1f9a10';
  const processes = vi.fn(() => [process(ingestId(CHANNEL), state('running', { runtime_seconds: 2 }))]);
  const { store, commands } = await opened({ processes });
  store.dispatch(ingestStartRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  const before = commands();
  processes.mockReturnValue([process(ingestId(other), running)]);
  store.dispatch(channelOpened(other));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watchedStatusIn(store.getState())).toMatchObject({ ingest: { progress: { status: 'connected' } } });
  expect(commands()).toEqual(before);
});

it('keeps five minutes of figures after the page was left, with a gap', async () => {
  const startedAt = Date.now();
  const frames = () => (Date.now() - startedAt) / 40 + 1000;
  const { store, inView } = await opened({
    processes: () => [
      process(
        ingestId(CHANNEL),
        state('running', {
          runtime_seconds: 60,
          progress: { fps: 25, speed: 1, frame: frames(), time: frames() / 25 },
        }),
      ),
    ],
  });
  await vi.advanceTimersByTimeAsync(20_000);
  const fps = () =>
    inView()
      .trails[CHANNEL]?.fps.map((value) => (value === null ? '-' : '+'))
      .join('') ?? '';
  const before = fps();
  expect(before).toMatch(/\+{15}$/);
  store.dispatch(channelClosed());
  await vi.advanceTimersByTimeAsync(30_000);
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fps()).toMatch(/\+{15}-{25,34}\+{5,11}$/);
  store.dispatch(channelClosed());
  await vi.advanceTimersByTimeAsync(400_000);
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(fps()).toBe('+');
  store.stop();
});

it('adds up the viewers of all edges, and names unreachable ones', async () => {
  const edged = (delivery: string) => ({
    ...process(ingestId(CHANNEL), running),
    metadata: { [METADATA_KEY]: { version: '1.14.0', player: { delivery } } },
  });
  const delivery = 'https://a.example https://b.example/tv https://gone.example';
  const { store, inView, count } = await opened(
    { processes: () => [edged(delivery)], memFiles: () => [] },
    {
      'https://a.example/edge/status': { channels: { [CHANNEL]: 7, other: 1 } },
      'https://b.example/tv/edge/status': { channels: { [CHANNEL]: 5 } },
    },
  );
  await vi.advanceTimersByTimeAsync(11_000);
  expect(inView().edgeAudience).toEqual({ viewers: 12, edges: 3, answered: 2 });
  expect(viewersIn(store.getState())).toBe(12);
  expect(count('sessionsActive')).toBeGreaterThan(0);
});
