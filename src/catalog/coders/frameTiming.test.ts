import { expect, it } from 'vitest';
import { evenKeyframes, keyframes } from './frameTiming.ts';

it.each<[fps: string, gop: string, frames: string]>([
  ['25', '2', '50'],
  ['25', '0.5', '13'],
  ['25', '2.5', '63'],
  ['29.97', '2', '60'],
  ['59.94', '2', '120'],
  ['23.97', '4', '96'],
  ['30000/1001', '2', '60'],
  ['29.97', '0.5', '15'],
  ['1', '0.5', '1'],
  ['0.1', '0.1', '1'],
])('at %s fps, a keyframe interval of %s s is %s frames', (fps, gop, frames) => {
  expect(keyframes({ fps, gop })).toEqual(['-g', frames]);
  expect(evenKeyframes({ fps, gop })).toEqual(['-g', frames, '-keyint_min', frames]);
});

it('an automatic interval sets no option, so ffmpeg decides', () =>
  expect(keyframes({ fps: '25', gop: 'auto' })).toEqual([]));
