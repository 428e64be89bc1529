import type { Stream } from '../encoding/streams.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { holdWindow } from './stitchPlaylist.ts';

/** `newer`: a newer version has stored the standby image. */
export type ChannelObstacle =
  | ('disk' | 'mp4' | 'low-latency' | 'short-list')
  | ('no-video' | 'several-videos' | 'video-codec' | 'pixels' | 'audio-codec')
  | 'newer';

export type ProtectionObstacle = ChannelObstacle | 'recording' | 'stills' | 'rendition';

const AUDIO = ['aac', 'mp3'];
/** The standby image exists only in these. '' is unknown, and the agent checks the stream itself. */
const PIXELS = ['', 'yuv420p', 'yuvj420p'];

interface ChannelFacts {
  hls: IngestMetadata['control']['hls'];
  streams: readonly Pick<Stream, 'type' | 'codec' | 'pix_fmt'>[];
}

/** Checks the settings only; the agent checks the stream itself. */
export function channelObstacle({ hls, streams }: ChannelFacts): ChannelObstacle | null {
  const videos = streams.filter(({ type }) => type === 'video');
  const [video] = videos;
  if (hls.storage !== 'memfs') return 'disk';
  if (hls.lhls) return 'low-latency';
  if (hls.version === 7) return 'mp4';
  if (holdWindow(hls.listSize) === null) return 'short-list';
  if (video === undefined) return 'no-video';
  if (videos.length > 1) return 'several-videos';
  if (video.codec !== 'h264') return 'video-codec';
  if (!PIXELS.includes(video.pix_fmt)) return 'pixels';
  return streams.some(({ type, codec }) => type === 'audio' && !AUDIO.includes(codec)) ? 'audio-codec' : null;
}

interface PublicationFacts {
  channel: ChannelObstacle | null;
  sends: 'stream' | 'files' | 'stills';
  rendition: string | undefined;
}

export function protectionObstacle({ channel, sends, rendition }: PublicationFacts): ProtectionObstacle | null {
  if (sends === 'files') return 'recording';
  if (sends === 'stills') return 'stills';
  return rendition === undefined ? channel : 'rendition';
}
