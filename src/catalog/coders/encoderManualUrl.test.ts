import { expect, it } from 'vitest';
import { encoderManualUrl } from './encoderManualUrl.ts';
import { encoderOf } from './index.ts';

it.each([
  ['video', 'libx265', 'https://ffmpeg.org/ffmpeg-codecs.html#libx265'],
  ['audio', 'libopus', 'https://ffmpeg.org/ffmpeg-codecs.html#libopus-1'],
  ['video', 'libvpx-vp9', 'https://ffmpeg.org/ffmpeg-codecs.html#libvpx'],
  ['video', 'av1_vaapi', 'https://ffmpeg.org/ffmpeg-codecs.html#VAAPI-encoders'],
  ['video', 'h264_nvenc', 'https://trac.ffmpeg.org/wiki/HWAccelIntro'],
  ['audio', 'vorbis', 'https://ffmpeg.org/ffmpeg-codecs.html#Audio-Encoders'],
  ['video', 'mjpeg', 'https://ffmpeg.org/ffmpeg-codecs.html#Video-Encoders'],
  ['video', 'copy', null],
] as const)('the manual of the %s encoder %s is %s', (type, id, address) => {
  const encoder = encoderOf(type, id);
  if (!encoder) throw new Error(`no encoder ${id}`);
  expect(encoderManualUrl(encoder)).toBe(address);
});
