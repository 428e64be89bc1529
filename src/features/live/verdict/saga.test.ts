import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../../../media/run/progress.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { noticed } from '../../gate/notice/slice.ts';
import {
  channelClosed,
  channelGone,
  channelsFound,
  statesOpened,
  statusFetched,
  watchedFetched,
} from '../channel/slice.ts';
import { ingestStartRequested } from '../ingest/slice.ts';
import { channelsShown } from '../shownChannels/slice.ts';
import { pictureSeen } from '../streamInspector/slice.ts';
import { viewOf } from './channelView.ts';
import { shownVerdictIn } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const stopped: Progress = { status: 'disconnected', order: 'stop', seconds: 60, retryIn: null };
const running: Progress = {
  ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
  ...{ q: -1, frames: 1500, drop: 0, dup: 0 },
};
const channels = Array.from({ length: 100 }, (_, i) => `channel${i}`);

const watched = (progress: Progress) =>
  watchedFetched({ channel: CHANNEL, askedAt: Date.now(), seenAt: Date.now(), progress, egresses: {} });
const passing = (ids: readonly string[]) =>
  statusFetched({
    ...{ askedAt: Date.now(), watched: null },
    answers: Object.fromEntries(ids.map((id) => [id, { seenAt: Date.now(), progress: running, egresses: {} }])),
  });

function opened(progress: Progress) {
  const store = openStore({ core: aCore() });
  const list = [CHANNEL, ...channels].map((id) => ({ id, name: id, available: true, egresses: {} }));
  store.dispatch(channelsFound({ list, chosen: CHANNEL }));
  store.dispatch(statesOpened(CHANNEL));
  store.dispatch(watched(progress));
  const kind = () => shownVerdictIn(store.getState(), CHANNEL).kind;
  return { store, kind };
}

it('the view of a channel changes in the dispatch of a button press', () => {
  const { store, kind } = opened(stopped);
  expect(kind()).toBe('off');
  store.dispatch(ingestStartRequested(CHANNEL));
  expect(kind()).toBe('asked');
  store.stop();
});

it('the view of a channel loses a problem in the dispatch of the answer that ends it', () => {
  const { store, kind } = opened(running);
  store.dispatch(pictureSeen({ blackSince: Date.now() - 9000, frozenSince: null }));
  expect(kind()).toBe('black');
  store.dispatch(pictureSeen({ blackSince: null, frozenSince: null }));
  expect(kind()).toBe('live');
  store.stop();
});

it('the view of a channel ages with the clock while the page is visible', async () => {
  const { store, kind } = opened(running);
  store.hide(true);
  await vi.advanceTimersByTimeAsync(8000);
  expect(kind()).toBe('live');
  store.hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(kind()).toBe('old');
  store.dispatch(watched(running));
  expect(kind()).toBe('live');
  await vi.advanceTimersByTimeAsync(6000);
  expect(kind()).toBe('old');
  store.stop();
});

it('the view of a channel is removed with the channel or its page', () => {
  const { store } = opened(running);
  store.dispatch(passing(['channel1', 'channel2']));
  expect(Object.keys(store.getState().verdict)).toEqual([CHANNEL, 'channel1', 'channel2']);
  store.dispatch(channelGone('channel1'));
  store.dispatch(channelClosed());
  store.dispatch(channelGone(CHANNEL));
  expect(Object.keys(store.getState().verdict)).toEqual(['channel2']);
  store.stop();
});

it('the views of 100 channels are recomputed only for those that changed', async () => {
  const { store } = opened(running);
  store.dispatch(channelsShown(channels));
  const judged = async (act: () => unknown) => {
    const before = store.getState();
    const at = Date.now();
    await act();
    const after = store.getState();
    const isNew = (id: string) => viewOf(before, id, at) !== viewOf(after, id, Date.now());
    return { again: channels.filter(isNew).length, isSame: before.verdict === after.verdict };
  };
  expect(await judged(() => store.dispatch(passing(channels)))).toEqual({ again: 100, isSame: false });
  expect(await judged(() => store.dispatch(watched(running)))).toEqual({ again: 0, isSame: true });
  expect(await judged(() => store.dispatch(noticed('info', 'A')))).toEqual({ again: 0, isSame: true });
  expect(await judged(() => vi.advanceTimersByTimeAsync(1000))).toEqual({ again: 0, isSame: true });
  store.stop();
});
