import { elapsedMs } from '../util/elapsedMs.ts';
import { encodeAmf } from './amf.ts';
import { type Message, messageType } from './chunks.ts';

export interface KeyframeRules {
  /** The longest time between two keyframes, by our clock: timestamps of sound and pictures may be unrelated. */
  readonly keyframeMs: number;
  /** The most bytes of all media between two keyframes. */
  readonly keyframeBytes: number;
}

interface KeyframeWatch {
  /** The reason to cut the publisher off; null: none. */
  faultOf(kind: MediaKind | null, bytes: number): string | null;
}

/** Without a keyframe, ffmpeg holds one growing segment. Sound counts once there was video; sound alone may go on. */
export function createKeyframeWatch(
  { keyframeMs, keyframeBytes }: KeyframeRules,
  now: () => number = elapsedMs,
): KeyframeWatch {
  let since: number | null = null;
  let held = 0;
  return {
    faultOf(kind, bytes) {
      const isVideo = kind === 'videoHeader' || kind === 'keyframe' || kind === 'video';
      if (kind === 'keyframe' || (since === null && isVideo)) {
        since = now();
        held = 0;
      }
      if (since === null) return null;
      held += bytes;
      if (held > keyframeBytes) return `no keyframe within ${Math.floor(keyframeBytes / 1024 / 1024)} MB`;
      return now() - since > keyframeMs ? `no keyframe for ${Math.floor(keyframeMs / 1000)} s` : null;
    },
  };
}

/** The meaning of a publisher's message for players that join later. */
export type MediaKind = 'metadata' | 'audioHeader' | 'videoHeader' | 'keyframe' | 'video' | 'audio' | 'data';

const AAC = 10;
const AVC = 7;
/** HEVC in the old header: an extension of some encoders, laid out like AVC. */
const HEVC = 12;
const ENHANCED_AUDIO = 9;
const KEYFRAME = 1;

/** null: not media, or empty. */
export function findMediaKind({ type, body }: Message): MediaKind | null {
  const first = body[0];
  if (first === undefined) return null;
  switch (type) {
    case messageType.audio: {
      const format = first >> 4;
      if (format === AAC) return body[1] === 0 ? 'audioHeader' : 'audio';
      return format === ENHANCED_AUDIO && (first & 15) === 0 ? 'audioHeader' : 'audio';
    }
    case messageType.video: {
      // The top bit announces enhanced RTMP: the low bits are the packet type then (0: sequence start), a FourCC follows.
      const enhanced = (first & 0x80) !== 0;
      const packetType = enhanced ? first & 15 : hasPacketType(first & 15) ? body[1] : 1;
      if (packetType === 0) return 'videoHeader';
      const frameType = (first >> 4) & 7;
      return frameType === KEYFRAME ? 'keyframe' : 'video';
    }
    case messageType.data:
    case messageType.dataAmf3:
      return 'data';
    default:
      return null;
  }
}

const hasPacketType = (codec: number) => codec === AVC || codec === HEVC;

const SET_DATA_FRAME = encodeAmf(['@setDataFrame']);
const ON_META_DATA = encodeAmf(['onMetaData']);

/** A data message as players get it: publishers wrap metadata in an order to the server. */
export function prepareForPlayers(message: Message): { kind: 'metadata' | 'data'; message: Message } {
  // AMF3 data messages begin with a format byte; what follows is AMF0 in all encoders seen.
  const plain = message.type === messageType.dataAmf3 ? message.body.subarray(1) : message.body;
  const body = startsWith(plain, SET_DATA_FRAME) ? plain.subarray(SET_DATA_FRAME.length) : plain;
  const kind = startsWith(body, ON_META_DATA) ? 'metadata' : 'data';
  return { kind, message: { ...message, type: messageType.data, body } };
}

const startsWith = (body: Buffer, start: Buffer) => body.subarray(0, start.length).equals(start);
