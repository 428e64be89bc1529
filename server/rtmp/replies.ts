import { type Amf, encodeAmf } from './amf.ts';
import { messageType, OUT_CHUNK_SIZE, writeChunks } from './chunks.ts';

/** The same stream id for every connection, so that media is encoded once for all players. */
export const STREAM_ID = 1;

const CONTROL = 2;
const COMMAND = 3;
/** Before this announcement, the peer expects chunks of 128 bytes; responses to connect are longer. */
const WINDOW_BYTES = 5_000_000;

const control = (type: number, body: Buffer) => writeChunks({ type, timestamp: 0, streamId: 0, body }, CONTROL);

const number32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

const command = (streamId: number, ...values: Amf[]) =>
  writeChunks({ type: messageType.command, timestamp: 0, streamId, body: encodeAmf(values) }, COMMAND);

const status = (level: 'status' | 'error', code: string, description: string) =>
  command(STREAM_ID, 'onStatus', 0, null, { level, code, description });

const userControl = (event: number, value: number) =>
  control(messageType.userControl, Buffer.concat([Buffer.from([0, event]), number32(value)]));

export const replies = {
  connected: (transaction: number, objectEncoding: number) =>
    Buffer.concat([
      control(messageType.windowSize, number32(WINDOW_BYTES)),
      control(messageType.peerBandwidth, Buffer.concat([number32(WINDOW_BYTES), Buffer.from([2])])),
      control(messageType.setChunkSize, number32(OUT_CHUNK_SIZE)),
      command(
        0,
        '_result',
        transaction,
        { fmsVer: 'FMS/3,5,7,7009', capabilities: 31 },
        { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.', objectEncoding },
      ),
    ]),
  streamCreated: (transaction: number) => command(0, '_result', transaction, null, STREAM_ID),
  done: (transaction: number) => command(0, '_result', transaction, null, undefined),
  publishing: () => status('status', 'NetStream.Publish.Start', 'Publishing.'),
  playing: () =>
    Buffer.concat([
      userControl(0, STREAM_ID),
      status('status', 'NetStream.Play.Reset', 'Playing.'),
      status('status', 'NetStream.Play.Start', 'Playing.'),
    ]),
  over: () =>
    Buffer.concat([
      userControl(1, STREAM_ID),
      status('status', 'NetStream.Play.UnpublishNotify', 'The publisher has left.'),
      status('status', 'NetStream.Play.Stop', 'The publisher has left.'),
    ]),
  refused: (code: string, description: string) => status('error', code, description),
  acknowledgement: (bytes: number) => control(messageType.acknowledgement, number32(bytes)),
  pong: (value: number) => userControl(7, value),
};
