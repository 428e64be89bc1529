import { type Decoder, defineDecoder } from '../form/defineCatalogEntry.ts';

type HardwareDecoder = readonly [id: string, name: string, codecs: readonly string[], before?: readonly string[]];

/** Decoders of one codec each, chosen by name. Order here is order in the select. */
const ROWS: readonly HardwareDecoder[] = [
  ['av1_cuvid', 'AV1 (CUVID)', ['av1'], ['-hwaccel', 'cuda']],
  ['h264_mmal', 'H.264 (MMAL)', ['h264']],
  ['h264_cuvid', 'H.264 (CUVID)', ['h264']],
  ['h264_v4l2m2m', 'H.264 (V4L2 Memory to Memory)', ['h264']],
  ['hevc_cuvid', 'HEVC (CUVID)', ['hevc']],
  ['hevc_v4l2m2m', 'HEVC (V4L2 Memory to Memory)', ['hevc']],
  ['mjpeg_cuvid', 'MJPEG (CUVID)', ['mjpeg']],
  ['mpeg1_cuvid', 'MPEG1 (CUVID)', ['mpeg1video', 'mpeg1']],
  ['mpeg2_cuvid', 'MPEG2 (CUVID)', ['mpeg2video', 'mpeg2']],
  ['mpeg2_mmal', 'MPEG2 (MMAL)', ['mpeg2video', 'mpeg2']],
  ['mpeg4_cuvid', 'MPEG4 (CUVID)', ['mpeg4']],
  ['mpeg4_mmal', 'MPEG4 (MMAL)', ['mpeg4']],
  ['vc1_cuvid', 'VC1 (CUVID)', ['vc1']],
  ['vc1_mmal', 'VC1 (MMAL)', ['vc1']],
  ['vp8_cuvid', 'VP8 (CUVID)', ['vp8']],
  ['vp9_cuvid', 'VP9 (CUVID)', ['vp9']],
];

export const hardwareDecoders: readonly Decoder[] = ROWS.map(([id, name, codecs, before = []]) =>
  defineDecoder({
    id,
    name,
    type: 'video',
    codecs: [...codecs],
    hardware: true,
    fields: {},
    args: () => [...before, '-c:v', id],
  }),
);
