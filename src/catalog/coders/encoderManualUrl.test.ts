import { expect, it } from 'vitest';
import { encoderManualUrl } from './encoderManualUrl.ts';
import { knownEncoders } from './index.ts';

const all = [...knownEncoders.video, ...knownEncoders.audio];

it.each(all.filter(({ codec }) => !['copy', 'none', 'rawvideo'].includes(codec)))('$id has a chapter', (encoder) =>
  expect(encoderManualUrl(encoder)).toMatch(
    /^https:\/\/(ffmpeg\.org\/ffmpeg-codecs\.html#[\w-]+|trac\.ffmpeg\.org\/\S+)$/,
  ),
);

it.each([
  ['libx265', 'https://ffmpeg.org/ffmpeg-codecs.html#libx265'],
  ['libopus', 'https://ffmpeg.org/ffmpeg-codecs.html#libopus-1'],
  ['libvpx-vp9', 'https://ffmpeg.org/ffmpeg-codecs.html#libvpx'],
  ['av1_vaapi', 'https://ffmpeg.org/ffmpeg-codecs.html#VAAPI-encoders'],
  ['copy', null],
])('%s', (id, address) => expect(encoderManualUrl({ id })).toBe(address));
