import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AGENT_API } from '../../../api/agentEndpoints.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { parseHistory } from '../../../media/timeline/storedHistory.ts';
import { aCore, anAbout, CHANNEL, CORE_ID } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { historyIn, timelineOpened } from './slice.ts';

const T = 1_700_000_000_000;
const VENUE = egressId('rtmp', CHANNEL);
const STATE = {
  ...{ version: '1', role: 'acting', core: { reachable: true, reason: null } },
  ...{ journal: { isKept: true, last: 1 }, history: { isKept: true }, channels: {} },
};
const DAY_S = 86_400;
const SEEN = ['restre live', 'source live'];

let requests: string[] = [];
let answer: (path: string, query: URLSearchParams) => Response | Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers({ now: T });
  requests = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address);
    const path = pathname.slice(AGENT_API.length);
    requests.push(path + (searchParams.has('before') ? ' before' : ''));
    return path === '/state' ? Response.json(STATE) : answer(path, searchParams);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const entry = (id: number, secondsAgo: number, event: string, fields: object = {}) => ({
  ...{ id, time: T - secondsAgo * 1000, channel: event === 'state' ? CHANNEL : null, event, fields },
});
const state = (id: number, secondsAgo: number, of: string, status: string, more: object = {}) =>
  entry(id, secondsAgo, 'state', { of, status, forMs: 0, cause: null, name: '', ...more });
const JOURNAL = [
  entry(1, 3 * DAY_S, 'agent-started'),
  state(2, 3 * DAY_S, 'source', 'live'),
  state(3, 2 * DAY_S, 'source', 'away'),
  state(4, 2 * DAY_S - 60, 'source', 'live'),
  state(5, 600, VENUE, 'failing', { cause: 'refused', name: 'Venue B' }),
  state(6, 500, VENUE, 'live'),
];
const reply = (events: readonly object[]) => (_: string, query: URLSearchParams) =>
  Response.json({ events: query.has('before') ? [] : events, last: 6 });

async function opened(extensions: readonly string[] = ['agent']) {
  const live = () => {
    const s = (Date.now() - T) / 1000 + 60;
    return {
      ...{ order: 'start', exec: 'running', runtime_seconds: Math.floor(s), reconnect_seconds: -1 },
      progress: { fps: 25, speed: 1, frame: Math.floor(25 * s), time: s, size_kb: 100 * s },
    };
  };
  const store = openStore({
    core: aCore({
      about: () => ({ ...anAbout(), extensions }),
      processes: () => [
        { id: ingestId(CHANNEL), reference: CHANNEL, state: live(), metadata: {} },
        { id: VENUE, reference: CHANNEL, state: live(), metadata: { [METADATA_KEY]: { version: 1, name: 'Venue B' } } },
      ],
      sessionsActive: () => ({}),
      memFiles: () => [{ name: `/${CHANNEL}_1.ts`, size_bytes: 1, last_modified: Math.floor(Date.now() / 2000) }],
      log: () => [],
    }),
  });
  const pass = async (s: number) => {
    await vi.advanceTimersByTimeAsync(s * 1000);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(50);
  };
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  await pass(5);
  const all = () => historyIn(store.getState(), CHANNEL);
  return {
    ...{ store, pass, all },
    past: () => store.getState().timeline.past[CHANNEL],
    lines: () =>
      all().events.map((event) => ('status' in event ? `${event.of.slice(0, 6)} ${event.status}` : event.kind)),
  };
}

describe('the timeline of a channel on a core with an agent', () => {
  it('sends no requests until it is opened', async () => {
    answer = reply(JOURNAL);
    const { pass } = await opened();
    await pass(60);
    expect(requests).toEqual([]);
  });

  it('shows the journal of the agent without storing it', async () => {
    answer = reply(JOURNAL);
    const { store, pass, lines, past, all } = await opened();
    expect(lines()).toEqual(SEEN);
    store.dispatch(timelineOpened(CHANNEL));
    await pass(10);
    expect(past()).toBe('told');
    expect(lines()).toEqual([...['source live', 'source away', 'source live', 'restre failing', 'restre live']]);
    expect(all().events[0]?.at).toBe(T - 3 * DAY_S * 1000);
    expect(requests).toEqual(['/state', '/events', '/events before']);
    await pass(20);
    const stored = parseHistory(store.storage.get(`${CORE_ID}:history:${CHANNEL}`) ?? null);
    expect(stored.events.every(({ at }) => at > T - 120_000)).toBe(true);
  });

  it('has what the agent has done since, once it is opened again', async () => {
    answer = reply(JOURNAL);
    const { store, pass, lines } = await opened();
    store.dispatch(timelineOpened(CHANNEL));
    await pass(10);
    expect(lines()).not.toContain('healing');
    answer = reply([...JOURNAL, entry(99, 0, 'publication-restarted', { publication: VENUE, rule: 'stalled', n: 24 })]);
    store.dispatch(timelineOpened(CHANNEL));
    await pass(10);
    expect(lines()).toContain('healing');
  });

  it.each<[what: string, by: () => Response | Promise<Response>]>([
    ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['cannot read its journal', () => new Response('{}', { status: 503 })],
    ['has no journal', () => new Response('{"code":404,"message":"No"}', { status: 404 })],
    ['responds with HTML', () => new Response('<html>')],
    ['responds with another format', () => Response.json({ events: [{ id: 'x' }], last: 1 })],
    ['has written nothing', () => Response.json({ events: [], last: 0 })],
    ['has only unknown events', () => Response.json({ events: [entry(1, 5, 'state', { of: 7 })], last: 1 })],
  ])('falls back to events of this browser if the agent %s', async (_, by) => {
    answer = by;
    const { store, pass, lines, past } = await opened();
    store.dispatch(timelineOpened(CHANNEL));
    await pass(10);
    expect([past(), lines()]).toEqual(['told', SEEN]);
  });

  it('falls back to events of this browser without an agent', async () => {
    const { store, pass, lines, past } = await opened([]);
    store.dispatch(timelineOpened(CHANNEL));
    await pass(10);
    expect([past(), lines(), requests]).toEqual(['told', SEEN, []]);
  });

  it('requests a limited number of events of a long journal', async () => {
    answer = (_, query) => {
      const before = Number(query.get('before') ?? 1_000_000);
      const events = Array.from({ length: 1000 }, (__, at) =>
        state(before - 1000 + at, 1_000_000 - before + 1000 - at, VENUE, at % 2 ? 'live' : 'failing'),
      );
      return Response.json({ events, last: 1_000_000 });
    };
    const { store, pass, lines, past } = await opened();
    store.dispatch(timelineOpened(CHANNEL));
    await pass(10);
    expect(past()).toBe('told');
    expect(requests.filter((path) => path.startsWith('/events')).length).toBe(5);
    expect(lines().length).toBeGreaterThan(4000);
  });
});
