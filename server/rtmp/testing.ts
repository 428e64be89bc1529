import { encodeAmf } from './amf.ts';
import { messageType, writeChunks } from './chunks.ts';

export const message = (type: number, timestamp: number, body: Buffer, chunkSize = 128, chunkStream = 3): Buffer =>
  writeChunks({ type, timestamp, streamId: 1, body }, chunkStream, chunkSize);

export const command = (...values: Parameters<typeof encodeAmf>[0]): Buffer =>
  message(messageType.command, 0, encodeAmf(values));

export const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536)]);

export const hello = (verb: 'publish' | 'play', name: string): Buffer =>
  Buffer.concat([
    handshake,
    command('connect', 1, { app: 'live' }),
    command('createStream', 2, null),
    command(verb, 3, null, name, 'live'),
  ]);

export const chunkSizeOf = (bytes: number): Buffer => {
  const body = Buffer.alloc(4);
  body.writeUInt32BE(bytes);
  return message(messageType.setChunkSize, 0, body);
};

export const videoHeader = message(messageType.video, 0, Buffer.from([0x17, 0, 0, 0, 0, 1]));
export const keyframe = message(messageType.video, 0, Buffer.from([0x17, 1, 0, 0, 0, 1]));
