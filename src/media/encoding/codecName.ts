import { msg } from '../../i18n/msg.ts';

const NAMES = new Map<string, string>(
  Object.entries({
    h264: 'H.264',
    hevc: 'HEVC',
    mpeg1video: 'MPEG-1',
    mpeg2video: 'MPEG-2',
    mpeg4: 'MPEG-4',
    mjpeg: 'Motion JPEG',
    theora: 'Theora',
    opus: 'Opus',
    vorbis: 'Vorbis',
    mp2: 'MP2',
  }),
);

/** From 7 on ffmpeg calls what it generates wrapped_avframe; it was rawvideo before. */
export const isUncompressed = (codec: string): boolean =>
  codec === 'rawvideo' || codec === 'wrapped_avframe' || /^pcm_/.test(codec);

/** A codec as people know it; ffmpeg's name of it in capitals where they know no other. To be translated. */
export const codecName = (codec: string): string =>
  NAMES.get(codec) ?? (isUncompressed(codec) ? msg('uncompressed') : codec.toUpperCase());
