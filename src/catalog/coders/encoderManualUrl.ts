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
  [/^mjpeg$/, `${CODECS}#Video-Encoders`],
  [/^.*_vaapi$/, `${CODECS}#VAAPI-encoders`],
  [/^.*_qsv$/, `${CODECS}#QSV-Encoders`],
  [/^.*_(nvenc|omx|v4l2m2m|videotoolbox)$/, HARDWARE],
  [/^(aac_at|vorbis)$/, `${CODECS}#Audio-Encoders`],
];

export function encoderManualUrl({ id }: Pick<Encoder, 'id'>): string | null {
  const [named, address] = CHAPTERS.find(([one]) => one.test(id)) ?? [];
  return named && address ? id.replace(named, address) : null;
}
