import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { groupEpisodes } from '../../../media/timeline/groupEpisodes.ts';
import { parseHistory } from '../../../media/timeline/storedHistory.ts';
import { aCore, CHANNEL, CORE_ID } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { connectionHealed, connectionLost } from '../../gate/connection/slice.ts';
import { logoutRequested, sessionStarted } from '../../gate/session/actions.ts';
import { channelClosed, channelOpened } from '../channel/slice.ts';
import { ingestStopRequested } from '../ingest/slice.ts';
import { publicationSwitched } from '../publication/slice.ts';
import { channelsShown } from '../shownChannels/slice.ts';
import { CORE_TIMELINE, historyIn, namesIn, timelineCleared, timelineOpened, together } from './slice.ts';

const T = 1_700_000_000_000;
beforeEach(() => vi.useFakeTimers({ now: T }));
afterEach(() => vi.useRealTimers());

const pass = (s: number) => vi.advanceTimersByTimeAsync(s * 1000);
const VENUE = egressId('rtmp', CHANNEL);
const KEY = `${CORE_ID}:history:${CHANNEL}`;

const refused = '[tcp @ 0x1] Connection to tcp://127.0.0.1:9 failed: Connection refused';

async function opened({
  storage = {},
  core = {},
  seconds = 5,
}: {
  storage?: Record<string, string>;
  core?: FakeAnswers;
  seconds?: number;
} = {}) {
  const startedAt = Date.now();
  const current: { source?: object; venue?: object } = {};
  const live = () => {
    const s = (Date.now() - startedAt) / 1000 + 60;
    return {
      ...{ order: 'start', exec: 'running', runtime_seconds: Math.floor(s), reconnect_seconds: -1 },
      progress: { fps: 25, speed: 1, frame: Math.floor(25 * s), time: s, size_kb: 100 * s },
    };
  };
  const states = () => [
    { id: ingestId(CHANNEL), reference: CHANNEL, state: current.source ?? live(), metadata: {} },
    {
      id: VENUE,
      reference: CHANNEL,
      state: current.venue ?? live(),
      metadata: { [METADATA_KEY]: { version: 1, name: 'Venue B' } },
    },
  ];
  const log = [[String(T / 1000), refused]];
  const report = { created_at: T / 1000, prelude: ["Input #0, hls, from 'http://c':"], log, history: [] };
  const store = openStore({
    storage,
    core: aCore({
      processes: states,
      process: ({ id }) => ({ ...states().find((process) => process.id === id), report }),
      sessionsActive: () => ({}),
      processCommand: () => 'OK',
      memFiles: () => [{ name: `/${CHANNEL}_1.ts`, size_bytes: 1, last_modified: Math.floor(Date.now() / 2000) }],
      memDelete: () => null,
      log: () => [],
      ...core,
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  await pass(seconds);
  const lines = () =>
    groupEpisodes(
      together(historyIn(store.getState(), CHANNEL), historyIn(store.getState(), CORE_TIMELINE)),
      Date.now(),
    ).map(({ event, seconds, end, told: by }) =>
      [
        'of' in event ? (namesIn(store.getState(), CHANNEL, (text) => text)[event.of] ?? event.of) : '',
        event.kind === 'state' ? event.status : event.kind === 'deed' ? `${event.act} ${event.by}` : event.kind,
        ...(end === 'open' || event.kind !== 'state' ? [] : [Math.round(seconds)]),
        ...(by === 'core' ? ['by the core'] : []),
        ...(event.kind === 'state' && event.cause ? [event.cause] : []),
      ].join(' '),
    );
  return { store, current, lines };
}

const failed = () => ({
  ...{ order: 'start', exec: 'failed', runtime_seconds: 0, reconnect_seconds: 15, last_logline: refused },
});

describe('the timeline of the watched channel', () => {
  it('records failures with cause and duration', async () => {
    const { store, current, lines } = await opened();
    expect(lines()).toEqual(['Venue B live', 'source live']);
    current.venue = failed();
    await pass(68);
    expect(lines()).toEqual([expect.stringMatching(/^Venue B live 6\d$/), 'source live', 'Venue B failing refused']);
    delete current.venue;
    await pass(20);
    expect(lines().at(-1)).toMatch(/^Venue B failing 6\d refused$/);
    expect(store.getState().timeline.titles['target refused']).toContain('{{name}}');
    store.stop();
  });

  it('causes no requests of its own', async () => {
    const { store } = await opened();
    store.core.calls.length = 0;
    await pass(60);
    // The footer adds one request every 2 s.
    expect(store.core.calls.length / 60 + 0.5).toBeLessThan(2);
    store.stop();
  });

  it('does not re-render without news, and rarely while an event continues', async () => {
    const { store } = await opened();
    await pass(10);
    let previous = store.getState().timeline;
    let changes = 0;
    const stop = store.subscribe(() => {
      if (store.getState().timeline === previous) return;
      previous = store.getState().timeline;
      changes += 1;
    });
    await pass(60);
    stop();
    // One update every five seconds, and one piece of the bars every ten.
    expect(changes).toBeLessThanOrEqual(12 + 7);
    store.stop();
  });

  it('does not call a start a failure of the source while it takes a usual time', async () => {
    const { store, current, lines } = await opened();
    current.source = {
      ...{ order: 'start', exec: 'running', runtime_seconds: 1, reconnect_seconds: -1 },
      progress: { fps: 0, speed: 0, frame: 0, time: 0, size_kb: 0 },
    };
    await pass(8);
    delete current.source;
    await pass(20);
    expect(lines().filter((line) => /^source (away|stalled|broken)/.test(line))).toEqual([]);
    expect(lines().filter((line) => line.startsWith('source live'))).not.toEqual([]);
    store.stop();
  });

  it('records who acted', async () => {
    const { store, current, lines } = await opened();
    store.dispatch(publicationSwitched({ id: VENUE, on: false }));
    current.venue = { order: 'stop', exec: 'finished', runtime_seconds: 0 };
    await pass(5);
    expect(lines().slice(2)).toEqual(['Venue B stop here']);
    await pass(90);
    delete current.venue;
    await pass(5);
    expect(lines().slice(2)).toEqual(['Venue B stop here', 'Venue B start elsewhere']);
    store.dispatch(ingestStopRequested(CHANNEL));
    await pass(5);
    expect(lines().at(-1)).toBe('source stop here');
    store.stop();
  });

  it('has a bar of the last five minutes', async () => {
    const { store, current } = await opened();
    await pass(300);
    const bar = () => store.getState().timeline.bars[VENUE] ?? '';
    expect(bar()).toMatch(/^g{30}$/);
    current.venue = failed();
    await pass(30);
    expect(bar()).toMatch(/^g{26,28}r{2,4}$/);
    store.hide(true);
    await pass(100);
    store.hide(false);
    await pass(10);
    expect(bar()).toMatch(/-{8,11}r+$/);
    store.stop();
  });

  it('is recorded while other pages are open', async () => {
    const { store } = await opened();
    await pass(100);
    store.dispatch(channelClosed());
    store.core.calls.length = 0;
    await pass(120);
    expect(store.core.calls.length).toBeLessThanOrEqual(21);
    store.dispatch(channelOpened(CHANNEL));
    await pass(80);
    expect(store.getState().timeline.bars[VENUE]).toMatch(/^g{29,30}-?$|^-g{29}$/);
    store.stop();
  });

  it('records when the core was unreachable, and no events of that time', async () => {
    const { store, lines } = await opened();
    store.dispatch(connectionLost({ message: '', retryAt: Date.now() + 100_000 }));
    await pass(30);
    expect(lines().at(-1)).toBe('core gone');
    store.dispatch(connectionHealed());
    await pass(10);
    expect(lines().at(-1)).toBe('core gone 30');
    expect(store.getState().timeline.bars[VENUE]).toMatch(/-[a-z]?$/);
    store.stop();
  });
});

it('the timeline of another channel is recorded from the overview', async () => {
  const { store, current } = await opened();
  store.dispatch(channelClosed());
  store.dispatch(channelsShown([CHANNEL]));
  await pass(10);
  current.source = failed();
  await pass(10);
  expect(historyIn(store.getState(), CHANNEL).events).toMatchObject([
    { of: VENUE },
    { of: 'source' },
    { of: 'source', status: 'away' },
    { of: VENUE, status: 'waiting' },
  ]);
  store.stop();
});

describe('the timeline in the storage of the browser', () => {
  it('is stored at intervals and restored', async () => {
    const first = await opened();
    const written = vi.spyOn(first.store.storage, 'set');
    first.current.venue = failed();
    await pass(60);
    expect(written.mock.calls.filter(([key]) => key === KEY).length).toBeLessThanOrEqual(7);
    const text = first.store.storage.get(KEY) ?? '';
    expect(text).not.toContain('127.0.0.1');
    first.store.stop();

    await pass(3);
    // Before the first status, so that the timeline never looks empty.
    const { store, lines } = await opened({ storage: { [KEY]: text }, seconds: 1 });
    expect(lines().join()).toContain('Venue B failing');
    await pass(4);
    expect(lines().join()).toMatch(/Venue B live \d+,source live.*,Venue B failing \d+ refused/);
    store.stop();
  });

  it('is stored when the page is hidden, but not while it stays hidden', async () => {
    const { store } = await opened();
    expect(store.storage.has(KEY)).toBe(false);
    store.hide(true);
    expect(store.storage.has(KEY)).toBe(true);
    const before = store.storage.get(KEY);
    store.dispatch(connectionLost({ message: '', retryAt: Date.now() + 1_000_000 }));
    await pass(60);
    expect([store.storage.get(KEY), store.storage.has(`${CORE_ID}:history:`)]).toEqual([before, false]);
    store.stop();
  });

  it.each(['', '{', '[]', '{"from":1,"events":[["s"]]}'])(
    'starts empty if the stored text is damaged (%s)',
    async (text) => {
      const { store, lines } = await opened({ storage: { [KEY]: text, [`${CORE_ID}:history`]: text } });
      expect(lines()).toEqual(['Venue B live', 'source live']);
      await pass(20);
      expect(parseHistory(store.storage.get(KEY) ?? null).events).toHaveLength(2);
      store.stop();
    },
  );

  it('is shared by two tabs', async () => {
    const { store } = await opened();
    await pass(20);
    const at = (s: number) => Date.now() / 1000 + s;
    const other = JSON.stringify({
      ...{ from: at(-10), cleared: 0, names: {}, subjects: [VENUE], watched: [] },
      events: [['d', 0, 'reconnect', 0, 7]],
    });
    store.otherTab(KEY, other);
    const acts = () =>
      historyIn(store.getState(), CHANNEL).events.flatMap((event) => (event.kind === 'deed' ? [event.act] : []));
    expect(acts()).toEqual(['reconnect']);
    await pass(11);
    const stored = parseHistory(store.storage.get(KEY) ?? null);
    expect(stored.events.map(({ kind }) => kind).sort()).toEqual(['deed', 'state', 'state']);
    store.stop();
  });

  it.each([
    ['the one of this login', {}],
    [
      'those of other channels and earlier logins',
      { [`${CORE_ID}:history`]: '["other"]', [`${CORE_ID}:history:other`]: '{}' },
    ],
  ])('is removed by a logout: %s', async (_, storage) => {
    const { store } = await opened({ storage });
    await pass(15);
    expect(store.storage.has(KEY)).toBe(true);
    store.dispatch(logoutRequested());
    await pass(15);
    expect([...store.storage.keys()].filter((key) => key.includes(':history'))).toEqual([]);
  });
  it('stays empty after it was cleared', async () => {
    const { store, lines } = await opened();
    store.hide(true);
    const before = store.storage.get(KEY) ?? '';
    store.hide(false);
    store.dispatch(timelineCleared(CHANNEL));
    expect(lines()).toEqual([]);
    store.otherTab(KEY, before);
    expect(lines()).toEqual([]);
    store.stop();
  });
});

it('the past is read from the core once and marked as such', async () => {
  const run = (from: number) => ({
    created_at: T / 1000 + from,
    prelude: ["Input #0, hls, from 'http://c':"],
    log: [[String(T / 1000 + from + 2), refused]],
  });
  let requests = 0;
  const { store, lines } = await opened({
    core: {
      processes: ({ filter } = {}) => {
        if (filter === 'state,report') requests += 1;
        const state = {
          order: 'start',
          exec: 'running',
          runtime_seconds: 60,
          command: [],
          progress: { fps: 25, speed: 1 },
        };
        const report = { created_at: T / 1000 - 100, prelude: [], log: [], history: [run(-1000), run(-985)] };
        return [
          { id: ingestId(CHANNEL), reference: CHANNEL, state, metadata: {} },
          {
            id: VENUE,
            reference: CHANNEL,
            state,
            report,
            metadata: { [METADATA_KEY]: { version: 1, name: 'Venue B' } },
          },
        ];
      },
    },
  });
  store.dispatch(timelineOpened(CHANNEL));
  store.dispatch(timelineOpened(CHANNEL));
  await pass(5);
  expect([requests, store.getState().timeline.past[CHANNEL]]).toEqual([1, 'told']);
  expect(lines()[0]).toBe('Venue B failing 898 by the core refused');
  store.stop();
});
