import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import type { HoldStatus } from '../../../media/hold/holdStatus.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { ingestStopRequested } from '../ingest/slice.ts';
import { channelsShown } from '../shownChannels/slice.ts';
import { shownHoldIn, shownVerdictIn } from '../verdict/slice.ts';
import { nextToRead, type ReadableHold } from './followHolds.ts';
import { holdOrdered, holdReleased } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const OTHER = CHANNEL.replace(/.$/, '1');
const READER = egressId('rtmp', CHANNEL);
const live = () => {
  const seconds = Math.floor(Date.now() / 1000) - 910;
  const progress = { fps: 25, speed: 1, frame: seconds * 25, time: seconds, size_kb: seconds * 500 };
  return { order: 'start', exec: 'running', runtime_seconds: seconds, progress };
};
const reads = (channel: string) => ['-re', '-i', `http://127.0.0.1:8080/memfs/hold-${channel}.m3u8`, '-f', 'flv', 'x'];
const processOf = (id: string, channel: string, state: object) => ({ id, reference: channel, state });
const plain = () => [processOf(ingestId(CHANNEL), CHANNEL, live()), processOf(READER, CHANNEL, live())];
const protecting = () => [
  processOf(ingestId(CHANNEL), CHANNEL, live()),
  processOf(READER, CHANNEL, { ...live(), command: reads(CHANNEL) }),
];

const ready: HoldStatus = {
  ...{ version: 1, beat: 0, onAir: 'source', seconds: 60, why: 'running', image: 'ready', limitIn: null },
};

/** A core whose memory contains the files of an agent. */
function anAgent(overrides: { status: Partial<HoldStatus> | string | null; beats?: boolean }) {
  const state = { beats: true, ...overrides };
  let beat = 0;
  const paths: string[] = [];
  const written: string[] = [];
  const answers: FakeAnswers = {
    sessionsActive: () => ({}),
    memFiles: ({ glob } = {}) =>
      glob === `/hold-${CHANNEL}.json` && state.status !== null
        ? [{ name: glob, size_bytes: 1, last_modified: 1 }]
        : [],
    fileBytes: ({ path }) => {
      paths.push(path);
      if (state.status === null) throw new CoreError(404, 'Not Found');
      if (state.beats) beat += 1;
      const text =
        typeof state.status === 'string' ? state.status : JSON.stringify({ ...ready, ...state.status, beat });
      return new TextEncoder().encode(text);
    },
    memWrite: ({ path, body }) => {
      written.push(`${path}: ${String(body)}`);
      return 'OK';
    },
    memDelete: ({ path }) => {
      written.push(`${path} deleted`);
      return null;
    },
  };
  return { state, paths, written, answers };
}

async function opened(processes: () => object[], answers: FakeAnswers) {
  const store = openStore({ core: aCore({ processes, ...answers }) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  return store;
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('the status of a standby image', () => {
  it('causes no requests if no process reads a hold', async () => {
    const { paths, answers } = anAgent({ status: {} });
    const memFiles = vi.fn(answers.memFiles);
    const store = await opened(plain, { ...answers, memFiles });
    store.dispatch(channelOpened(CHANNEL));
    await pass(20);
    expect(paths).toEqual([]);
    expect(memFiles.mock.calls.filter(([query]) => query?.glob?.includes('hold'))).toEqual([]);
    expect(store.getState().polling.hold).toBeUndefined();
    expect(shownHoldIn(store.getState(), CHANNEL)).toEqual({ status: 'none' });
    store.stop();
  });

  it('is read every two seconds for the channel on the screen', async () => {
    const { paths, answers } = anAgent({ status: {} });
    const store = await opened(protecting, answers);
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    paths.length = 0;
    await pass(20);
    expect(paths.length).toBeGreaterThanOrEqual(9);
    expect(paths.length).toBeLessThanOrEqual(10);
    expect(shownHoldIn(store.getState(), CHANNEL)).toEqual({ status: 'ready', isOver: false });
    store.stop();
  });

  it('reports a stopped agent once its beat is unchanged for six seconds', async () => {
    const { state, answers } = anAgent({ status: {} });
    const store = await opened(protecting, answers);
    store.dispatch(channelOpened(CHANNEL));
    await pass(5);
    state.beats = false;
    await pass(4);
    expect(shownHoldIn(store.getState(), CHANNEL).status).toBe('ready');
    await pass(5);
    expect(shownHoldIn(store.getState(), CHANNEL).status).toBe('gone');
    expect(shownVerdictIn(store.getState(), CHANNEL).kind).toBe('agent-away');
    state.beats = true;
    await pass(3);
    expect(shownHoldIn(store.getState(), CHANNEL).status).toBe('ready');
    store.stop();
  });

  it.each<[string, string]>([
    ['is not JSON', '<html>'],
    ['has a newer version', JSON.stringify({ ...ready, version: 2 })],
    ['is too long', JSON.stringify({ ...ready, why: 'x'.repeat(100_000) })],
    ['has unknown values', JSON.stringify({ ...ready, onAir: 'cartoon' })],
  ])('is ignored if the file %s', async (_, text) => {
    const { answers } = anAgent({ status: text });
    const store = await opened(protecting, answers);
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    expect(shownHoldIn(store.getState(), CHANNEL).status).toBe('waiting');
    await pass(7);
    expect(shownHoldIn(store.getState(), CHANNEL).status).toBe('gone');
    store.stop();
  });

  it('is read for a channel in a list, and forgotten once no process reads the hold', async () => {
    const { answers } = anAgent({ status: { onAir: 'slate', why: 'ended' } });
    let own = protecting;
    const store = await opened(() => [...own(), processOf(ingestId(OTHER), OTHER, live())], answers);
    store.dispatch(channelsShown([CHANNEL, OTHER]));
    await pass(8);
    expect(shownVerdictIn(store.getState(), CHANNEL).kind).toBe('held');
    expect(shownVerdictIn(store.getState(), OTHER).kind).toBe('live');
    own = plain;
    await pass(8);
    expect(shownVerdictIn(store.getState(), CHANNEL).kind).toBe('live');
    expect(store.getState().hold.sightings).toEqual({});
    store.stop();
  });

  it('is read in a hidden tab, so that the alarm does not report an outage', async () => {
    const { state, answers } = anAgent({ status: {} });
    let source = live;
    const processes = () => [
      processOf(ingestId(CHANNEL), CHANNEL, source()),
      processOf(READER, CHANNEL, { ...live(), command: reads(CHANNEL) }),
    ];
    const store = openStore({ storage: { alarm: 'on' }, core: aCore({ processes, ...answers }) });
    store.dispatch(sessionStarted());
    await pass(9);
    store.hide(true);
    await pass(9);
    source = () => ({ ...live(), exec: 'failed', runtime_seconds: 1, reconnect_seconds: 9 });
    state.status = { onAir: 'slate', why: 'ended' };
    await pass(12);
    expect(shownVerdictIn(store.getState(), CHANNEL).kind).toBe('held');
    expect(Object.keys(store.getState().alarm.memory[CHANNEL]?.bad ?? {})).toEqual(['standby-image']);
    store.stop();
  });

  it('stays the same when one answer is missing', async () => {
    const { answers } = anAgent({ status: { onAir: 'slate', why: 'late' } });
    const fileBytes = vi.fn(answers.fileBytes);
    const store = await opened(protecting, { ...answers, fileBytes });
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    fileBytes.mockImplementation(() => {
      throw new CoreError(500, 'Internal Server Error');
    });
    await pass(3);
    expect(shownVerdictIn(store.getState(), CHANNEL).kind).toBe('held');
    store.stop();
  });
});

describe('an order of the operator', () => {
  it('is written as a file for the agent, and stays open until it is on the air', async () => {
    const { state, written, answers } = anAgent({ status: {} });
    const store = await opened(protecting, answers);
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'slate' }));
    await pass(1);
    expect(written).toEqual([`hold-${CHANNEL}.order: slate`]);
    expect(store.getState().hold.orders[CHANNEL]?.wanted).toBe('slate');
    state.status = { onAir: 'slate', why: 'order' };
    await pass(3);
    expect(store.getState().hold.orders).toEqual({});
    expect(shownVerdictIn(store.getState(), CHANNEL)).toMatchObject({ kind: 'cut', severity: 'live' });
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'auto' }));
    await pass(3);
    expect(written.at(-1)).toBe(`hold-${CHANNEL}.order deleted`);
    expect(store.getState().hold.orders[CHANNEL]?.wanted).toBe('auto');
    state.status = {};
    await pass(3);
    expect(store.getState().hold.orders).toEqual({});
    store.stop();
  });

  it('is dropped if another operator revokes it and the agent ignores it', async () => {
    const { state, answers } = anAgent({ status: {} });
    const store = await opened(protecting, answers);
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'slate' }));
    await pass(8);
    expect(store.getState().hold.orders[CHANNEL]?.wanted).toBe('slate');
    await pass(8);
    expect(store.getState().hold.orders).toEqual({});
    state.status = { onAir: 'slate', why: 'order' };
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'auto' }));
    await pass(16);
    expect(store.getState().hold.orders).toEqual({});
    store.stop();
  });

  it('succeeds when somebody else has revoked the previous one already', async () => {
    const { state, answers } = anAgent({ status: { onAir: 'slate', why: 'order' } });
    const memDelete = () => {
      throw new CoreError(404, 'Not Found');
    };
    const store = await opened(protecting, { ...answers, memDelete });
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'auto' }));
    await pass(1);
    expect(JSON.stringify(store.getState().notice)).not.toContain('could not be switched');
    state.status = { onAir: 'source', why: 'running' };
    await pass(4);
    expect(store.getState().hold.orders).toEqual({});
    store.stop();
  });

  it('is dropped with a notice if the core rejects it', async () => {
    const { answers } = anAgent({ status: {} });
    const memWrite = () => {
      throw new CoreError(507, 'Insufficient Storage');
    };
    const store = await opened(protecting, { ...answers, memWrite });
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'slate' }));
    await pass(1);
    expect(store.getState().hold.orders).toEqual({});
    expect(JSON.stringify(store.getState().notice)).toContain('could not be switched');
    // The watcher survives the error and accepts the next order.
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'auto' }));
    await pass(0.1);
    expect(store.getState().hold.orders[CHANNEL]?.wanted).toBe('auto');
    store.stop();
  });

  it('ends when the channel is stopped', async () => {
    const { answers } = anAgent({ status: {} });
    const store = await opened(protecting, { ...answers, processCommand: () => 'OK' });
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    store.dispatch(holdOrdered({ channel: CHANNEL, wanted: 'slate' }));
    await pass(0.1);
    store.dispatch(ingestStopRequested(CHANNEL));
    await pass(0.1);
    expect(store.getState().hold.orders).toEqual({});
    store.stop();
  });
});

describe('publications that wait for a stopped agent', () => {
  it('send the source directly on request of the operator', async () => {
    const { state, answers } = anAgent({ status: {} });
    const address = `{memfs}/hold-${CHANNEL}.m3u8`;
    const stored = {
      id: READER,
      input: [{ id: 'input_0', address, options: ['-re'] }],
      output: [{ id: 'output_0', address: 'rtmp://venue/live', options: ['-f', 'flv'] }],
    };
    const metadata: Record<string, unknown> = {
      [METADATA_KEY]: { version: 1, control: { source: { source: 'hls+memfs', hold: true } } },
    };
    const updated: { input?: readonly { address: string }[] | null | undefined }[] = [];
    const processes = () =>
      protecting().map((process) =>
        process.id === READER ? { ...process, config: updated.at(-1) ?? stored, metadata } : process,
      );
    const store = await opened(processes, {
      ...answers,
      processUpdate: ({ body }) => {
        updated.push(body);
        return body;
      },
      processMetadata: ({ key }) => metadata[key],
      processMetadataSet: ({ key, body }) => {
        metadata[key] = body;
        return body;
      },
    });
    store.dispatch(channelOpened(CHANNEL));
    await pass(3);
    state.beats = false;
    await pass(9);
    expect(shownVerdictIn(store.getState(), CHANNEL)).toMatchObject({
      kind: 'agent-away',
      remedies: [{ act: 'release' }],
    });
    store.dispatch(holdReleased(CHANNEL));
    await pass(5);
    expect(updated.map(({ input }) => input?.[0]?.address)).toEqual([`{memfs}/${CHANNEL}.m3u8`]);
    expect(JSON.stringify(metadata)).not.toContain('hold');
    expect(JSON.stringify(store.getState().notice)).toContain('send the source directly now');
    store.stop();
  });
});

const readable = (channel: string, readAt: number | null, more: Partial<ReadableHold> = {}): ReadableHold => ({
  ...{ channel, readAt, isWatched: false, isUrgent: false },
  ...more,
});
const NOW_MS = 100_000;

it.each<[string, readonly ReadableHold[], string | null]>([
  ['nothing is read', [], null],
  ['one that was never read', [readable('a', 99_000), readable('b', null)], 'b'],
  ['the watched one after two seconds', [readable('a', 98_000, { isWatched: true })], 'a'],
  ['no calm one after two seconds', [readable('a', 98_000)], null],
  ['an urgent one before a calm one', [readable('a', 90_000), readable('b', 94_000, { isUrgent: true })], 'b'],
  ['a calm one that has waited for long', [readable('a', 60_000), readable('b', 98_000, { isWatched: true })], 'a'],
])('picks the next standby image to read: %s', (_, holds, next) => expect(nextToRead(holds, NOW_MS)).toBe(next));

it('reads one channel per round, each in turn', () => {
  const holds = Array.from({ length: 20 }, (_, i) => readable(`c${i}`, null, { isUrgent: i < 3 }));
  const count: Record<string, number> = {};
  for (let now = NOW_MS; now < NOW_MS + 120_000; now += 2000) {
    const next = nextToRead(holds, now);
    const read = holds.find(({ channel }) => channel === next);
    if (!read) continue;
    read.readAt = now;
    count[read.channel] = (count[read.channel] ?? 0) + 1;
  }
  expect(Object.keys(count)).toHaveLength(20);
  expect(Math.min(count.c0 ?? 0, count.c1 ?? 0, count.c2 ?? 0)).toBeGreaterThan(count.c9 ?? 0);
});
