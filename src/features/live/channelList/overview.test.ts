import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { connectionLost } from '../../gate/connection/slice.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { resourcesShown } from '../../shared/resource/slice.ts';
import { channelClosed, channelCreated, channelOpened } from '../channel/slice.ts';
import { channelsShown, headerShown } from '../shownChannels/slice.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const OTHER = '11111111-2222-4333-8444-555555555555';
const NEW = '99999999-2222-4333-8444-555555555555';
const process = (channel: string, exec: string) => ({
  id: ingestId(channel),
  reference: channel,
  type: 'ffmpeg',
  created_at: 0,
  updated_at: 0,
  state: { order: 'start', exec, runtime_seconds: 3 },
});

async function entered(answers: FakeAnswers = {}) {
  const queries: unknown[] = [];
  const store = openStore({
    core: aCore({
      processes: (query) => {
        if (query && 'id' in query) queries.push(query);
        return [process(CHANNEL, 'running'), process(OTHER, 'failed')];
      },
      memFiles: () => [{ name: `/${CHANNEL}.jpg`, size_bytes: 1, last_modified: 77 }],
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelCreated({ id: NEW, name: 'new', available: false, egresses: {} }));
  const files = () => store.core.calls.filter((call) => call.startsWith('memFiles')).length;
  const overview = () => store.getState().shownChannels;
  const states = () =>
    Object.fromEntries(
      Object.entries(store.getState().status.channels).map(([id, { ingest }]) => [id, ingest?.progress.status ?? null]),
    );
  return { store, queries, files, overview, states };
}

it('the overview fetches the shown channels in one request, until none are shown', async () => {
  const { store, queries, overview, states } = await entered();
  store.dispatch(channelsShown([CHANNEL, OTHER, NEW]));
  await vi.advanceTimersByTimeAsync(200);
  expect(queries).toEqual([{ id: `${ingestId(OTHER)},${ingestId(CHANNEL)}`, filter: 'state' }]);
  expect(states()).toEqual({ [CHANNEL]: 'connecting', [OTHER]: 'error' });
  expect(overview().snapshots).toEqual({ [CHANNEL]: 77 });
  await vi.advanceTimersByTimeAsync(6000);
  expect(queries).toHaveLength(3);
  store.dispatch(channelsShown([]));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queries).toHaveLength(3);
  expect(overview()).toMatchObject({ shown: [], snapshots: { [CHANNEL]: 77 } });
});

it('the overview fetches only rows at which scrolling stops, and snapshots at a slower pace', async () => {
  const { store, queries, files } = await entered();
  for (const shown of [[CHANNEL], [CHANNEL, OTHER], [OTHER]]) {
    store.dispatch(channelsShown(shown));
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(queries).toEqual([{ id: ingestId(OTHER), filter: 'state' }]);
  expect(files()).toBe(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(files()).toBe(2);
});

it('the overview sends no requests for channels that were never saved', async () => {
  const { store, queries } = await entered();
  store.dispatch(channelsShown([NEW]));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queries).toEqual([]);
});

it('the overview works with a core without memory storage', async () => {
  const { store, states } = await entered({
    memFiles: () => {
      throw new CoreError(404, 'Not Found');
    },
  });
  store.dispatch(channelsShown([CHANNEL]));
  await vi.advanceTimersByTimeAsync(200);
  expect(states()).toMatchObject({ [CHANNEL]: 'connecting' });
  expect(store.getState().notice.shown).toEqual([]);
});

it('the overview clears states but keeps snapshots when the connection is lost', async () => {
  const { store, overview, states } = await entered();
  store.dispatch(channelsShown([CHANNEL]));
  await vi.advanceTimersByTimeAsync(200);
  store.dispatch(connectionLost({ message: 'Failed to fetch', retryAt: 0 }));
  expect(overview()).toMatchObject({ shown: [CHANNEL], snapshots: { [CHANNEL]: 77 } });
  expect(states()).toEqual({});
});

it('the overview fetches the channel in the header without its snapshot, and keeps it when the thumbnails close', async () => {
  const { store, queries, files, states } = await entered();
  store.dispatch(headerShown(CHANNEL));
  await vi.advanceTimersByTimeAsync(3200);
  expect(queries).toEqual([
    { id: ingestId(CHANNEL), filter: 'state' },
    { id: ingestId(CHANNEL), filter: 'state' },
  ]);
  expect(states()).toEqual({ [CHANNEL]: 'connecting' });
  expect(files()).toBe(0);
  store.dispatch(channelsShown([OTHER]));
  await vi.advanceTimersByTimeAsync(200);
  expect(queries.at(-1)).toEqual({ id: expect.stringContaining(`${ingestId(CHANNEL)}`), filter: 'state' });
  store.dispatch(channelsShown([]));
  expect(states()).toMatchObject({ [CHANNEL]: 'connecting' });
  store.dispatch(headerShown(null));
  const before = queries.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queries).toHaveLength(before);
});

it('the overview treats a channel whose process is gone like one without a process', async () => {
  const { store, states } = await entered({
    processes: (query) =>
      query && 'id' in query ? [process(CHANNEL, 'running')] : [process(CHANNEL, 'running'), process(OTHER, 'running')],
  });
  store.dispatch(channelsShown([CHANNEL, OTHER]));
  await vi.advanceTimersByTimeAsync(200);
  expect(states()).toEqual({ [CHANNEL]: 'connecting', [OTHER]: null });
});

it('the overview keeps the state of a channel after its page was closed', async () => {
  const { store, states } = await entered();
  store.dispatch(channelOpened(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelClosed());
  expect(states()).toEqual({ [CHANNEL]: 'connecting' });
});

it('slow figures are polled less often while thumbnails are shown', async () => {
  const { store } = await entered();
  const counted = async () => {
    const before = store.core.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    const calls = store.core.calls.slice(before);
    return ['metrics', 'sessionsActive'].map((name) => calls.filter((call) => call.startsWith(name)).length);
  };
  store.dispatch(channelOpened(CHANNEL));
  store.dispatch(resourcesShown());
  await vi.advanceTimersByTimeAsync(1000);
  expect(await counted()).toEqual([20, 17]);
  store.dispatch(channelsShown([CHANNEL, OTHER]));
  await vi.advanceTimersByTimeAsync(6000);
  expect(await counted()).toEqual([9, 9]);
});
