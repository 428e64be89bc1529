// @vitest-environment jsdom

import videojs from 'video.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatNextBegin } from '../../media/schedule/nextBegin.ts';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { channelForViewers } from '../player/channelForViewers.ts';
import { playerConfig } from '../player/config.ts';
import { colorVariables } from '../player/cssColorVariables.ts';
import { iframeOf } from '../player/iframe.ts';
import { LIBRARY } from '../webRootFilePaths.ts';
import { startPlayer } from './player.ts';
import type { HeadStart } from './stream/prefetchedReplies.ts';
import { videoJsStream } from './stream/videoJsStream.ts';

const AGAIN_MS = 2000;
const shown = () => document.querySelector('.watch-card.shown .watch-card-title')?.textContent ?? null;
const player = () => document.querySelector('.video-js');

let hidden = false;
let requests: string[] = [];
let page = 200;
/** Content of next.json; null: 404. */
let next: string | null = null;
let end = () => {};
const videoJs = videoJsStream(videojs);
let engine = videoJs;

/** Opens a page whose playlist returns these statuses, repeating the last one. */
async function open(...statuses: number[]) {
  await openWith({}, ...statuses);
}

async function openWith(extra: object, ...statuses: number[]) {
  await openAfter(null, extra, ...statuses);
}

async function openAfter(headStart: HeadStart | null, extra: object, ...statuses: number[]) {
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method === 'HEAD') return new Response(null, { status: page });
    if (address.endsWith('/channels/c/next.json')) return new Response(next, { status: next === null ? 404 : 200 });
    requests.push(address);
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(null, { status: status ?? 200 });
  });
  const stored = {
    meta: { name: 'Studio', author: { name: 'Ada' } },
    player: { logo: { image: '/channels/c/logo.png', position: 'bottom-left', link: 'https://x.example' }, ...extra },
  };
  const config = playerConfig(channelForViewers('c', parseIngestMetadata(stored)));
  const place = document.body.appendChild(document.createElement('div'));
  end = startPlayer(
    place,
    {
      config,
      autoplay: false,
      mute: true,
      statistics: config.statistics,
      label: 'Studio',
      root: 'https://core.example/a/b/',
    },
    {
      engine: () => Promise.resolve(engine),
      say: (text) => text,
      language: 'en',
      colors: colorVariables(config.color),
      library: LIBRARY,
      iframeOf,
      headStart,
    },
  );
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  requests = [];
  page = 200;
  next = null;
  engine = videoJs;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {}); // missing in jsdom
});
afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("the player requests addresses below the page's path and shows its logo", async () => {
  await open(200);
  expect(requests).toEqual(['https://core.example/a/b/memfs/c.m3u8']);
  expect(shown()).toBeNull();
  const logo = document.querySelector('.watch-logo-bottom-left a');
  expect(logo?.getAttribute('href')).toBe('https://x.example/');
  expect(logo?.getAttribute('aria-label')).toBe('x.example');
  expect(logo?.querySelector('img')?.src).toMatch(/^https:\/\/core\.example\/a\/b\/channels\/c\/logo\.png\?\d+$/);
  const about = document.querySelector<HTMLElement>('.watch-button-about');
  about?.click();
  expect(document.querySelector('.watch-panel-about')?.textContent).toBe('StudioAdaLicense: CC BY 4.0');
  about?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(document.querySelector<HTMLElement>('.watch-panel-about')?.hidden).toBe(true);
});

it.each([
  [{}, true],
  [{ share: true }, true],
  [{ share: false }, false],
])('the player has a share button with %j: %s', async (extra, isShown) => {
  await openWith(extra, 200);
  expect(document.querySelector('.watch-button-share') !== null).toBe(isShown);
  expect(document.querySelector('.watch-button-about')).not.toBeNull();
});

it('the player announces nothing if the page of the channel was deleted', async () => {
  page = 404;
  await open(404, 404, 404);
  expect(document.querySelector('.watch-card')?.textContent).toBe('StudioThis stream does not exist any more.');
  page = 200;
  next = null;
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(shown()).toBe('This stream is offline.');
});

describe('a stream that is unavailable starts by itself later', () => {
  it.each([
    [404, 'This stream is offline.'],
    [509, 'Viewer limit reached.'],
    [502, 'The connection was lost.'],
    [0, 'The connection was lost.'],
  ])('after status %s', async (status, title) => {
    await open(status, status, 200);
    expect(shown()).toBe(title);
    expect(player()).toBeNull();
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(shown()).toBe(title);
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(shown()).toBeNull();
    expect(player()).not.toBeNull();
  });
});

describe('a stream with several edges', () => {
  const delivery = 'https://a.example https://b.example';
  const [a, b] = ['https://a.example/memfs/c.m3u8', 'https://b.example/memfs/c.m3u8'];

  it.each([
    [0, a, b],
    [0.5, b, a],
  ])('starts with a random edge, and tries the next one at once after a failure: %f', async (chance, edge, other) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    for (const status of [0, 502, 509]) {
      await openWith({ delivery }, status, 200);
      expect([requests, shown()]).toEqual([[edge, other], null]);
      expect(player()).not.toBeNull();
      end();
      requests = [];
    }
  });

  it('reports a failure after all edges were tried, and retries later', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await openWith({ delivery }, 509, 502, 200);
    expect([requests, shown()]).toEqual([[a, b], 'The connection was lost.']);
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect([requests, shown()]).toEqual([[a, b, a], null]);
  });

  it('counts as offline if one edge says so', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await openWith({ delivery }, 404);
    expect([requests, shown()]).toEqual([[a], 'This stream is offline.']);
  });

  it('uses the edge that the page chose before', async () => {
    await openAfter({ source: b, poster: '', replies: new Map(), begun: 0 }, { delivery }, 200);
    expect(requests).toEqual([b]);
  });
});

describe('a master playlist that was written once', () => {
  const now = 'Sun, 22 Nov 2026 13:19:18 GMT';
  const old = 'Sun, 22 Nov 2026 13:00:00 GMT';
  const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nc_0.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nc_1.m3u8\n';
  it.each([
    { what: 'which is new', body: master, first: old, rendition: now, says: null, asks: 2 },
    { what: 'which is old too', body: master, first: old, rendition: old, says: 'This stream is offline.', asks: 2 },
    {
      what: 'and a media playlist has none',
      body: '#EXTM3U',
      first: old,
      rendition: now,
      says: 'This stream is offline.',
      asks: 1,
    },
    {
      what: 'even if the clock of the server was set back since',
      ...{ body: master, first: 'Wed, 25 Nov 2026 13:19:18 GMT', rendition: old },
      ...{ says: 'This stream is offline.', asks: 2 },
    },
  ])('is as live as its rendition, $what', async ({ body, first, rendition, says, asks }) => {
    await open(404);
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address);
      const written = address.endsWith('c_0.m3u8') ? rendition : first;
      const answer = new Response(body, { headers: { date: now, 'last-modified': written } });
      return Object.defineProperty(answer, 'url', { value: address });
    });
    requests = [];
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    const addresses = ['memfs/c.m3u8', 'memfs/c_0.m3u8'].map((path) => `https://core.example/a/b/${path}`);
    expect(requests.slice(0, asks)).toEqual(addresses.slice(0, asks));
    expect(shown()).toBe(says);
  });
});

describe('a playlist made up by an edge is as live as the playlist in it', () => {
  const madeUp = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1024\nc.m3u8?session=1&\n';
  it.each([
    [404, 'This stream is offline.'],
    [509, 'Viewer limit reached.'],
    [200, null],
  ])('with status %s', async (status, says) => {
    await open(404);
    vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
      requests.push(`${method} ${address}`);
      const answer = address.includes('?') ? new Response('#EXTM3U', { status }) : new Response(madeUp);
      return Object.defineProperty(answer, 'url', { value: address });
    });
    requests = [];
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    const address = 'https://core.example/a/b/memfs/c.m3u8';
    expect(requests.slice(0, 2)).toEqual([`GET ${address}`, `HEAD ${address}?session=1&`]);
    expect(shown()).toBe(says);
  });
});

it('a hidden page does not poll, and checks at once when shown', async () => {
  await open(404);
  hidden = true;
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(requests).toHaveLength(1);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(2);
});

describe('a viewer who has not pressed Play', () => {
  const IDLE_MS = 10_000;
  // jsdom cannot play, and the error would trigger retries.
  beforeEach(() => {
    engine = (place, label, options) => videoJs(place, label, { ...options, onError: () => {} });
  });
  const heads = (...statuses: number[]) => {
    const addresses: string[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string | URL, options: RequestInit) => {
      if (options.method !== 'HEAD' || !String(address).includes('.m3u8')) return fetch(address, options);
      addresses.push(String(address));
      const status = statuses.shift() ?? 200;
      return status === 0 ? Promise.reject(new TypeError()) : Promise.resolve(new Response(null, { status }));
    });
    return addresses;
  };

  it.each([
    ['that it has ended', [404], 404, 'This stream is offline.'],
    ['that the server is gone', [0], 0, 'The connection was lost.'],
    ['nothing while it continues', [200, 200], 200, null],
    ['nothing if it continues after all', [404], 200, null],
    ['nothing because others take all places', [509], 509, null],
  ])('learns %s', async (_, answers, advance, says) => {
    await open(200, advance);
    heads(...answers);
    expect(shown()).toBeNull();
    await vi.advanceTimersByTimeAsync(answers.length * IDLE_MS);
    expect(shown()).toBe(says);
    expect(player() === null).toBe(says !== null);
  });

  it('is not counted, and nothing is polled while the page is hidden or after it is left', async () => {
    await open(200);
    const addresses = heads();
    hidden = true;
    await vi.advanceTimersByTimeAsync(5 * IDLE_MS);
    expect(addresses).toEqual([]);
    hidden = false;
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(addresses).toEqual(['https://core.example/a/b/memfs/c.m3u8']);
    expect(requests).toHaveLength(1);
    end();
    end = () => {};
    await vi.advanceTimersByTimeAsync(5 * IDLE_MS);
    expect(addresses).toHaveLength(1);
  });
});

it('the card announces a reason once, however often it polls', async () => {
  await open(404, 404, 404, 509);
  const read = [...(document.querySelector('[role=status]')?.children ?? [])];
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MS);
  expect(requests).toHaveLength(3);
  expect([...(document.querySelector('[role=status]')?.children ?? [])]).toEqual(read);
  expect(read[0]?.isConnected).toBe(true);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(shown()).toBe('Viewer limit reached.');
});

it('the player stops polling and removes its card when it ends', async () => {
  await open(404);
  end();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(requests).toHaveLength(1);
  expect(document.querySelector('.watch-card')).toBeNull();
});

describe('an announced start', () => {
  const clock = () => document.querySelector('.watch-card-clock')?.textContent ?? null;
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

  it('is counted down, without announcing each second to screen readers', async () => {
    await openWith({ startsAt: inSeconds(65) }, 404);
    expect(clock()).toBe('00:01:05');
    expect(document.querySelector('[role=status]')?.textContent).toMatch(/^Studio\w+day, \w+ \d+, \d{4} at \d+:\d\d/);
    await vi.advanceTimersByTimeAsync(5000);
    expect(clock()).toBe('00:01:00');
    hidden = true;
    await vi.advanceTimersByTimeAsync(5000);
    expect(clock()).toBe('00:01:00');
    hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(57_000);
    expect(clock()).toBeNull();
    expect(document.querySelector('[role=status]')?.textContent).toBe(
      'StudioThis stream is offline.Playback starts when the stream goes live.',
    );
  });

  it.each([30, -3])('counts down steadily while the clock of the viewer is set by %d days', async (days) => {
    await openWith({ startsAt: inSeconds(65) }, 404);
    vi.setSystemTime(Date.now() + days * 86_400_000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(clock()).toBe('00:01:00');
  });

  it('of a schedule is counted down, then "starts soon", then offline', async () => {
    next = formatNextBegin(Date.now() + 30_000);
    await openWith({ startsAt: inSeconds(-3600) }, 404);
    expect(clock()).toBe('00:00:30');
    await vi.advanceTimersByTimeAsync(34_000);
    expect([clock(), shown()]).toEqual([null, 'Starts soon.']);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(shown()).toBe('This stream is offline.');
    next = formatNextBegin(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(62_000);
    expect(clock()).toMatch(/^00:5\d:\d\d$/);
  });

  it('is not counted down while the stream plays or after the time has passed', async () => {
    await openWith({ startsAt: inSeconds(-86_400) }, 404);
    expect(clock()).toBeNull();
    end();
    await openWith({ startsAt: inSeconds(3600) }, 404, 200);
    expect(clock()).toBe('01:00:00');
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(clock()).toBeNull();
  });
});

it('the player uses chosen colors only', async () => {
  await openWith({ color: { seekbar: '#ff0000' } }, 404);
  const { style } = document.querySelector<HTMLElement>('.watch-card')?.parentElement ?? document.body;
  expect([style.getPropertyValue('--seekbar'), style.getPropertyValue('--buttons')]).toEqual(['#ff0000', '']);
});

it('the card shows the last picture once it has loaded', async () => {
  const images: HTMLImageElement[] = [];
  const { createElement } = Document.prototype;
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = createElement.call(document, name);
    if (element instanceof HTMLImageElement) images.push(element);
    return element;
  });
  await open(404);
  vi.restoreAllMocks();
  const picture = images.find(({ src }) => src.includes('/memfs/c.jpg?t='));
  expect(document.querySelector('.watch-card-picture img')).toBeNull();
  picture?.dispatchEvent(new Event('load'));
  expect(document.querySelector('.watch-card-picture img')).toBe(picture);
});

it('the player leaves no colors behind for the next one', async () => {
  await openWith({ color: { seekbar: '#ff0000', buttons: '#102040' } }, 200);
  const place = document.body.querySelector('div');
  expect(place?.style.getPropertyValue('--buttons')).toBe('#102040');
  end();
  expect(place?.getAttribute('style')).toBeFalsy();
});

describe('a request that the page made before', () => {
  const SOURCE = 'https://core.example/a/b/memfs/c.m3u8';
  const headStartAt = (begun: number, status: number): HeadStart => ({
    ...{ source: SOURCE, poster: 'https://core.example/a/b/memfs/c.jpg?t=early', begun },
    replies: new Map([
      [
        SOURCE,
        Promise.resolve({ status, headers: new Headers(), url: SOURCE, body: new ArrayBuffer(0), begun, ms: 9 }),
      ],
    ]),
  });

  it('is not repeated', async () => {
    await openAfter(headStartAt(performance.now(), 200), {}, 404);
    expect(requests).toEqual([]);
    expect(player()).not.toBeNull();
  });

  it('is used for the first check only', async () => {
    await openAfter(headStartAt(performance.now(), 404), {}, 200);
    expect([requests, shown()]).toEqual([[], 'This stream is offline.']);
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(requests).toEqual([SOURCE]);
    expect(player()).not.toBeNull();
  });

  it('is repeated after some seconds', async () => {
    await openAfter(headStartAt(performance.now() - 11_000, 404), {}, 200);
    expect(requests).toEqual([SOURCE]);
    expect(player()).not.toBeNull();
  });
});
