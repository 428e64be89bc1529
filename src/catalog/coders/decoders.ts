import { msg } from '../../i18n/msg.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { type Decoder, defineDecoder } from '../form/defineCatalogEntry.ts';

const defaultDecoder = (type: MediaType): Decoder =>
  defineDecoder({
    id: 'default',
    name: msg('Default'),
    type,
    codecs: [],
    hardware: false,
    fields: {},
    args: () => [],
  });

const hardwareDecoder = (id: string, name: string, codecs: readonly string[], args: readonly string[]): Decoder =>
  defineDecoder({ id, name, type: 'video', codecs, hardware: true, fields: {}, args: () => [...args] });

type Row = readonly [id: string, name: string, codecs: readonly string[], before?: readonly string[]];

const INTERFACES: readonly Row[] = [
  ['videotoolbox', 'VideoToolbox', ['h264', 'hevc', 'vp9', 'mpeg1video', 'mpeg1', 'mpeg2video', 'mpeg2', 'mpeg4']],
  // Without -hwaccel_output_format, frames return to main memory, where filters and every encoder can read them.
  [
    'cuda',
    'NVDEC (CUDA)',
    ['h264', 'hevc', 'mpeg1video', 'mpeg1', 'mpeg2video', 'mpeg2', 'mpeg4', 'vp8', 'vp9', 'vc1'],
  ],
  ['vaapi', 'VAAPI', ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg2video', 'mpeg2', 'vc1', 'mjpeg']],
];

const NAMED: readonly Row[] = [
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

export const decoders: Record<MediaType, readonly Decoder[]> = {
  video: [
    defaultDecoder('video'),
    ...INTERFACES.map(([id, name, codecs]) => hardwareDecoder(id, name, codecs, ['-hwaccel', id])),
    ...NAMED.map(([id, name, codecs, before = []]) => hardwareDecoder(id, name, codecs, [...before, '-c:v', id])),
  ],
  audio: [defaultDecoder('audio')],
};

/** null for a coder of another version: its stored arguments still work. */
export const decoderOf = (type: MediaType, id: string): Decoder | null =>
  decoders[type].find((decoder) => decoder.id === id) ?? null;
