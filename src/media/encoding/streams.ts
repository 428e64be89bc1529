import type { ProbeResult } from '../../api/answers/process.ts';

export type Stream = {
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
};

export type MediaType = 'video' | 'audio';

/** The streams of a probe; what the probe says beyond a Stream (language, format, fps) stays on the objects. */
export const streamsInProbe = (probe: ProbeResult): Stream[] => probe.streams;

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
