import { expect, it } from 'vitest';
import { libmp3lame } from '../../../catalog/coders/encoders/audio/libmp3lame.ts';
import { libx264 } from '../../../catalog/coders/encoders/video/libx264.ts';
import { coderFields } from './CoderChoice.tsx';

it.each([
  ['libx264', libx264, true, ['bitrate', 'the size', 'fps', 'gop', 'preset'], ['fps_mode', 'profile', 'tune']],
  ['libmp3lame', libmp3lame, false, ['bitrate'], ['sampling', 'layout', 'channels']],
])('%s shows the important settings and folds the rest', (_, encoder, sized, shown, folded) => {
  const arranged = Object.entries(coderFields(encoder, sized));
  expect(arranged.filter(([, { advanced }]) => !advanced).map(([key]) => key)).toEqual(shown);
  expect(arranged.filter(([, { advanced }]) => advanced).map(([key]) => key)).toEqual(folded);
});
