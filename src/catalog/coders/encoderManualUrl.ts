import type { Encoder } from '../form/defineCatalogEntry.ts';

const CODECS = 'https://ffmpeg.org/ffmpeg-codecs.html';
const HARDWARE = 'https://trac.ffmpeg.org/wiki/HWAccelIntro';

const CHAPTERS: readonly [named: RegExp, address: string][] = [
  [/^libx264$/, `${CODECS}#libx264_002c-libx264rgb`],
  [/^libvpx(-vp9)?$/, `${CODECS}#libvpx`],
  [/^libaom-av1$/, `${CODECS}#libaom_002dav1`],
  [/^libfdk_aac$/, `${CODECS}#libfdk_005faac`],
  [/^(libmp3lame|libopus)$/, `${CODECS}#$1-1`],
  [/^(libx265|libsvtav1|librav1e|libvorbis|aac|opus)$/, `${CODECS}#$1`],
  [/^.*_vaapi$/, `${CODECS}#VAAPI-encoders`],
  [/^.*_qsv$/, `${CODECS}#QSV-Encoders`],
  [/^.*_(nvenc|omx|v4l2m2m|videotoolbox)$/, HARDWARE],
];

/** null if ffmpeg's manual does not cover it. */
export function encoderManualUrl({ id, type, codec }: Pick<Encoder, 'id' | 'type' | 'codec'>): string | null {
  if (['copy', 'none', 'rawvideo'].includes(codec)) return null;
  const [named, address] = CHAPTERS.find(([pattern]) => pattern.test(id)) ?? [];
  if (named && address) return id.replace(named, address);
  return `${CODECS}#${type === 'audio' ? 'Audio' : 'Video'}-Encoders`;
}
