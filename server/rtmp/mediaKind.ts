import { elapsedMs } from '../util/elapsedMs.ts';
import { encodeAmf } from './amf.ts';
import { type Message, messageType } from './chunks.ts';

export interface KeyframeRules {
  /** By our clock, because timestamps of audio and video may be unrelated. */
  readonly keyframeMs: number;
  readonly keyframeBytes: number;
}

interface KeyframeWatch {
  /** Returns why the publisher must be disconnected; null if it may continue. */
  faultOf(kind: MediaKind | null, bytes: number): string | null;
}

/** Without keyframes, ffmpeg holds one growing segment. Audio counts after the first video only. */
export function createKeyframeWatch(
  { keyframeMs, keyframeBytes }: KeyframeRules,
  now: () => number = elapsedMs,
): KeyframeWatch {
  let since: number | null = null;
  let total = 0;
  return {
    faultOf(kind, bytes) {
      const isVideo = kind === 'videoHeader' || kind === 'keyframe' || kind === 'video';
      if (kind === 'keyframe' || (since === null && isVideo)) {
        since = now();
        total = 0;
      }
      if (since === null) return null;
      total += bytes;
      if (total > keyframeBytes) return `no keyframe within ${Math.floor(keyframeBytes / 1024 / 1024)} MB`;
      return now() - since > keyframeMs ? `no keyframe for ${Math.floor(keyframeMs / 1000)} s` : null;
    },
  };
}

export type MediaKind = 'metadata' | 'audioHeader' | 'videoHeader' | 'keyframe' | 'video' | 'audio' | 'data';

const AAC = 10;
const AVC = 7;
/** HEVC in the legacy header: a common extension with AVC's layout. */
const HEVC = 12;
const ENHANCED_AUDIO = 9;
const KEYFRAME = 1;

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
      // The top bit marks enhanced RTMP: the low bits are the packet type (0: sequence start), and a FourCC follows.
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

const VIDEO_CODECS: Readonly<Record<number, string>> = { 2: 'h263', 3: 'flashsv', 4: 'vp6', 7: 'h264', 12: 'hevc' };
const AUDIO_CODECS: Readonly<Record<number, string>> = {
  ...{ 0: 'pcm', 2: 'mp3', 3: 'pcm', 4: 'nellymoser', 5: 'nellymoser', 6: 'nellymoser' },
  ...{ 7: 'alaw', 8: 'mulaw', 10: 'aac', 11: 'speex', 14: 'mp3' },
};

const MULTITRACK = { video: 6, audio: 5 } as const;
const MOD_EX = 7;

/** Returns a name or FourCC; null if unknown. Without a codec header, the name includes rate and channels. */
export function readCodec({ type, body }: Message): string | null {
  const first = body[0] ?? 0;
  const medium = type === messageType.video ? 'video' : 'audio';
  if (medium === 'video' ? (first & 0x80) !== 0 : first >> 4 === ENHANCED_AUDIO) {
    const packetType = first & 15;
    if (packetType === MOD_EX) return null;
    const at = packetType === MULTITRACK[medium] ? 2 : 1;
    const fourCc = body.toString('latin1', at, at + 4);
    return /^[\w-]{4}$/.test(fourCc) ? fourCc : null;
  }
  if (medium === 'video') return VIDEO_CODECS[first & 15] ?? 'unknown';
  const name = AUDIO_CODECS[first >> 4] ?? 'unknown';
  return name === 'aac' ? name : `${name}-${first & 15}`;
}

/** Whether frames of this codec need no stream header. */
export function isHeaderless({ type, body }: Message): boolean {
  const first = body[0] ?? 0;
  if (type === messageType.video) return (first & 0x80) === 0 && !hasPacketType(first & 15);
  return first >> 4 !== AAC && first >> 4 !== ENHANCED_AUDIO;
}

const hasPacketType = (codec: number) => codec === AVC || codec === HEVC;

const SET_DATA_FRAME = encodeAmf(['@setDataFrame']);
const ON_META_DATA = encodeAmf(['onMetaData']);

/** Unwraps metadata, which publishers send as a command to the server. */
export function prepareForPlayers(message: Message): { kind: 'metadata' | 'data'; message: Message } {
  // AMF3 data messages start with a format byte; AMF0 follows in all known encoders.
  const plain = message.type === messageType.dataAmf3 ? message.body.subarray(1) : message.body;
  const body = startsWith(plain, SET_DATA_FRAME) ? plain.subarray(SET_DATA_FRAME.length) : plain;
  const kind = startsWith(body, ON_META_DATA) ? 'metadata' : 'data';
  return { kind, message: { ...message, type: messageType.data, body } };
}

const startsWith = (body: Buffer, start: Buffer) => body.subarray(0, start.length).equals(start);
