import type { ProbeResult } from '../../api/answers/process.ts';
import type { MediaType } from './streams.ts';

/** Entered by the operator for a source that is not reachable now. */
export interface ManualProbe {
  codec: string;
  /** Such as 1280x720. */
  size: string;
  fps: number;
  /** 'none' without audio. */
  audio: string;
  sampling: number;
  layout: string;
}

const LARGEST = 16_384;

/** Null if it is not a size. */
export function parseSize(text: string): { width: number; height: number } | null {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×*]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return Object.values(size).every((side) => side >= 1 && side <= LARGEST) ? size : null;
}

const unseen = {
  ...{ url: '', format: '', index: 0, language: 'und', coder: '', bitrate_kbps: 0, duration_sec: 0 },
  ...{ fps: 0, pix_fmt: '', width: 0, height: 0, sampling_hz: 0, layout: '', channels: 0 },
  /** Stored with the stream; other programs keep it. */
  assumed: true,
};

export function assumeProbe({ codec, size, fps, audio, sampling, layout }: ManualProbe, type: MediaType): ProbeResult {
  const { width, height } = parseSize(size) ?? { width: 0, height: 0 };
  const channels = layout === 'mono' ? 1 : 2;
  const video = type === 'video' ? [{ ...unseen, type: 'video', codec, width, height, fps }] : [];
  const sound = audio === 'none' ? [] : [{ type: 'audio', codec: audio, sampling_hz: sampling, layout, channels }];
  const streams = [...video, ...sound.map((track) => ({ ...unseen, ...track }))];
  return { streams: streams.map((track, stream) => ({ ...track, stream })), log: [] };
}
