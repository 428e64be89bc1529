import type { StreamTraits } from './streamDump.ts';

export type Stream = StreamTraits & {
  url: string;
  index: number;
  /** Number within that input, for `-map`. */
  stream: number;
  /** 'video', 'audio', or another type of ffmpeg. */
  type: string;
  codec: string;
  width: number;
  height: number;
  pix_fmt: string;
  sampling_hz: number;
  layout: string;
  channels: number;
  /** ffmpeg's name of the container. Absent without a probe, like all below. */
  format?: string | undefined;
  /** ISO 639, three letters; 'und' if unknown. */
  language?: string | undefined;
  fps?: number | undefined;
  bitrate_kbps?: number | undefined;
};

export type MediaType = 'video' | 'audio';

export const emptyStream: Stream = {
  url: '',
  index: 0,
  stream: 0,
  type: '',
  codec: '',
  width: 0,
  height: 0,
  pix_fmt: '',
  sampling_hz: 0,
  layout: '',
  channels: 0,
};

/** ffmpeg rotates the video before filters and encoders. */
export const upright = <Picture extends Pick<Stream, 'width' | 'height' | 'rotation'>>(stream: Picture): Picture =>
  (stream.rotation ?? 0) % 180 === 0 ? stream : { ...stream, width: stream.height, height: stream.width };

/** `empty`: neither video nor audio; `nocoder`: no encoder produces a required codec. */
export type ProbeVerdict = 'none' | 'success' | 'error' | 'empty' | 'nostream' | 'nocoder';

export function judgeProbe(streams: Stream[] | null, required: MediaType, coder?: string): ProbeVerdict {
  if (streams === null) return 'none';
  if (streams.length === 0) return 'error';
  if (!streams.some(({ type }) => type === 'video' || type === 'audio')) return 'empty';
  if (!streams.some(({ type }) => type === required)) return 'nostream';
  return coder === 'none' ? 'nocoder' : 'success';
}
