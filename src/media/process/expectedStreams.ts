import { type Push, pushName, pushOf } from '../address/pushAddress.ts';
import { isAssumed } from '../encoding/profile.ts';
import type { MediaType, Stream } from '../encoding/streams.ts';
import type { IngestMetadata } from '../stored/metadata.ts';

export interface ExpectedStream {
  codec: string;
  width: number;
  height: number;
  /** 0: not known; so are all other figures. */
  fps: number;
  rate: number;
  channels: number;
  /** What leaves the server is made by it: the figures of the source do not say how that is. */
  encoded: boolean;
  /** It is made here, or a file that is played again and again: whatever is in it is what somebody chose. */
  chosen: boolean;
}

export interface SetUp {
  video: ExpectedStream | null;
  audio: ExpectedStream | null;
  /** The properties were entered by hand, without a probe. */
  assumed: boolean;
  /** How it is sent, and under which name it arrives; null: the server fetches it, or makes it. */
  push: { type: Push['type']; name: string } | null;
}

/** A frame rate that is one: ffmpeg tells the clock of some streams instead. */
const FASTEST = 240;

export const expectedFps = (stream: Stream): number => {
  const fps: unknown = Reflect.get(stream, 'fps');
  return typeof fps === 'number' && fps > 0 && fps <= FASTEST ? fps : 0;
};

/** A generator, nothing at all, a stored file. */
const CHOSEN: readonly string[] = ['virtualvideo', 'virtualaudio', 'noaudio', 'videoloop', 'audioloop'];
const MADE: readonly string[] = ['lavfi', '-loop', '-stream_loop'];

const isChosen = ({ type, inputs }: IngestMetadata['sources'][number]) =>
  CHOSEN.includes(type) ||
  (inputs.length > 0 && inputs.every(({ options }) => options.some((one) => MADE.includes(String(one)))));

function storedOf({ profiles: [profile], sources }: IngestMetadata, type: MediaType) {
  const { source, stream: at, encoder } = profile[type];
  const from = sources[source];
  return { from, stream: from?.streams[at], encoder };
}

function expected(metadata: IngestMetadata, type: MediaType): ExpectedStream | null {
  const { from, stream, encoder } = storedOf(metadata, type);
  // Properties entered by hand are replaced by those that arrive.
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
