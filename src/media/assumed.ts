import type { ProbeResult } from '../api/answers/process.ts';
import type { MediaType } from './streams.ts';

/** What somebody says of a source that cannot be looked at now. */
export interface Told {
  codec: string;
  /** 1280x720 */
  size: string;
  fps: number;
  /** 'none': it brings no sound. */
  audio: string;
  sampling: number;
  layout: string;
}

const unseen = {
  ...{ url: '', format: '', index: 0, language: 'und', coder: '', bitrate_kbps: 0, duration_sec: 0 },
  ...{ fps: 0, pix_fmt: '', width: 0, height: 0, sampling_hz: 0, layout: '', channels: 0 },
  /** Stays on the stream where it is stored; others leave it as it is. */
  assumed: true,
};

/** The same as a probe of it would find: the video first, as most sources have it. */
export function assumedProbe({ codec, size, fps, audio, sampling, layout }: Told, type: MediaType): ProbeResult {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const channels = layout === 'mono' ? 1 : 2;
  const video = type === 'video' ? [{ ...unseen, type: 'video', codec, width, height, fps }] : [];
  const sound = audio === 'none' ? [] : [{ type: 'audio', codec: audio, sampling_hz: sampling, layout, channels }];
  const streams = [...video, ...sound.map((one) => ({ ...unseen, ...one }))];
  return { streams: streams.map((one, stream) => ({ ...one, stream })), log: [] };
}
