// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nc_0.m3u8?session=x\n';
const TWO = `${MASTER}#EXT-X-STREAM-INF:BANDWIDTH=2\nc_1.m3u8\n`;
const MEDIA = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${[1, 2, 3, 4].map((n) => `#EXTINF:2,\nc_${n}.ts\n`).join('')}`;

let requests: string[] = [];
const images: string[] = [];

beforeEach(() => {
  requests = [];
  images.length = 0;
  vi.resetModules();
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        images.push(address);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'headStart');
  history.replaceState(null, '', '/');
});

async function started(data: Record<string, string>, files: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address.replace(location.origin, ''));
    const body = Object.entries(files).find(([name]) => new URL(address).pathname.endsWith(name))?.[1];
    const answer = new Response(body ?? null, { status: body === undefined ? 404 : 200 });
    return Object.defineProperty(answer, 'url', { value: address });
  });
  const script = document.createElement('script');
  Object.assign(script.dataset, data);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('./prefetchStream.ts');
  await vi.waitFor(async () => {
    const before = requests.length;
    await Promise.all([...(window.headStart?.replies.values() ?? [])]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(requests).toHaveLength(before);
  });
}

const channel = { source: 'memfs/c.m3u8', poster: 'memfs/c.jpg', autoplay: 'true' };

it.each([
  [
    'a master playlist',
    channel,
    '',
    { 'c.m3u8': MASTER, 'c_0.m3u8': MEDIA, 'c_2.ts': 'x' },
    ['c.m3u8', 'c_0.m3u8?session=x', 'c_2.ts'],
  ],
  ['a playlist', channel, '', { 'c.m3u8': MEDIA }, ['c.m3u8', 'c_2.ts']],
  ['renditions from which the player chooses', channel, '', { 'c.m3u8': TWO }, ['c.m3u8']],
  ['a viewer who has not opted into more', { ...channel, autoplay: 'false' }, '', { 'c.m3u8': MEDIA }, ['c.m3u8']],
  [
    'an address that requests more',
    { ...channel, autoplay: 'false' },
    '?autoplay=1',
    { 'c.m3u8': MEDIA },
    ['c.m3u8', 'c_2.ts'],
  ],
  ['an address that requests less', channel, '?autoplay=0', { 'c.m3u8': MEDIA }, ['c.m3u8']],
  ['a stream that is offline', channel, '', {}, ['c.m3u8']],
])('the prefetch script requests what is needed for %s', async (_, data, search, files, expected) => {
  history.replaceState(null, '', `/below/c.html${search}`);
  await started(data, files);
  expect(requests).toEqual(expected.map((name) => `/below/memfs/${name}`));
  expect([...(window.headStart?.replies.keys() ?? [])]).toEqual(requests.map((path) => location.origin + path));
});

it.each([
  [0, 'https://a.example/memfs/c.m3u8'],
  [0.99, 'https://b.example/memfs/c.m3u8'],
])('the prefetch script picks a random edge and stores its choice: %f', async (chance, address) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const source = 'https://a.example/memfs/c.m3u8 https://b.example/memfs/c.m3u8';
  await started({ ...channel, source }, { 'c.m3u8': MEDIA });
  expect(requests[0]).toBe(address);
  expect(window.headStart?.source).toBe(address);
});

it.each([
  ['memfs/c.jpg', /^http:\/\/localhost(:\d+)?\/memfs\/c\.jpg\?t=\d+$/],
  ['https://cdn.example/x.jpg', /^https:\/\/cdn\.example\/x\.jpg$/],
])('the prefetch script requests the picture %s and stores its address', async (poster, address) => {
  await started({ ...channel, poster });
  expect(images).toEqual([expect.stringMatching(address)]);
  expect(window.headStart?.poster).toBe(images[0]);
});

it('the prefetch script requests no picture without a poster', async () => {
  await started({ ...channel, poster: '' });
  expect(images).toEqual([]);
});

it('the prefetch script does nothing if the player is loaded already', async () => {
  window.headStart = null;
  await started(channel, { 'c.m3u8': MEDIA });
  expect([requests, images, window.headStart]).toEqual([[], [], null]);
});
