import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stubOf, withoutComponents, withoutDrm, withoutNotes, withoutUtils } from './trimVideojs.ts';

const ENGINE = '/node_modules/@videojs/http-streaming/src/playlist-controller.js';

it.each([
  ['./dash-playlist-loader', ENGINE, 'dash.ts'],
  ['worker!./decrypter-worker.js', ENGINE, 'decrypter.ts'],
  ['worker!./transmuxer-worker.js', ENGINE, null],
  ['../m2ts/caption-stream', '/node_modules/mux.js/lib/mp4/caption-parser.js', 'captions.ts'],
  ['./vtt-segment-loader', ENGINE, null],
  ['videojs-vtt.js', '/node_modules/video.js/core.es.js', 'vtt.ts'],
  ['videojs-vtt.js', '/src/viewer/browser/captions.ts', null],
  ['./retry.js', '/node_modules/@videojs/xhr/lib/index.js', 'disabled.cjs'],
  ['./retry.js', '/src/viewer/browser/retry.ts', null],
])('the import of %s by %s gets the right stub or none', (specifier, importer, stub) =>
  expect(stubOf(specifier, importer)).toBe(stub),
);

it('the HLS engine contains every omitted part', () => {
  const file = 'node_modules/@videojs/http-streaming/src/videojs-http-streaming.js';
  expect(withoutUtils(readFileSync(file, 'utf8'))).toContain('const utils = {};');
  expect(() => withoutUtils('')).toThrow('another way');
});

it('the HLS engine requests no keys, and reports that to waiting buffers', () => {
  const source = readFileSync('node_modules/@videojs/http-streaming/src/videojs-http-streaming.js', 'utf8');
  const left = withoutDrm(source);
  expect(/^ {2}setupEme_\(\) \{\n(.*)\n? {2}\}$/m.exec(left)?.[1]).toContain('sourceUpdater_.initializedEme();');
  expect(/^ {2}createKeySessions_\(\) \{\n {2}\}$/m.test(left)).toBe(true);
  expect(() => withoutDrm('')).toThrow('createKeySessions_');
});

it('the log messages of the HLS engine are removed', () =>
  expect(withoutNotes("this.logger_ = logger('a');\nthis.logger_(`b`);\n")).toBe(
    "this.logger_ = logger('a');\nfalse && (`b`);\n",
  ));

it('only components without use in a live stream are removed from the installed release', () => {
  const source = readFileSync('node_modules/video.js/core.es.js', 'utf8');
  const namesIn = (text: string) =>
    [...text.matchAll(/^Component\.registerComponent\('(\w+)'/gm)].map(([, name]) => name);
  const left = withoutComponents(source);
  const removed = namesIn(source).filter((name) => !namesIn(left).includes(name));
  expect(removed).toHaveLength(39);
  expect(namesIn(left)).toEqual(expect.arrayContaining(['TextTrackDisplay', 'LiveTracker', 'SeekToLive']));
  // No remaining code creates a removed class.
  const code = left.replace(/^\s*(\/\*)?\*.*$/gm, '');
  expect(removed.filter((name) => new RegExp(`\\bnew ${name}\\(|\\bextends ${name}\\b`).test(code))).toEqual([]);
  expect(code.includes('class SpatialNavigation {}')).toBe(true);
  expect(() => withoutComponents('')).toThrow('TimeDisplay');
});
