import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stubOf, withoutUtils } from './videojs.ts';

const ENGINE = '/node_modules/@videojs/http-streaming/src/playlist-controller.js';

it.each([
  ['./dash-playlist-loader', ENGINE, 'dash.ts'],
  ['worker!./decrypter-worker.js', ENGINE, 'decrypter.ts'],
  ['worker!./transmuxer-worker.js', ENGINE, null],
  ['../m2ts/caption-stream', '/node_modules/mux.js/lib/mp4/caption-parser.js', 'captions.ts'],
  ['./vtt-segment-loader', ENGINE, null],
  ['videojs-vtt.js', '/node_modules/video.js/core.es.js', 'vtt.ts'],
  ['videojs-vtt.js', '/src/viewer/browser/captions.ts', null],
])('%s asked by %s', (asked, importer, stub) => expect(stubOf(asked, importer)).toBe(stub));

it('finds what it takes out of the engine', () => {
  const file = 'node_modules/@videojs/http-streaming/src/videojs-http-streaming.js';
  expect(withoutUtils(readFileSync(file, 'utf8'))).toContain('const utils = {};');
  expect(() => withoutUtils('')).toThrow('another way');
});
