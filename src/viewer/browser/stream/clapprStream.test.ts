// @vitest-environment jsdom

import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { clapprStream } from './clapprStream.ts';
import { listWithin, readProperty } from './readUntypedProperties.ts';

const players = vi.hoisted((): unknown[] => []);
vi.mock('@clappr/core', () => ({
  Events: {},
  Loader: { registerPlayback() {} },
  Log: { setLevel() {} },
  Player: class {
    constructor(settings: unknown) {
      players.push(settings);
    }
    on() {}
    destroy() {}
  },
}));
vi.mock('@clappr/plugins', () => {
  const plugin = {};
  return {
    ...{ ClickToPause: plugin, DVRControls: plugin, MediaControl: plugin },
    ...{ Poster: plugin, SeekTime: plugin, SpinnerThreeBounce: plugin },
  };
});
vi.mock('@clappr/hlsjs-playback/dist/hlsjs-playback.external.js', () => ({ default: {} }));
const loader = vi.hoisted(() => class {});
vi.mock('./prefetchedHlsLoader.ts', () => ({ loaderOf: () => loader }));

afterEach(() => document.body.replaceChildren());

it("Clappr's engine gets the loader with the prefetched replies", () => {
  const stream = clapprStream(document.body, 'Studio', {
    ...{ source: 'https://core.example/memfs/c.m3u8', replies: new Map(), poster: '', library: '', language: 'en' },
    ...{ autoplay: 'muted', muted: true, say: (text) => text },
    ...{ onStill() {}, onError() {}, onPlaying() {}, onPause() {} },
  });
  const playback = readProperty(players.at(-1), 'playback');
  expect(readProperty(readProperty(playback, 'hlsjsConfig'), 'loader')).toBe(loader);
  expect(listWithin(readProperty(players.at(-1), 'hlsPlayback'), 'customListeners')).toHaveLength(3);
  stream.end();
  const source = readFileSync('node_modules/@clappr/hlsjs-playback/dist/hlsjs-playback.external.js', 'utf8');
  expect(source).toContain('_objectSpread2({}, this.options.playback.hlsjsConfig)');
});
