import type { Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import type { Encoder } from '../form/defineCatalogEntry.ts';
import { aac, aac_at, libfdk_aac } from './encoders/audio/aac.ts';
import { libmp3lame } from './encoders/audio/libmp3lame.ts';
import { libopus, opus } from './encoders/audio/opus.ts';
import { libvorbis, vorbis } from './encoders/audio/vorbis.ts';
import { audioWithoutEncoding, noAudio } from './encoders/audio/withoutEncoding.ts';
import { h264_omx } from './encoders/video/h264_omx.ts';
import { libaomav1 } from './encoders/video/libaom-av1.ts';
import { librav1e } from './encoders/video/librav1e.ts';
import { libsvtav1 } from './encoders/video/libsvtav1.ts';
import { libx264 } from './encoders/video/libx264.ts';
import { libx265 } from './encoders/video/libx265.ts';
import { mjpeg } from './encoders/video/mjpeg.ts';
import { av1_nvenc, h264_nvenc, hevc_nvenc } from './encoders/video/nvenc.ts';
import { av1_qsv, h264_qsv, hevc_qsv, vp9_qsv } from './encoders/video/qsv.ts';
import { h264_v4l2m2m, hevc_v4l2m2m } from './encoders/video/v4l2m2m.ts';
import { av1_vaapi, h264_vaapi, hevc_vaapi, vp9_vaapi } from './encoders/video/vaapi.ts';
import { h264_videotoolbox, hevc_videotoolbox } from './encoders/video/videotoolbox.ts';
import { libvpx, libvpxvp9 } from './encoders/video/vpx.ts';
import { noVideo, rawvideo, videoWithoutEncoding } from './encoders/video/withoutEncoding.ts';

/** Encoders by codec, preferred first: software before hardware, which may be missing. */
export const RANKED_ENCODERS: Record<MediaType, Readonly<Record<string, readonly Encoder[]>>> = {
  video: {
    copy: [videoWithoutEncoding],
    none: [noVideo],
    h264: [libx264, h264_videotoolbox, h264_nvenc, h264_omx, h264_v4l2m2m, h264_vaapi, h264_qsv],
    hevc: [libx265, hevc_vaapi, hevc_videotoolbox, hevc_nvenc, hevc_qsv, hevc_v4l2m2m],
    vp9: [libvpxvp9, vp9_vaapi, vp9_qsv],
    vp8: [libvpx],
    av1: [libsvtav1, librav1e, libaomav1, av1_nvenc, av1_vaapi, av1_qsv],
    rawvideo: [rawvideo],
    mjpeg: [mjpeg],
  },
  audio: {
    copy: [audioWithoutEncoding],
    none: [noAudio],
    aac: [aac, libfdk_aac, aac_at],
    mp3: [libmp3lame],
    opus: [libopus, opus],
    vorbis: [libvorbis, vorbis],
  },
};

export const knownEncoders: Record<MediaType, readonly Encoder[]> = {
  video: Object.values(RANKED_ENCODERS.video).flat(),
  audio: Object.values(RANKED_ENCODERS.audio).flat(),
};

/** null for a coder of another version: its stored arguments still work. */
export const encoderOf = (type: MediaType, id: string): Encoder | null =>
  knownEncoders[type].find((encoder) => encoder.id === id) ?? null;

/** null if neither ffmpeg nor this version knows the encoder; the codec stored with its output counts then. */
export function codecOf(type: MediaType, id: string, { codecs }: Pick<Skills, 'codecs'>): string | null {
  const [codec] = Object.entries(codecs[type]).find(([, encoders]) => encoders.includes(id)) ?? [];
  return codec ?? encoderOf(type, id)?.codec ?? null;
}
