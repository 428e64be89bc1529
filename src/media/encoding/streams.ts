import type { StreamTraits } from './streamDump.ts';

export type Stream = StreamTraits & {
  url: string;
  /** Position in the inputs of its source. */
  index: number;
  /** Stream number inside of that input: what `-map` takes. */
  stream: number;
  /** 'video', 'audio', or what else ffmpeg found ('subtitle', 'data'). */
  type: string;
  codec: string;
  width: number;
  height: number;
  pix_fmt: string;
  sampling_hz: number;
  layout: string;
  channels: number;
  /** ffmpeg's name of the container: "mpegts". A stream that was not probed has none; so with all that follows. */
  format?: string | undefined;
  /** ISO 639, three letters; 'und' is not told. */
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

/** As ffmpeg hands it to filters and encoders: it turns by itself what has to be turned. */
export const upright = <Picture extends Pick<Stream, 'width' | 'height' | 'rotation'>>(stream: Picture): Picture =>
  (stream.rotation ?? 0) % 180 === 0 ? stream : { ...stream, width: stream.height, height: stream.width };

/** none: not probed. error: nothing was found. empty: something else than video and audio. nocoder: the streams are there, and no encoder of this core can make of them what is needed. */
export type ProbeVerdict = 'none' | 'success' | 'error' | 'empty' | 'nostream' | 'nocoder';

/**
 * @param streams of the probe; null when nothing was probed
 * @param coder what the auto-selection chose, when it has run
 */
export function judgeProbe(streams: Stream[] | null, wanted: MediaType, coder?: string): ProbeVerdict {
  if (streams === null) return 'none';
  if (streams.length === 0) return 'error';
  if (!streams.some(({ type }) => type === 'video' || type === 'audio')) return 'empty';
  if (!streams.some(({ type }) => type === wanted)) return 'nostream';
  return coder === 'none' ? 'nocoder' : 'success';
}
