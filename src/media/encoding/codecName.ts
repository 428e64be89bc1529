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
    flv1: 'Sorenson H.263',
    h263: 'H.263',
    prores: 'ProRes',
    dvvideo: 'DV',
    dnxhd: 'DNxHD',
    wmv1: 'Windows Media Video 7',
    wmv2: 'Windows Media Video 8',
    wmv3: 'Windows Media Video 9',
    ac3: 'AC-3',
    eac3: 'E-AC-3',
    aac_latm: 'AAC (LATM)',
    truehd: 'TrueHD',
    s302m: 'SMPTE 302M',
    speex: 'Speex',
    nellymoser: 'Nellymoser',
    pcm_alaw: 'G.711 (A-law)',
    pcm_mulaw: 'G.711 (µ-law)',
    adpcm_g722: 'G.722',
    adpcm_g726: 'G.726',
    adpcm_g726le: 'G.726',
    wmav1: 'Windows Media Audio 1',
    wmav2: 'Windows Media Audio 2',
    scte_35: 'SCTE-35',
    timed_id3: 'ID3',
    opus: 'Opus',
    vorbis: 'Vorbis',
    mp2: 'MP2',
  }),
);

export const UNCOMPRESSED = msg('uncompressed');

/** Generated video is wrapped_avframe since ffmpeg 7, and rawvideo before. */
export const isUncompressed = (codec: string): boolean =>
  codec === 'rawvideo' || codec === 'wrapped_avframe' || /^pcm_/.test(codec);

/** To be translated. */
export const codecName = (codec: string): string =>
  NAMES.get(codec) ?? (isUncompressed(codec) ? UNCOMPRESSED : codec.toUpperCase());
