import { expect, it } from 'vitest';
import { libmp3lame } from '../../../catalog/coders/encoders/audio/libmp3lame.ts';
import { libx264 } from '../../../catalog/coders/encoders/video/libx264.ts';
import { knownEncoders } from '../../../catalog/coders/index.ts';
import { coderFields, encoderHelpTopic } from './CoderChoice.tsx';

it.each([
  ['libx264', libx264, true, ['bitrate', 'the size', 'fps', 'gop', 'preset'], ['fps_mode', 'profile', 'tune']],
  ['libmp3lame', libmp3lame, false, ['bitrate'], ['sampling', 'layout', 'channels']],
])('%s shows what matters and folds the rest', (_, encoder, sized, shown, folded) => {
  const arranged = Object.entries(coderFields(encoder, sized));
  expect(arranged.filter(([, { advanced }]) => !advanced).map(([key]) => key)).toEqual(shown);
  expect(arranged.filter(([, { advanced }]) => advanced).map(([key]) => key)).toEqual(folded);
});

const hardware = knownEncoders.video.filter((encoder) => encoder.hardware).map(({ id }) => id);

it.each(hardware)('the help of %s says which hardware has it', (id) =>
  expect(encoderHelpTopic(id)).toMatch(/^encoder-h264_(nvenc|vaapi|qsv|v4l2m2m|omx|videotoolbox)$/),
);

it.each([
  ['libx264', 'encoder-libx264'],
  ['hevc_nvenc', 'encoder-h264_nvenc'],
  ['libsvtav1', undefined],
])('%s is explained at %s', (id, topic) => expect(encoderHelpTopic(id)).toBe(topic));
