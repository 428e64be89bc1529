import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY, probeId, snapshotId } from '../../../api/processIds.ts';
import { IN_MEMORY } from '../../../media/edge/delivery.ts';
import { aCore, CHANNEL, CORE_ID } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { loggedOut } from '../../gate/session/slice.ts';
import { channelsOf } from './discoverChannels.ts';
import { channelDeletionRequested, channelWanted } from './saga.ts';
import { channelSelected } from './slice.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const OTHER = '11111111-2222-4333-8444-555555555555';
const ingest = (channel: string, name: string) => ({
  id: ingestId(channel),
  reference: channel,
  metadata: { [METADATA_KEY]: { version: 1, meta: { name } } },
});
const publication = {
  id: egressId('twitch', OTHER),
  reference: CHANNEL,
  metadata: { [METADATA_KEY]: { version: 1, name: 'My Twitch' } },
};
const process = (fields: { id: string; reference: string; metadata?: Record<string, unknown> }) => ({
  type: 'ffmpeg',
  created_at: 0,
  updated_at: 0,
  ...fields,
});

async function entered(processes: object[] = [], storage: Record<string, string> = {}, answers = {}) {
  const store = openStore({
    core: aCore({ processes: () => processes, processDelete: () => null, ...answers }),
    storage,
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  return { store, channels: () => store.getState().channel };
}

it('finds channels and their publications among the processes of a core', () => {
  const found = channelsOf(
    [
      ingest(CHANNEL, 'Studio'),
      { id: snapshotId(CHANNEL), reference: CHANNEL },
      publication,
      // foreign processes: a mismatched reference, or no channel at all
      { ...ingest(OTHER, 'Lost'), reference: CHANNEL },
      { id: 'camera-recording', reference: 'x' },
    ].map(process),
  );
  expect(found).toEqual([
    {
      id: CHANNEL,
      name: 'Studio',
      available: true,
      egresses: { [publication.id]: { service: 'twitch', name: 'My Twitch' } },
      delivery: IN_MEMORY,
    },
  ]);
});

it.each([
  ['no channel is stored', {}, CHANNEL],
  ['the other one is stored', { [`${CORE_ID}:channel`]: OTHER }, OTHER],
  ['the stored one is gone', { [`${CORE_ID}:channel`]: 'gone' }, CHANNEL],
])('selects the right channel at the start if %s', async (_, storage, expected) => {
  const { channels } = await entered([ingest(OTHER, 'zebra'), ingest(CHANNEL, 'Antelope')], storage);
  expect(channels().list.map(({ name }) => name)).toEqual(['Antelope', 'zebra']);
  expect(channels().current).toBe(expected);
});

it('creates a first channel that exists only in the page', async () => {
  const { store, channels } = await entered();
  expect(channels().list).toMatchObject([{ name: 'Livestream', available: false, egresses: {} }]);
  expect(store.core.calls.filter((call) => /Add|Set|Update/.test(call))).toEqual([]);
});

it('remembers the selected channel per core', async () => {
  const { store } = await entered([ingest(OTHER, 'b'), ingest(CHANNEL, 'a')]);
  store.dispatch(channelSelected(OTHER));
  expect(store.storage.get(`${CORE_ID}:channel`)).toBe(OTHER);
});

it('adds a channel and selects it', async () => {
  const { store, channels } = await entered([ingest(CHANNEL, 'a')]);
  store.dispatch(channelWanted({ name: 'b' }));
  const { current } = channels();
  expect(channels().list.find(({ id }) => id === current)).toMatchObject({ name: 'b', available: false });
});

it('keeps an unsaved channel across a new login', async () => {
  const { store, channels } = await entered([ingest(CHANNEL, 'a')]);
  store.dispatch(channelWanted({ name: 'b' }));
  store.dispatch(loggedOut());
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  expect(channels().list.map(({ name }) => name)).toEqual(['a', 'b']);
});

it('deletes a channel with all its processes and files, and replaces the last one', async () => {
  const helpers = [snapshotId(CHANNEL), probeId(CHANNEL)].map((id) => ({ id, reference: CHANNEL }));
  const { store, channels } = await entered([ingest(CHANNEL, 'a'), ...helpers, publication]);
  store.dispatch(channelDeletionRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.core.calls.filter((call) => call.startsWith('processDelete'))).toEqual([
    `processDelete ${ingestId(CHANNEL)}`,
    `processDelete ${publication.id}`,
    `processDelete ${snapshotId(CHANNEL)}`,
    `processDelete ${probeId(CHANNEL)}`,
  ]);
  expect(channels().list).toMatchObject([{ name: 'Livestream', available: false }]);
  expect(store.visited).toEqual(['/']);
});

it('also deletes publications added elsewhere and the files of every storage', async () => {
  const unknown = { id: 'restreamer-ui:egress:some-thing:1', reference: CHANNEL };
  const deleted: string[] = [];
  const answers = {
    memFiles: ({ glob = '' } = {}) => (glob.includes(`/${CHANNEL}`) ? [{ name: `/${CHANNEL}.m3u8` }] : []),
    memDelete: ({ path }: { path: string }) => deleted.push(`memory ${path}`),
    diskFiles: ({ glob = '' } = {}) => (glob.startsWith('{') ? [{ name: `/${CHANNEL}/1.ts` }] : []),
    diskDelete: ({ path }: { path: string }) => deleted.push(`disk ${path}`),
  };
  const found = [ingest(CHANNEL, 'a'), ingest(OTHER, 'b')];
  const { store, channels } = await entered(found, { [`${CORE_ID}:channel`]: OTHER }, answers);
  found.push({ ...ingest(CHANNEL, ''), ...unknown });
  store.dispatch(channelDeletionRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.core.calls.filter((call) => call.startsWith('processDelete'))).toContain(`processDelete ${unknown.id}`);
  expect(deleted).toEqual([`memory /${CHANNEL}.m3u8`, `disk /${CHANNEL}/1.ts`]);
  expect(channels().list).toMatchObject([{ name: 'b' }]);
  expect(store.visited).toEqual([]);
});

it.each<[string, object, string[]]>([
  ['also deletes its push key', { [`sluice-push:${CHANNEL}`]: { key: 'k' } }, [`metadataSet sluice-push:${CHANNEL}`]],
  ['writes no push key if none is stored', {}, []],
])('deleting a channel %s', async (_, stored, expected) => {
  const { store } = await entered([ingest(CHANNEL, 'a')], {}, { metadataAll: () => stored });
  const metadataSet = vi.spyOn(store.core, 'metadataSet');
  store.dispatch(channelDeletionRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(1000);
  const written = metadataSet.mock.calls.filter(([{ key }]) => key.startsWith('sluice-push'));
  expect(written.map(([{ key, body }]) => (body === null ? `metadataSet ${key}` : key))).toEqual(expected);
});

it('keeps the channel in the list if the core rejects the deletion', async () => {
  const { store, channels } = await entered(
    [ingest(CHANNEL, 'a')],
    {},
    {
      processDelete: () => {
        throw new CoreError(500, 'Internal Server Error');
      },
    },
  );
  store.dispatch(channelDeletionRequested(CHANNEL));
  await vi.advanceTimersByTimeAsync(0);
  expect(channels().list).toHaveLength(1);
  expect(store.visited).toEqual([]);
  expect(store.getState().notice.shown).toMatchObject([
    { tone: 'error', values: ['a', { text: 'Internal Server Error' }] },
  ]);
});
