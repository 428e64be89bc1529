import { expect, it, vi } from 'vitest';
import type { Reply } from './prefetchedReplies.ts';
import { requesterOf } from './prefetchedReplies.ts';

const ADDRESS = 'http://core.example/memfs/c.m3u8';
const reply = (overrides: Partial<Reply> = {}): Reply => ({
  ...{ status: 200, headers: new Headers({ date: 'today' }), url: `${ADDRESS}?to`, begun: 0, ms: 100 },
  ...{ body: new TextEncoder().encode('#EXTM3U\n').buffer },
  ...overrides,
});

async function requested(prefetched: Promise<Reply>, options: object) {
  const made = vi.fn(() => ({ abort: vi.fn() }));
  const callback = vi.fn();
  const replies = new Map([[ADDRESS, prefetched]]);
  const request = Object(requesterOf(replies, made)({ uri: ADDRESS, ...options }, callback));
  const atOnce = callback.mock.calls.length;
  await Promise.resolve(prefetched).catch(() => {});
  await vi.waitFor(() => expect(callback.mock.calls.length + made.mock.calls.length).toBeGreaterThan(0));
  return { request, callback, made, replies, atOnce };
}

it('a request takes a prefetched text once, asynchronously', async () => {
  const { callback, made, replies, atOnce } = await requested(Promise.resolve(reply()), {
    requestType: 'hls-playlist',
  });
  expect(callback).toHaveBeenCalledExactlyOnceWith(
    null,
    expect.objectContaining({
      ...{ uri: ADDRESS, responseURL: `${ADDRESS}?to`, responseText: '#EXTM3U\n', status: 200 },
      ...{ requestType: 'hls-playlist', roundTripTime: 100, bytesReceived: 8, bandwidth: 640 },
      responseHeaders: { date: 'today' },
    }),
  );
  expect([atOnce, made.mock.calls.length, replies.size]).toEqual([0, 0, 0]);
});

it('a request takes prefetched bytes as bytes', async () => {
  const prefetched = reply();
  const { callback } = await requested(Promise.resolve(prefetched), { responseType: 'arraybuffer' });
  expect(callback.mock.calls[0]?.[1]).toMatchObject({ response: prefetched.body, responseText: '' });
});

it.each<[string, () => Promise<Reply>, object]>([
  ['there is no response', () => Promise.reject(new TypeError('Failed to fetch')), {}],
  ['there was nothing', () => Promise.resolve(reply({ status: 404 })), {}],
  ['a range is requested', () => Promise.resolve(reply()), { headers: { Range: 'bytes=0-5' } }],
  ['it is another address', () => Promise.resolve(reply()), { uri: `${ADDRESS}?other` }],
])('a request goes to the server if %s', async (_, prefetch, options) => {
  const { callback, made } = await requested(prefetch(), options);
  expect([callback.mock.calls.length, made.mock.calls.length]).toEqual([0, 1]);
});

it('an aborted request reports nothing more', async () => {
  const callback = vi.fn();
  const prefetched = Promise.resolve(reply());
  const request = Object(requesterOf(new Map([[ADDRESS, prefetched]]), vi.fn())({ uri: ADDRESS }, callback));
  const ended = vi.fn();
  request.addEventListener('loadend', ended);
  request.abort();
  await prefetched;
  await Promise.resolve();
  expect([ended.mock.calls.length, callback.mock.calls.length]).toEqual([1, 0]);
});
