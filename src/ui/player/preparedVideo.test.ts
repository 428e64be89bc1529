// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { isVideoPrepared, oncePlaying, prepareLiveVideo, takePreparedVideo, takeReadyVideo } from './preparedVideo.ts';

const { startVideo, end } = vi.hoisted(() => ({ startVideo: vi.fn(), end: vi.fn() }));
vi.mock('./showLiveVideo.ts', () => ({ startVideo }));

const never = new Promise<void>(() => {});
const video = { end, decoding: never, playing: never };
const ADDRESS = 'http://core.test/memfs/c.m3u8';
const asked: string[] = [];

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => {
  vi.useFakeTimers();
  startVideo.mockReturnValue(video);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(null, { status: 404 });
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  asked.length = 0;
  document.body.replaceChildren();
});

it('a prepared video is taken once, by the player of its address', async () => {
  prepareLiveVideo(ADDRESS);
  expect(asked).toEqual([ADDRESS]);
  expect(takePreparedVideo('http://core.test/memfs/d.m3u8')).toBeNull();
  expect(isVideoPrepared(ADDRESS)).toBe(true);
  expect(await takePreparedVideo(ADDRESS)).toBe(video);
  expect(isVideoPrepared(ADDRESS)).toBe(false);
  expect(takePreparedVideo(ADDRESS)).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(end).not.toHaveBeenCalled();
});

it('a prepared video that no page takes ends', async () => {
  prepareLiveVideo(ADDRESS);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(end).toHaveBeenCalledTimes(1);
  expect(takePreparedVideo(ADDRESS)).toBeNull();
});

it.each([ADDRESS, 'http://core.test/memfs/d.m3u8'])(
  'a prepared video ends when another is prepared, which has its full time: %s',
  async (address) => {
    prepareLiveVideo(ADDRESS);
    await vi.advanceTimersByTimeAsync(6000);
    prepareLiveVideo(address);
    await vi.advanceTimersByTimeAsync(6000);
    expect(end).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(end).toHaveBeenCalledTimes(2);
  },
);

it.each<[string, () => void]>([
  ['in a hidden tab', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
  [
    'beside the player of an interrupted session',
    () => document.body.append(Object.assign(document.createElement('div'), { className: 'player-video' })),
  ],
  [
    'where the browser plays HLS by itself',
    () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Version/17.4 Safari/605.1.15'),
  ],
])('prepares nothing %s', (_, arrange) => {
  arrange();
  prepareLiveVideo(ADDRESS);
  expect(asked).toEqual([]);
  expect(takePreparedVideo(ADDRESS)).toBeNull();
});

it('a prepared video is taken at once as soon as its player is loaded', async () => {
  prepareLiveVideo(ADDRESS);
  expect(takeReadyVideo(ADDRESS)).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect(takeReadyVideo('http://core.test/memfs/d.m3u8')).toBeNull();
  expect(takeReadyVideo(ADDRESS)).toBe(video);
  expect(takeReadyVideo(ADDRESS)).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(end).not.toHaveBeenCalled();
});

it.each<[string, Promise<void>, number]>([
  ['that plays', Promise.resolve(), 0],
  ['that does not play', never, 2000],
])('the rest of the page waits for a prepared picture %s', async (_, playing, waitMs) => {
  startVideo.mockReturnValue({ ...video, playing });
  prepareLiveVideo(ADDRESS);
  const shown = vi.fn();
  oncePlaying().then(shown);
  await vi.advanceTimersByTimeAsync(Math.max(0, waitMs - 1));
  expect(shown).toHaveBeenCalledTimes(waitMs === 0 ? 1 : 0);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toHaveBeenCalledTimes(1);
});

it('a player that cannot be loaded does not hold the page', async () => {
  startVideo.mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await expect(prepareLiveVideo(ADDRESS)).rejects.toThrow('Failed to fetch');
  const shown = vi.fn();
  oncePlaying().then(shown);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toHaveBeenCalledTimes(1);
});
