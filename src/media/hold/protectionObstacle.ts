import type { Stream } from '../encoding/streams.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { holdWindow } from './stitchPlaylist.ts';

/** Why a channel cannot have its publications protected. `newer`: a newer version has stored its standby image. */
export type ChannelObstacle =
  | ('disk' | 'mp4' | 'low-latency' | 'short-list')
  | ('no-video' | 'several-videos' | 'video-codec' | 'pixels' | 'audio-codec')
  | 'newer';

/** Why a publication cannot be protected. */
export type ProtectionObstacle = ChannelObstacle | 'recording' | 'stills' | 'rendition';

const AUDIO = ['aac', 'mp3'];
/** The image is drawn in these alone; '' is not known, and the agent judges by the stream itself. */
const PIXELS = ['', 'yuv420p', 'yuvj420p'];

interface ChannelFacts {
  hls: IngestMetadata['control']['hls'];
  /** What leaves the channel. */
  streams: readonly Pick<Stream, 'type' | 'codec' | 'pix_fmt'>[];
}

/** By the settings of the channel; what only its stream tells, the agent tells. null: nothing is known against it. */
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
  /** Of its service: it writes files, or single images. */
  sends: 'stream' | 'files' | 'stills';
  rendition: string | undefined;
}

/** null: it can be protected. */
export function protectionObstacle({ channel, sends, rendition }: PublicationFacts): ProtectionObstacle | null {
  if (sends === 'files') return 'recording';
  if (sends === 'stills') return 'stills';
  return rendition === undefined ? channel : 'rendition';
}
