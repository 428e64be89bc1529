import { limit } from '../util/limits.ts';
import { RtmpError } from './amf.ts';

export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  dataAmf3: 15,
  commandAmf3: 17,
  data: 18,
  command: 20,
} as const;

export interface Message {
  readonly type: number;
  readonly timestamp: number;
  readonly streamId: number;
  readonly body: Buffer;
}

interface ChunkStream {
  timestamp: number;
  delta: number;
  extended: boolean;
  length: number;
  type: number;
  streamId: number;
  body: Buffer;
  received: number;
}

const NOTHING = Buffer.alloc(0);
const FIRST_CHUNK_SIZE = 128;
const EXTENDED = 0xffffff;
const messageHeaderBytes = [11, 7, 3, 0] as const;
/** Encoders use five or six. */
const MAX_CHUNK_STREAMS = 64;
/** Initial bytes of a message, then four times what arrived, because its length may be wrong. */
const FIRST_ROOM = 1024;
const GROWTH = 4;

const longest = new Map<number, number>([
  [messageType.audio, limit('rtmpFrame')],
  [messageType.video, limit('rtmpFrame')],
  [messageType.data, limit('rtmpCommand')],
  [messageType.dataAmf3, limit('rtmpCommand')],
  [messageType.command, limit('rtmpCommand')],
  [messageType.commandAmf3, limit('rtmpCommand')],
  [messageType.setChunkSize, limit('rtmpControl')],
  [messageType.abort, limit('rtmpControl')],
  [messageType.acknowledgement, limit('rtmpControl')],
  [messageType.userControl, limit('rtmpControl')],
  [messageType.windowSize, limit('rtmpControl')],
  [messageType.peerBandwidth, limit('rtmpControl')],
]);
const longestOf = (type: number): number => longest.get(type) ?? limit('rtmpCommand');

export interface ChunkReader {
  /** Bodies may share memory with `data`, so copy what you keep. Unusable after an `RtmpError`. */
  read(data: Buffer): Message[];
  held(): number;
  /** Raises the limit of unfinished bytes, after a peer has sent its token. */
  allow(bytes: number): void;
}

/** Parses the bytes after the handshake. Handles chunk size and abort. */
export function createChunkReader(maxBytes: number): ChunkReader {
  const streams = new Map<number, ChunkStream>();
  let max = maxBytes;
  let bufferedBytes = 0;
  let unfinished = 0;
  let chunkSize = FIRST_CHUNK_SIZE;
  let rest: Buffer = NOTHING;
  let open: { stream: ChunkStream; left: number } | null = null;

  const drop = (stream: ChunkStream) => {
    if (stream.body.length > 0) unfinished -= 1;
    bufferedBytes -= stream.body.length;
    stream.body = NOTHING;
    stream.received = 0;
  };

  const append = (stream: ChunkStream, part: Buffer) => {
    const requiredBytes = stream.received + part.length;
    if (requiredBytes > stream.body.length) {
      if (stream.body.length === 0) unfinished += 1;
      if (unfinished > limit('rtmpUnfinished')) throw new RtmpError('too many unfinished messages');
      const room = Math.min(stream.length, Math.max(FIRST_ROOM, requiredBytes * GROWTH));
      bufferedBytes += room - stream.body.length;
      if (bufferedBytes > max) throw new RtmpError('too many bytes of unfinished messages');
      const body = Buffer.allocUnsafeSlow(room);
      stream.body.copy(body, 0, 0, stream.received);
      stream.body = body;
    }
    part.copy(stream.body, stream.received);
    stream.received = requiredBytes;
  };

  const header = (data: Buffer, at: number) => {
    const first = data[at];
    if (first === undefined) return null;
    const format = first >> 6;
    const idBytes = (first & 63) === 0 ? 2 : (first & 63) === 1 ? 3 : 1;
    const fieldsAt = at + idBytes;
    const fieldBytes = messageHeaderBytes[format] ?? 0;
    if (fieldsAt + fieldBytes > data.length) return null;
    const id =
      idBytes === 1 ? first & 63 : 64 + data.readUInt8(at + 1) + (idBytes === 3 ? 256 * data.readUInt8(at + 2) : 0);
    const existing = streams.get(id);
    if (existing === undefined && format > 1) throw new RtmpError('chunk stream begins without a header');
    const extended = format === 3 ? existing?.extended === true : data.readUIntBE(fieldsAt, 3) === EXTENDED;
    const end = fieldsAt + fieldBytes + (extended ? 4 : 0);
    if (end > data.length) return null;
    return { format, id, existing, fieldsAt, extended, end };
  };

  const startStream = (data: Buffer, found: NonNullable<ReturnType<typeof header>>): ChunkStream => {
    const { format, id, existing, fieldsAt, extended, end } = found;
    const fresh = { timestamp: 0, delta: 0, extended, length: 0, type: 0, streamId: 0, body: NOTHING, received: 0 };
    const stream: ChunkStream = existing ?? fresh;
    if (existing === undefined) {
      if (streams.size >= MAX_CHUNK_STREAMS) throw new RtmpError('too many chunk streams');
      streams.set(id, stream);
    }
    // A continuation has no new fields; a full header within a message starts another one.
    if (format === 3 && stream.received > 0) return stream;
    drop(stream);
    if (format < 3) stream.delta = extended ? data.readUInt32BE(end - 4) : data.readUIntBE(fieldsAt, 3);
    if (format < 2) {
      stream.length = data.readUIntBE(fieldsAt + 3, 3);
      stream.type = data.readUInt8(fieldsAt + 6);
    }
    if (format === 0) stream.streamId = data.readUInt32LE(fieldsAt + 7);
    stream.extended = extended;
    stream.timestamp = (format === 0 ? stream.delta : stream.timestamp + stream.delta) >>> 0;
    return stream;
  };

  const control = ({ type, body }: Message) => {
    if (type !== messageType.setChunkSize && type !== messageType.abort) return;
    if (body.length < 4) throw new RtmpError('control message is cut off');
    const value = body.readUInt32BE(0);
    if (type === messageType.setChunkSize) {
      // Smaller chunks cost more than they carry, and no encoder uses them. The specification's default is 128.
      if (value < limit('rtmpSmallestChunk') || value > 0x7fffffff) throw new RtmpError(`chunk size ${value}`);
      chunkSize = value;
      return;
    }
    const aborted = streams.get(value);
    if (aborted !== undefined) drop(aborted);
  };

  const finish = (messages: Message[], stream: ChunkStream, body: Buffer) => {
    const message = { type: stream.type, timestamp: stream.timestamp, streamId: stream.streamId, body };
    control(message);
    messages.push(message);
  };

  return {
    allow(bytes) {
      max = bytes;
    },
    held: () => bufferedBytes + rest.length,
    read(bytes) {
      const messages: Message[] = [];
      const data = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      let at = 0;
      for (;;) {
        if (open === null) {
          const found = header(data, at);
          if (found === null) break;
          const stream = startStream(data, found);
          const { length } = stream;
          if (length > max || length > longestOf(stream.type)) {
            throw new RtmpError(`message of type ${stream.type} with ${length} bytes`);
          }
          at = found.end;
          if (stream.received === 0 && length <= chunkSize && at + length <= data.length) {
            finish(messages, stream, data.subarray(at, at + length));
            at += length;
            continue;
          }
          open = { stream, left: Math.min(chunkSize, length - stream.received) };
        }
        const { stream } = open;
        const part = data.subarray(at, at + open.left);
        append(stream, part);
        at += part.length;
        open.left -= part.length;
        if (open.left > 0) break;
        open = null;
        if (stream.received < stream.length) continue;
        const { body } = stream;
        drop(stream);
        finish(messages, stream, body);
      }
      rest = at === data.length ? NOTHING : copyBuffer(data.subarray(at));
      return messages;
    },
  };
}

export function copyBuffer(part: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(part.length);
  part.copy(copy);
  return copy;
}

/** Large chunks mean fewer bytes to copy per player. */
export const OUT_CHUNK_SIZE = 65_536;

export function writeChunks(message: Message, chunkStream: number, chunkSize = OUT_CHUNK_SIZE): Buffer {
  const { type, streamId, body } = message;
  const timestamp = message.timestamp >>> 0;
  const extended = timestamp >= EXTENDED;
  const more = Math.max(0, Math.ceil(body.length / chunkSize) - 1);
  const out = Buffer.allocUnsafe(12 + (extended ? 4 : 0) + more * (extended ? 5 : 1) + body.length);
  out[0] = chunkStream;
  out.writeUIntBE(extended ? EXTENDED : timestamp, 1, 3);
  out.writeUIntBE(body.length, 4, 3);
  out[7] = type;
  out.writeUInt32LE(streamId, 8);
  let at = 12;
  if (extended) at = out.writeUInt32BE(timestamp, at);
  for (let from = 0; from < body.length; from += chunkSize) {
    if (from > 0) {
      out[at++] = 0xc0 | chunkStream;
      if (extended) at = out.writeUInt32BE(timestamp, at);
    }
    at += body.copy(out, at, from, Math.min(from + chunkSize, body.length));
  }
  return out;
}
