import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelCreated } from '../../live/channel/slice.ts';
import { sourceEditor } from '../source/editor/slice.ts';
import { publishedLeft, publishedWanted } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const OTHER = '11111111-2222-4333-8444-555555555555';

async function looking(type: 'rtmp' | 'srt' | 'hls', answers: FakeAnswers) {
  const store = openStore({ core: aCore(answers) });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.dispatch(channelCreated({ id: OTHER, name: 'Studio B', available: true, egresses: {} }));
  store.dispatch(sourceEditor.actions.opened({ channel: CHANNEL }));
  await vi.dynamicImportSettled();
  store.dispatch(publishedWanted({ channel: CHANNEL, type }));
  await vi.advanceTimersByTimeAsync(100);
  return store;
}

const publisher = { 'camera-7': 1, [`${OTHER}.stream`]: 2, [CHANNEL]: 3 };

it.each([
  [
    'rtmp',
    {
      rtmp: () => [
        { name: '/live/camera-7' },
        { name: `/live/${OTHER}.stream` },
        { name: `/live/${CHANNEL}.stream` },
        { name: '/live/ö?token=x' },
      ],
    },
  ],
  ['srt', { srt: () => ({ publisher, subscriber: {}, connections: {}, log: {} }) }],
] as const)('the source form finds streams that arrive by %s, with the owning channel', async (type, answers) => {
  const store = await looking(type, answers);
  expect(store.getState().publishedStreams).toEqual([
    { name: 'camera-7', owner: null },
    { name: `${OTHER}.stream`, owner: OTHER },
  ]);
  store.dispatch(publishedLeft());
  expect(store.getState().publishedStreams).toBeNull();
  store.core.calls.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.core.calls.filter((call) => call === type)).toEqual([]);
});

it('the source form does not list RTMP streams as HLS uploads', async () => {
  const rtmp = vi.fn(() => [{ name: '/live/camera-7' }]);
  const store = await looking('hls', { rtmp });
  expect(store.getState().publishedStreams).toEqual([]);
  expect(rtmp).not.toHaveBeenCalled();
});

it('the source form finds no streams while the server is off', async () => {
  const off = () => {
    throw new CoreError(404, 'off');
  };
  expect((await looking('rtmp', { rtmp: off })).getState().publishedStreams).toEqual([]);
});
