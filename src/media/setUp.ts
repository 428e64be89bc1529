import type { IngestMetadata } from './metadata.ts';
import { type Push, pushName, pushOf } from './push.ts';
import type { MediaType, Stream } from './streams.ts';

/** What was found of one stream when the channel was set up. */
export interface Expected {
  codec: string;
  width: number;
  height: number;
  /** 0: not known; so are all other figures. */
  fps: number;
  rate: number;
  channels: number;
  /** What leaves the server is made by it: the figures of the source do not say how that is. */
  encoded: boolean;
}

export interface SetUp {
  video: Expected | null;
  audio: Expected | null;
  /** How it is sent, and under which name it arrives; null: the server fetches it, or makes it. */
  push: { type: Push['type']; name: string } | null;
}

/** A frame rate that is one: ffmpeg tells the clock of some streams instead. */
const FASTEST = 240;

export const fpsOf = (stream: Stream): number => {
  const fps: unknown = Reflect.get(stream, 'fps');
  return typeof fps === 'number' && fps > 0 && fps <= FASTEST ? fps : 0;
};

function expected(metadata: IngestMetadata, type: MediaType): Expected | null {
  const { source, stream: at, encoder } = metadata.profiles[0][type];
  const stream = metadata.sources[source]?.streams[at];
  if (!stream || stream.type !== type) return null;
  const { codec, width, height, sampling_hz: rate, channels } = stream;
  const encoded = encoder.coder !== 'copy';
  return { codec, width, height, fps: fpsOf(stream), rate, channels, encoded };
}

export function setUpOf(channel: string, metadata: IngestMetadata): SetUp {
  const [source] = metadata.sources;
  const push = source ? pushOf(source) : null;
  return {
    video: expected(metadata, 'video'),
    audio: expected(metadata, 'audio'),
    push: push && { type: push.type, name: pushName(channel, push) },
  };
}
