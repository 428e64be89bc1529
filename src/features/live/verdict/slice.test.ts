import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../../../media/run/progress.ts';
import { tallyOf, type Verdict } from '../../../media/verdict/verdict.ts';
import { say } from '../../../media/verdict/verdictTypes.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { connectionLost } from '../../gate/connection/slice.ts';
import { channelsFound, statusFetched } from '../channel/slice.ts';
import type { ControlState } from '../ingest/controlState.ts';
import { headerShown } from '../shownChannels/slice.ts';
import { channelShortIn, channelVerdictIn, furtherOf, shortOf } from './slice.ts';

const verdict = (kind: Verdict['kind'], ids: readonly string[], others: number): Verdict => ({
  ...{ kind, ids, severity: 'error', fault: 'source', sentences: [], remedies: [], since: null, tally: tallyOf([]) },
  others: Array.from({ length: others }, () => say('')),
  notes: [],
});
const control: ControlState = {
  progress: {
    ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
    ...{ q: -1, frames: 1500, drop: 0, dup: 0 },
  },
  asked: null,
  failure: null,
};

it.each([
  ['no data, no further problem', verdict('away', [], 0), 'error', 0],
  ['no data and a further problem', verdict('away', [], 1), 'error', 1],
  ['live with two failing destinations', verdict('destination', ['a', 'b'], 0), 'connected', 2],
  ['live but slow, and a further problem', verdict('slow', [], 1), 'connected', 2],
  ['live without problems', verdict('live', [], 0), 'connected', 0],
] as const)('the short verdict of a channel: %s', (_, verdict, state, problems) => {
  expect(shortOf(verdict, control)).toMatchObject({ state, problems });
  expect(furtherOf(verdict)).toBe(verdict.others.length);
});

it.each([
  ['the standby image without a source', 'held', 0, { state: 'connected', problems: 0, held: true }],
  ['the standby image and a further problem', 'held', 1, { state: 'connected', problems: 1, held: true }],
  ['the standby image on order', 'cut', 0, { state: 'connected', problems: 0, held: true }],
] as const)('the short verdict of a channel shows what is on the air: %s', (_, kind, others, short) =>
  expect(shortOf({ ...verdict(kind, [], others), covered: true }, control)).toMatchObject(short),
);

it.each([
  ['is unavailable', 'covered'],
  ['has an unknown state', 'core-silent'],
] as const)('a protected channel stays live while its source %s', (_, kind) => {
  const short = shortOf({ ...verdict(kind, [], 0), covered: true }, { ...control, failure: null, asked: 'reconnect' });
  expect(short).toMatchObject({ state: 'connected' });
  expect(short).not.toHaveProperty('held');
});

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const EGRESS = 'restreamer-ui:egress:rtmp:1';

const live = (frames: number, more: object = {}): Progress => ({
  ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
  ...{ q: -1, frames, drop: 0, dup: 0, counts: { frames, sizeKb: 0, seconds: frames / 25 } },
  ...more,
});
const down: Progress = { status: 'error', order: 'start', seconds: 1, message: 'Input/output error', retryIn: 14 };
const ended: Progress = { status: 'disconnected', order: 'start', seconds: 1, retryIn: 14 };
const stopped: Progress = { status: 'disconnected', order: 'stop', seconds: 60, retryIn: null };
const killed: Progress = { status: 'error', order: 'stop', seconds: 60, message: '', retryIn: null };

const seconds = (n: number, progressAt: (poll: number) => Progress) =>
  Array.from({ length: n }, (_, i) => progressAt(i));

function looked(ingest: readonly Progress[], egress?: readonly Progress[]) {
  const store = openStore({ core: aCore() });
  const egresses = egress ? { [EGRESS]: { service: 'rtmp', name: 'Venue' } } : {};
  store.dispatch(channelsFound({ list: [{ id: CHANNEL, name: 'A', available: true, egresses }], chosen: null }));
  for (const [i, progress] of ingest.entries()) {
    if (i > 0) vi.useFakeTimers({ now: 1_000_000 + i * 3000 });
    const current = egress?.[i];
    store.dispatch(
      statusFetched({
        askedAt: 0,
        watched: null,
        answers: { [CHANNEL]: { seenAt: Date.now(), progress, egresses: current ? { [EGRESS]: current } : {} } },
      }),
    );
  }
  return store;
}

it.each([
  ['data flows', seconds(5, (i) => live(1000 + i * 75)), undefined, 'connected', 0, 'live'],
  ['only one look so far', [live(1000)], undefined, 'connected', 0, 'live'],
  ['no progress', seconds(3, () => live(1000)), undefined, 'error', 0, 'stalled'],
  ['slow output', seconds(6, (i) => live(1000 + i * 30, {})).map(slowed), undefined, 'connected', 1, 'slow'],
  ['ended without a stop', [live(1000), ended, ended], undefined, 'error', 0, 'away'],
  ['stopped by an operator', [live(1000), stopped], undefined, 'disconnected', 0, 'off'],
  ['one destination fails', [live(1000), live(1075)], [live(10), down], 'connected', 1, 'destination'],
  ['a destination waits for the source', [live(1000), down], [live(10), down], 'error', 0, 'away'],
  ['a destination was stopped', [live(1000), live(1075)], [live(10), stopped], 'connected', 0, 'live'],
  ['a destination was killed by its stop', [live(1000), live(1075)], [live(10), killed], 'connected', 0, 'live'],
] as const)('judges a channel of the overview: %s', (_, ingest, egress, state, problems, kind) => {
  const store = looked(ingest, egress);
  expect(channelShortIn(store.getState(), CHANNEL)).toMatchObject({ state, problems });
  expect(channelVerdictIn(store.getState(), CHANNEL)?.kind).toBe(kind);
  store.stop();
});

function slowed(progress: Progress, poll: number): Progress {
  return progress.status === 'connected'
    ? { ...progress, counts: { frames: progress.frames, sizeKb: 0, seconds: 40 + poll * 1.5 } }
    : progress;
}

it('the verdict is unknown without an answer or without a connection', () => {
  const store = looked([live(1000)]);
  expect(channelShortIn(store.getState(), 'another')).toMatchObject({ state: 'disconnected', problems: 0 });
  store.dispatch(connectionLost({ message: '', retryAt: 0 }));
  expect(channelShortIn(store.getState(), CHANNEL)).toMatchObject({ state: 'unknown', problems: 0 });
  store.stop();
});

it('the verdict states that the status is old', async () => {
  const store = looked([live(1000)]);
  store.dispatch(headerShown(CHANNEL));
  await vi.advanceTimersByTimeAsync(7000);
  expect(channelVerdictIn(store.getState(), CHANNEL)?.kind).toBe('live');
  await vi.advanceTimersByTimeAsync(13_000);
  expect(channelVerdictIn(store.getState(), CHANNEL)?.kind).toBe('old');
  store.stop();
});

it('a problem disappears everywhere as soon as it ends', () => {
  const store = openStore({ core: aCore() });
  const egresses = { [EGRESS]: { service: 'rtmp', name: 'Venue' } };
  store.dispatch(channelsFound({ list: [{ id: CHANNEL, name: 'A', available: true, egresses }], chosen: null }));
  const verdicts = [down, live(1075), live(1175), live(1325)].map((egress, i) => {
    const seenAt = 1_000_000 + i * 2000;
    vi.useFakeTimers({ now: seenAt });
    store.dispatch(
      statusFetched({
        askedAt: 0,
        watched: null,
        answers: { [CHANNEL]: { seenAt, progress: live(1000 + i * 50), egresses: { [EGRESS]: egress } } },
      }),
    );
    const { problems } = channelShortIn(store.getState(), CHANNEL) ?? { problems: null };
    return [channelVerdictIn(store.getState(), CHANNEL)?.kind, problems];
  });
  store.stop();
  expect(verdicts).toEqual([
    ['destination', 1],
    ['live', 0],
    ['live', 0],
    ['live', 0],
  ]);
});
