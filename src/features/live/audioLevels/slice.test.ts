import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ingestId } from '../../../api/processIds.ts';
import type { Loudness } from '../../../media/hls/segment/loudness.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelsShown } from '../shownChannels/slice.ts';
import { levelOf, nextOf } from './measureChannelLevels.ts';
import { levelsLeft, levelsWanted } from './slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const segment = new Uint8Array(
  readFileSync(new URL('../../../media/hls/segment/fixtures/h264-aac.mpegts', import.meta.url)),
);
const loud: Loudness = { seconds: 2, channels: [{ rms: -20.4, peak: -6 }], quietSeconds: 0 };
const live = { order: 'start', exec: 'running', runtime_seconds: 60, progress: { fps: 25, speed: 1, frame: 300 } };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it.each([
  ['a channel that was never measured', ['a', 'b'], ['a'], 'b'],
  ['the channel that has waited the longest', ['a', 'b'], ['b', 'a'], 'b'],
  ['a channel that is still live', ['a'], ['gone', 'a'], 'a'],
  ['no channel', [], ['a'], null],
])('picks the channel to measure next: %s', (_, channels, measured, next) =>
  expect(nextOf(channels, measured)).toBe(next),
);

it.each([
  ['loud', true, loud, { status: 'loud', dbfs: -20, share: 1 - 20 / 60 }],
  ['beyond full scale', true, { ...loud, channels: [{ rms: 2, peak: 2 }] }, { status: 'loud', dbfs: 0, share: 1 }],
  ['silence', true, { ...loud, quietSeconds: 2 }, { status: 'silent' }],
  ['without audio', false, null, { status: 'none' }],
  ['audio that cannot be decoded', true, null, null],
])('computes the level of a segment: %s', (_, audio, loudness, level) =>
  expect(levelOf(audio, loudness)).toEqual(level),
);

it('measures live channels on the screen while levels are shown', async () => {
  let round = 0;
  const store = openStore({
    core: aCore({
      processes: () => [{ id: ingestId(CHANNEL), reference: CHANNEL, state: live, metadata: {} }],
      sessionsActive: () => ({}),
      memFiles: ({ glob } = {}) =>
        glob === `/${CHANNEL}.m3u8` ? [{ name: glob, size_bytes: 5, last_modified: 1 }] : [],
      fileBytes: ({ path }) => {
        if (!path.endsWith('.m3u8')) return segment;
        round += 1;
        return new TextEncoder().encode(`#EXTM3U\n#EXTINF:2,\na_${round}.ts`);
      },
    }),
    measure: async () => loud,
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelsShown([CHANNEL]));
  store.dispatch(levelsWanted());
  await vi.dynamicImportSettled();
  await pass(10_000);
  expect(store.getState().audioLevels).toEqual({ [CHANNEL]: { status: 'loud', dbfs: -20, share: 1 - 20 / 60 } });
  store.dispatch(levelsLeft());
  const before = round;
  await pass(30_000);
  expect(store.getState().audioLevels).toEqual({});
  expect(round).toBe(before);
});
