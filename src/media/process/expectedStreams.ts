import { type Push, pushName, pushOf } from '../address/pushAddress.ts';
import { isAssumed } from '../encoding/profile.ts';
import type { MediaType, Stream } from '../encoding/streams.ts';
import type { IngestMetadata } from '../stored/metadata.ts';

export interface ExpectedStream {
  codec: string;
  width: number;
  height: number;
  /** 0 if unknown, like the other figures. */
  fps: number;
  rate: number;
  channels: number;
  /** Whether the server encodes it, so the source's figures do not apply. */
  encoded: boolean;
  /** Whether it is generated or a looped file, so its contents are intended. */
  chosen: boolean;
}

export interface SetUp {
  video: ExpectedStream | null;
  audio: ExpectedStream | null;
  assumed: boolean;
  /** Null if the server fetches or generates the source. */
  push: { type: Push['type']; name: string } | null;
}

/** Higher values are the time base that ffmpeg reports for some streams. */
const FASTEST = 240;

export const expectedFps = (stream: Stream): number => {
  const fps: unknown = Reflect.get(stream, 'fps');
  return typeof fps === 'number' && fps > 0 && fps <= FASTEST ? fps : 0;
};

const CHOSEN: readonly string[] = ['virtualvideo', 'virtualaudio', 'noaudio', 'videoloop', 'audioloop'];
const MADE: readonly string[] = ['lavfi', '-loop', '-stream_loop'];

const isChosen = ({ type, inputs }: IngestMetadata['sources'][number]) =>
  CHOSEN.includes(type) ||
  (inputs.length > 0 && inputs.every(({ options }) => options.some((option) => MADE.includes(String(option)))));

function storedOf({ profiles: [profile], sources }: IngestMetadata, type: MediaType) {
  const { source, stream: at, encoder } = profile[type];
  const from = sources[source];
  return { from, stream: from?.streams[at], encoder };
}

function expected(metadata: IngestMetadata, type: MediaType): ExpectedStream | null {
  const { from, stream, encoder } = storedOf(metadata, type);
  // Measured properties replace those that were entered by hand.
  if (!from || !stream || stream.type !== type || isAssumed(stream)) return null;
  const { codec, width, height, sampling_hz: rate, channels } = stream;
  const encoded = encoder.coder !== 'copy';
  return { codec, width, height, fps: expectedFps(stream), rate, channels, encoded, chosen: isChosen(from) };
}

export function setUpOf(channel: string, metadata: IngestMetadata): SetUp {
  const [source] = metadata.sources;
  const push = source ? pushOf(source) : null;
  return {
    video: expected(metadata, 'video'),
    audio: expected(metadata, 'audio'),
    assumed: (['video', 'audio'] as const).some((type) => isAssumed(storedOf(metadata, type).stream)),
    push: push && { type: push.type, name: pushName(channel, push) },
  };
}
