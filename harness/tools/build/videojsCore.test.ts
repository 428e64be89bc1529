import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutComponents } from './videojsCore.ts';

it('cuts out of the release that is installed what no live stream shows, and nothing else', () => {
  const source = readFileSync('node_modules/video.js/core.es.js', 'utf8');
  const namesIn = (text: string) =>
    [...text.matchAll(/^Component\.registerComponent\('(\w+)'/gm)].map(([, name]) => name);
  const left = withoutComponents(source);
  const gone = namesIn(source).filter((name) => !namesIn(left).includes(name));
  expect(gone).toHaveLength(39);
  expect(namesIn(left)).toEqual(expect.arrayContaining(['TextTrackDisplay', 'LiveTracker', 'SeekToLive']));
  // Nobody makes what is not there.
  const code = left.replace(/^\s*(\/\*)?\*.*$/gm, '');
  expect(gone.filter((name) => new RegExp(`\\bnew ${name}\\(|\\bextends ${name}\\b`).test(code))).toEqual([]);
  expect(code.includes('class SpatialNavigation {}')).toBe(true);
  expect(() => withoutComponents('')).toThrow('TimeDisplay');
});
