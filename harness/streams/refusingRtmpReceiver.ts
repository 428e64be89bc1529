import { createServer, type Socket } from 'node:net';
import { listenOnLoopback, type OpenServer } from './listenOnLoopback.ts';

type Reaction = 'silence' | 'close' | Buffer;
interface Manner {
  connect?: Reaction;
  publish?: Reaction;
  media?: 'close';
}

const PART_BYTES = 1536;
const HANDSHAKE_BYTES = 1 + 2 * PART_BYTES;
const MEDIA_BYTES = 2000;

const short = (text: string) => Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)]);
const word = (text: string) => Buffer.concat([Buffer.from([2]), short(text)]);
const encodeNumber = (value: number) => {
  const bytes = Buffer.alloc(9);
  bytes.writeDoubleBE(value, 1);
  return bytes;
};
const object = (members: Readonly<Record<string, string>>) =>
  Buffer.concat([
    Buffer.from([3]),
    ...Object.entries(members).flatMap(([key, value]) => [short(key), word(value)]),
    Buffer.from([0, 0, 9]),
  ]);
const NULL = Buffer.from([5]);

/** A message in one chunk, shorter than the announced chunk size. */
const message = (type: number, body: Buffer, stream = 0) =>
  Buffer.concat([
    Buffer.from([3, 0, 0, 0, body.length >> 16, body.length >> 8, body.length, type, stream, 0, 0, 0]),
    body,
  ]);
const command = (...values: Buffer[]) => message(20, Buffer.concat(values));
const LARGE_CHUNKS = message(1, Buffer.from([0, 0, 16, 0]));

const status = (level: 'status' | 'error', code: string, description: string) =>
  command(word('onStatus'), encodeNumber(0), NULL, object({ level, code, description }));
const rejection = (description: string) =>
  Buffer.concat([
    LARGE_CHUNKS,
    command(
      ...[word('_error'), encodeNumber(1), NULL],
      object({ level: 'error', code: 'NetConnection.Connect.Rejected', description }),
    ),
  ]);

const CONNECTED = Buffer.concat([
  LARGE_CHUNKS,
  command(
    ...[word('_result'), encodeNumber(1), object({ fmsVer: 'FMS/3,5,7,7009' })],
    object({ level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.' }),
  ),
]);
const PUBLISHING = status('status', 'NetStream.Publish.Start', 'Publishing.');

/** Known reactions of platforms, by app name. */
const MANNERS: Readonly<Record<string, Manner>> = {
  takes: {},
  silent: { connect: 'silence' },
  rejects: { connect: rejection('Connection failed: Application rejected connection.') },
  asks: { connect: rejection('[ AccessManager.Reject ] : [ code=403 need auth; authmod=adobe ] : ') },
  denies: { publish: status('error', 'NetStream.Publish.Denied', 'Stream key is not valid') },
  busy: { publish: status('error', 'NetStream.Publish.BadName', 'Stream already publishing') },
  wordless: { publish: 'close' },
  brief: { media: 'close' },
};

/** An RTMP receiver that accepts streams, or rejects them as in MANNERS: `rtmp://host/denies/key`. */
export const refusingRtmpReceiver = (port?: number, listen: () => Listener = () => DEAF): Promise<OpenServer> =>
  listenOnLoopback(
    createServer((socket) => receive(socket, listen())),
    port,
  );

/** Called after the publish response, and for all bytes after the handshake. */
interface Listener {
  begun(): void;
  bytes(part: Buffer): void;
}
const DEAF: Listener = { begun: () => {}, bytes: () => {} };

function receive(socket: Socket, listener: Listener) {
  let arrived = Buffer.alloc(0);
  let manner: Manner = {};
  let step: 'handshake' | 'connect' | 'createStream' | 'publish' | 'media' = 'handshake';
  let isHandshakeDone = false;
  let received = 0;
  const act = (reaction: Reaction) => {
    if (reaction === 'close') socket.destroy();
    else if (reaction !== 'silence') socket.write(reaction);
  };
  socket.on('data', (bytes) => {
    if (step === 'media') {
      received += bytes.length;
      listener.bytes(bytes);
      if (manner.media === 'close' && received > MEDIA_BYTES) socket.destroy();
      return;
    }
    const before = Math.max(0, HANDSHAKE_BYTES - arrived.length);
    arrived = Buffer.concat([arrived, bytes]);
    listener.bytes(bytes.subarray(before));
    if (!isHandshakeDone && arrived.length > PART_BYTES) {
      isHandshakeDone = true;
      socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(PART_BYTES), arrived.subarray(1, 1 + PART_BYTES)]));
    }
    if (step === 'handshake' && arrived.length >= HANDSHAKE_BYTES) step = 'connect';
    const commands = arrived.subarray(HANDSHAKE_BYTES);
    if (step === 'connect' && transactionOf(commands, 'connect') !== null) {
      manner = MANNERS[appIn(commands)] ?? {};
      step = 'createStream';
      act(manner.connect ?? CONNECTED);
    }
    const create = transactionOf(commands, 'createStream');
    if (step === 'createStream' && create !== null) {
      step = 'publish';
      socket.write(command(word('_result'), encodeNumber(create), NULL, encodeNumber(1)));
    }
    if (step === 'publish' && transactionOf(commands, 'publish') !== null) {
      step = 'media';
      listener.begun();
      act(manner.publish ?? PUBLISHING);
    }
  });
}

/** Transaction of an arrived command; null if incomplete. */
function transactionOf(data: Buffer, name: string): number | null {
  const encodedName = word(name);
  const at = data.indexOf(encodedName) + encodedName.length + 1;
  return at > encodedName.length && data.length >= at + 8 ? data.readDoubleBE(at) : null;
}

function appIn(data: Buffer): string {
  const key = short('app');
  const at = data.indexOf(key) + key.length + 1;
  return data.toString('utf8', at + 2, at + 2 + data.readUInt16BE(at));
}
