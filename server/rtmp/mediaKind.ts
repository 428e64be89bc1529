import { encodeAmf } from './amf.ts';
import { type Message, messageType } from './chunks.ts';

/** The meaning of a publisher's message for players that join later. */
export type MediaKind = 'metadata' | 'audioHeader' | 'videoHeader' | 'keyframe' | 'video' | 'audio' | 'data';

const AAC = 10;
const AVC = 7;
/** HEVC in the old header: an extension of some encoders, laid out like AVC. */
const HEVC = 12;
const ENHANCED_AUDIO = 9;
const KEYFRAME = 1;

/** null: not media, or empty. */
export function mediaKind({ type, body }: Message): MediaKind | null {
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
export function dataForPlayers(message: Message): { kind: 'metadata' | 'data'; message: Message } {
  // AMF3 data messages begin with a format byte; what follows is AMF0 in all encoders seen.
  const plain = message.type === messageType.dataAmf3 ? message.body.subarray(1) : message.body;
  const body = startsWith(plain, SET_DATA_FRAME) ? plain.subarray(SET_DATA_FRAME.length) : plain;
  const kind = startsWith(body, ON_META_DATA) ? 'metadata' : 'data';
  return { kind, message: { ...message, type: messageType.data, body } };
}

const startsWith = (body: Buffer, start: Buffer) => body.subarray(0, start.length).equals(start);
