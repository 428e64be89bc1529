// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { castButton } from './controls.ts';

const SOURCE = 'https://core.example/memfs/c.m3u8';

afterEach(() => {
  document.head.replaceChildren();
  for (const name of ['cast', 'chrome', '__onGCastApiAvailable']) Reflect.deleteProperty(window, name);
});

function sender(state: string, session: () => Promise<void>) {
  const loaded: unknown[] = [];
  const context = {
    setOptions: vi.fn(),
    getCastState: () => state,
    addEventListener: vi.fn(),
    requestSession: session,
    getCurrentSession: () => ({ loadMedia: async (request: unknown) => loaded.push(request) }),
  };
  // Google's class is a function with properties.
  const CastContext = Object.assign(() => {}, { getInstance: () => context });
  class MediaInfo {
    contentId: string;
    contentType: string;
    constructor(contentId: string, contentType: string) {
      this.contentId = contentId;
      this.contentType = contentType;
    }
  }
  class LoadRequest {
    media: MediaInfo;
    constructor(media: MediaInfo) {
      this.media = media;
    }
  }
  class GenericMediaMetadata {}
  Reflect.set(window, 'cast', { framework: { CastContext } });
  Reflect.set(window, 'chrome', { cast: { media: { MediaInfo, LoadRequest, GenericMediaMetadata } } });
  Reflect.get(window, '__onGCastApiAvailable')(true);
  return loaded;
}

it("the cast button loads Google's script once and stays hidden without a receiver", () => {
  const button = castButton(SOURCE, 'Studio', () => {});
  castButton(SOURCE, 'Studio', () => {});
  expect([...document.scripts].map(({ src }) => new URL(src).host)).toEqual(['www.gstatic.com']);
  expect(button.hidden).toBe(true);
  Reflect.get(window, '__onGCastApiAvailable')(false);
  expect(button.hidden).toBe(true);
});

it('the cast button sends the stream to a receiver and reports it', async () => {
  const onCast = vi.fn();
  const button = castButton(SOURCE, 'Studio', onCast);
  const loaded = sender('NOT_CONNECTED', async () => {});
  expect(button.hidden).toBe(false);
  button.click();
  await vi.waitFor(() => expect(onCast).toHaveBeenCalled());
  expect(loaded).toMatchObject([
    {
      media: {
        contentId: SOURCE,
        contentType: 'application/x-mpegurl',
        streamType: 'LIVE',
        metadata: { title: 'Studio' },
      },
    },
  ]);
});

it('playback continues here if no receiver was chosen', async () => {
  const onCast = vi.fn();
  const showPicker = vi.fn(() => Promise.reject(new Error('cancel')));
  const button = castButton(SOURCE, 'Studio', onCast);
  sender('NOT_CONNECTED', showPicker);
  button.click();
  await vi.waitFor(() => expect(showPicker).toHaveBeenCalled());
  expect(onCast).not.toHaveBeenCalled();
});
