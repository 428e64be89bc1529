import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY, snapshotId } from '../../../api/processIds.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { aConfig, aCore } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { fakeProcesses } from '../../../testing/fakeProcesses.ts';
import { openStore } from '../../../testing/openStore.ts';
import channels from '../../fixtures/recorded-channels.json' with { type: 'json' };
import { sessionStarted } from '../../gate/session/actions.ts';
import { storedChanged } from '../../live/channel/channelSync.ts';
import { channelDeletionRequested } from '../../live/channel/saga.ts';
import { statesOpened } from '../../live/channel/slice.ts';
import type { ChannelDraft } from './channelDraft.ts';
import { channelChanged, channelFormClosed, channelFormOpened, channelSaveRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const foreign = { note: 'theirs' };
const settle = async () => {
  await vi.advanceTimersByTimeAsync(20);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

/** Opens the editor of a recorded channel that another program has stored and started. */
async function openForm(recorded: (typeof channels)[number], answers: FakeAnswers = {}, stored = {}) {
  const { id, reference: channel } = recorded.ingest.config;
  const core = fakeProcesses({
    [id]: {
      config: recorded.ingest.config,
      metadata: { [METADATA_KEY]: { ...recorded.ingest.metadata, ...stored }, other: foreign },
    },
    [snapshotId(channel)]: { config: recorded.snapshot.config, metadata: { other: foreign } },
  });
  const store = openStore({
    core: aCore({ ...core.answers, config: () => aConfig({ rtmp: { enable: true, app: '/live' } }), ...answers }),
  });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(statesOpened(channel));
  store.dispatch(channelFormOpened(channel));
  await settle();
  const form = () => {
    const { channelSettings } = store.getState();
    if (channelSettings.status !== 'open') throw new Error(`The form is ${channelSettings.status}`);
    return channelSettings;
  };
  const save = async (change: (draft: ChannelDraft) => Partial<ChannelDraft>) => {
    store.dispatch(channelChanged(change(form().draft)));
    store.dispatch(channelSaveRequested());
    await settle();
  };
  const metadata = () => Object(core.held.get(id)?.metadata[METADATA_KEY]);
  const notices = () => store.getState().notice.shown.map(({ tone, text }) => `${tone}: ${text}`);
  return { ...core, store, id, channel, form, save, metadata, notices };
}

const control =
  (changed: (now: ChannelDraft['control']) => Partial<ChannelDraft['control']>) => (draft: ChannelDraft) => ({
    control: { ...draft.control, ...changed(draft.control) },
  });

const changes: [string, (draft: ChannelDraft) => Partial<ChannelDraft>, ('ingest' | 'snapshot')[]][] = [
  ['the name', ({ meta }) => ({ meta: { ...meta, name: ' Renamed ' } }), []],
  ['the author', ({ meta }) => ({ meta: { ...meta, author: { ...meta.author, name: 'Ada' } } }), []],
  ['the license', () => ({ license: 'CC0 1.0' }), []],
  ['the snapshots', control(({ snapshot }) => ({ snapshot: { ...snapshot, interval: 7 } })), ['snapshot']],
  ['the segments', control(({ hls }) => ({ hls: { ...hls, segmentDuration: 9 } })), ['ingest']],
  ['the size of the playlist', control(({ hls }) => ({ hls: { ...hls, listSize: 0 } })), ['ingest']],
  ['the cleanup', control(({ hls }) => ({ hls: { ...hls, cleanup: !hls.cleanup } })), ['ingest']],
  ['the stale timeout', control(({ process }) => ({ process: { ...process, staleTimeout: 77 } })), ['ingest']],
  ['a limit', control(() => ({ limits: { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 5 } })), ['ingest']],
];

describe.each(channels)('a channel of $release: $name', (recorded) => {
  it.each(changes)('writes only the processes affected by a change of %s', async (_, change, sent) => {
    const { id, channel, save, interrupted, held, metadata, notices, store } = await openForm(recorded);
    const draft = change({ ...recorded.ingest.metadata, control: Object(recorded.ingest.metadata.control) });
    const configs = new Map([...held].map(([process, { config }]) => [process, config]));
    await save(change);
    expect(notices()).toEqual(['success: Channel "{{0}}" saved']);
    expect(store.visited).toEqual([`/${channel}`]);
    if (!sent.includes('ingest')) {
      expect(interrupted).toEqual(sent.map(() => snapshotId(channel)));
      expect(held.get(id)?.config).toEqual(configs.get(id));
    } else expect(interrupted).toContain(id);
    const name = draft.meta?.name.trim() ?? recorded.ingest.metadata.meta.name;
    expect(metadata()).toMatchObject({
      version: 1,
      sources: parseIngestMetadata(recorded.ingest.metadata).sources,
      meta: { ...(draft.meta ?? recorded.ingest.metadata.meta), name },
      license: draft.license ?? recorded.ingest.metadata.license,
    });
    expect(held.get(id)?.metadata.other).toEqual(foreign);
    expect(store.getState().channel.list).toMatchObject([{ id: channel, name }]);
  });

  it('shows the stored settings, and a save without a change writes nothing', async () => {
    const { save, interrupted, form } = await openForm(recorded);
    expect(form().draft).toMatchObject({
      meta: recorded.ingest.metadata.meta,
      control: { hls: { segmentDuration: Number(recorded.ingest.metadata.control.hls.segmentDuration) } },
    });
    await save(() => ({}));
    expect(interrupted).toEqual([]);
  });
});

const [recorded] = channels;
if (!recorded) throw new Error('Nothing is recorded');

it('the channel form deletes the snapshot process and creates it again', async () => {
  const { save, held, channel, store } = await openForm(recorded);
  const snapshots = (enable: boolean) => control(({ snapshot }) => ({ snapshot: { ...snapshot, enable } }));
  await save(snapshots(false));
  expect(held.has(snapshotId(channel))).toBe(false);
  store.dispatch(channelFormOpened(channel));
  await settle();
  await save(snapshots(true));
  expect(held.has(snapshotId(channel))).toBe(true);
  expect(store.core.calls.filter((call) => call.startsWith('processCommand'))).toHaveLength(1);
});

it('the channel form renews the player page and the entry on the website', async () => {
  const pages: string[] = [];
  const { save, channel } = await openForm(recorded, {
    diskWrite: ({ path, body }) => {
      if (typeof body === 'string' && body.includes('Renamed')) pages.push(path);
      return 'OK';
    },
    metadataAll: () => ({ [METADATA_KEY]: { version: 1, playersite: { playersite: true } } }),
  });
  await save(({ meta }) => ({ meta: { ...meta, name: 'Renamed' } }));
  await settle();
  expect(pages).toEqual(expect.arrayContaining([`/${channel}.html`, '/index.html']));
});

it('the channel form does not save a channel without a name or with an incomplete source', async () => {
  const { save, form, metadata } = await openForm(recorded);
  const before = metadata();
  await save(({ meta }) => ({ meta: { ...meta, name: ' ' } }));
  expect(form()).toMatchObject({ busy: null, tried: true });
  const empty = await openForm(recorded, {}, { sources: [] });
  await empty.save(({ meta }) => ({ meta: { ...meta, name: 'Renamed' } }));
  expect(empty.form()).toMatchObject({ busy: null, tried: true });
  expect(metadata()).toEqual(before);
  expect(empty.metadata().meta).toEqual(recorded.ingest.metadata.meta);
});

it('the channel form reports a core that does not store the metadata, and stays open', async () => {
  const { save, notices, store } = await openForm(recorded, { processMetadata: () => ({ somebody: 'else' }) });
  await save(control(({ hls }) => ({ hls: { ...hls, segmentDuration: 9 } })));
  expect(notices()).toEqual(['error: Failed to update ingest process ({{0}})']);
  expect(store.getState().notice.shown[0]?.values).toEqual([{ text: 'Failed to save ingest metadata' }]);
});

it('the channel form stays open and shows the reason when a save fails', async () => {
  const { save, form, notices, store } = await openForm(recorded, {
    processUpdate: () => {
      throw new CoreError(500, 'Oops');
    },
  });
  await save(control(({ hls }) => ({ hls: { ...hls, segmentDuration: 9 } })));
  expect(form()).toMatchObject({ busy: null, draft: { control: { hls: { segmentDuration: 9 } } } });
  expect(notices()).toEqual(['error: Failed to update ingest process ({{0}})']);
  expect(store.visited).toEqual([]);
});

it('the channel form closes when the channel is deleted', async () => {
  const { store, channel } = await openForm(recorded, { processDelete: () => 'OK' });
  store.dispatch(channelChanged({ license: 'none' }));
  store.dispatch(channelDeletionRequested(channel));
  await settle();
  // The process is stopped before it is deleted.
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.getState().channelSettings.status).toBe('closed');
  expect(store.visited).toEqual(['/']);
});

it.each([
  ['is open', (channel: string) => storedChanged([ingestId(channel)])],
  ['still loads', channelFormOpened],
])('the channel form says nothing about a channel that this page deletes while it %s', async (_, look) => {
  const { store, channel, id, held, notices } = await openForm(recorded, {
    // Files go after the processes.
    diskDelete: () => new Promise((done) => setTimeout(() => done('OK'), 5000)),
    diskFiles: () => new Promise((done) => setTimeout(() => done([]), 5000)),
  });
  store.dispatch(channelDeletionRequested(channel));
  await vi.advanceTimersByTimeAsync(2000);
  expect([...held.keys()]).not.toContain(id);
  store.dispatch(look(channel));
  await settle();
  expect(notices()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notices()).toEqual(['success: The channel {{0}} has been deleted']);
  expect(store.visited).toEqual(['/']);
});

it('the channel form that loads during a deletion that fails says that the channel is missing', async () => {
  const { store, channel, notices } = await openForm(recorded, {
    diskFiles: () => new Promise((_, fail) => setTimeout(() => fail(new CoreError(500, 'broken')), 5000)),
  });
  store.dispatch(channelDeletionRequested(channel));
  await vi.advanceTimersByTimeAsync(2000);
  store.dispatch(channelFormOpened(channel));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notices()).toEqual([
    'error: The channel {{0}} could not be deleted ({{1}})',
    'warning: Main channel not found',
  ]);
  expect(store.visited).toEqual([`/${channel}`]);
});

it('the channel form that was left leads nowhere', async () => {
  const { store, notices } = await openForm(recorded);
  store.dispatch(channelFormOpened('11111111-2222-4333-8444-555555555555'));
  store.dispatch(channelFormClosed());
  await settle();
  expect(store.visited).toEqual([]);
  expect(notices()).toEqual([]);
});

it('the channel form leads back from a channel that was never set up', async () => {
  const { store, notices } = await openForm(recorded);
  store.dispatch(channelFormOpened('11111111-2222-4333-8444-555555555555'));
  await settle();
  expect(store.visited).toEqual(['/11111111-2222-4333-8444-555555555555']);
  expect(notices()).toEqual(['warning: Main channel not found']);
});
