import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { limit } from '../util/limits.ts';
import { createTokenBucket } from '../util/tokenBucket.ts';
import { decodeAmf, RtmpError } from './amf.ts';
import { createChunkReader, type Message, messageType } from './chunks.ts';
import type { ConnectionSlots, SlotClient } from './connectionSlots.ts';
import { createConnection } from './connectionWriter.ts';
import type { MemoryBudget } from './memoryBudget.ts';
import { createPeer, type PeerDeps } from './peer.ts';
import { replies } from './replies.ts';

const VERSION = 3;
/** First byte of a client that uses an `rtmps://` address with the RTMP port. */
const TLS_HANDSHAKE = 0x16;
const SPEAKS_TLS = 'it speaks TLS: this is the port of rtmp:// addresses';
const PART_BYTES = 1536;
const ALL_BYTES = 1 + 2 * PART_BYTES;

interface Handshake {
  read(data: Buffer): { send: Buffer | null; rest: Buffer | null };
}

/** The plain handshake: today's encoders and players do not need Flash Player's signed variant. */
export function createHandshake(): Handshake {
  // A copy, because the socket's buffer may be large and the peer slow.
  let buffered: Buffer = Buffer.alloc(0);
  let received = 0;
  let answered = false;
  return {
    read(data) {
      if (data.length > 0 && received === 0) {
        if (data[0] !== VERSION) throw new RtmpError(data[0] === TLS_HANDSHAKE ? SPEAKS_TLS : 'not RTMP');
        buffered = Buffer.allocUnsafeSlow(1 + PART_BYTES);
      }
      data.copy(buffered, received);
      const length = Math.min(data.length, ALL_BYTES - received);
      received += length;
      let send: Buffer | null = null;
      if (!answered && received >= 1 + PART_BYTES) {
        answered = true;
        // Eight zero bytes (time and version) mean unsigned.
        const own = Buffer.concat([Buffer.alloc(8), randomBytes(PART_BYTES - 8)]);
        send = Buffer.concat([Buffer.from([VERSION]), own, buffered.subarray(1)]);
        buffered = Buffer.alloc(0);
      }
      return { send, rest: received >= ALL_BYTES ? data.subarray(length) : null };
    },
  };
}

interface Command {
  readonly name: string;
  readonly transaction: number;
  /** Sent with `connect`. */
  readonly app: string;
  /** Sent with `connect`: 0 or 3. */
  readonly objectEncoding: number;
  readonly stream: string;
}

/** Name, transaction, object, stream; the rest is not parsed. */
const VALUES = 4;

export function readCommand({ type, body }: Message): Command {
  // AMF3 commands have a format byte before AMF0.
  const [name, transaction, object, stream] = decodeAmf(
    type === messageType.commandAmf3 ? body.subarray(1) : body,
    VALUES,
  );
  const member = (key: string): unknown =>
    typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined;
  return {
    name: text(name),
    transaction: toNumber(transaction),
    app: text(member('app')),
    objectEncoding: toNumber(member('objectEncoding')),
    stream: text(stream),
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const toNumber = (value: unknown) => (typeof value === 'number' ? value : 0);

export interface ConnectionLimits {
  readonly setUpMs: number;
  readonly idleMs: number;
}

export interface ServeDeps extends PeerDeps {
  readonly rules: PeerDeps['rules'] & ConnectionLimits;
  /** `waiting`: connections that neither publish nor play yet. */
  readonly slots: PeerDeps['slots'] & { readonly waiting: ConnectionSlots };
  readonly budgets: { readonly waiting: MemoryBudget; readonly publishers: MemoryBudget };
  messageRate(): number;
}

const ACKNOWLEDGE_EVERY = 1_000_000;
const PING_REQUEST = 6;

const mediaTypes: ReadonlySet<number> = new Set([
  messageType.audio,
  messageType.video,
  messageType.data,
  messageType.dataAmf3,
]);
const commandTypes: ReadonlySet<number> = new Set([messageType.command, messageType.commandAmf3]);

export function serveConnection(socket: Socket, deps: ServeDeps): void {
  const { rules, log, slots, budgets } = deps;
  const connection = createConnection(socket);
  const peer = createPeer(connection, deps);
  const handshake = createHandshake();
  const chunks = createChunkReader(limit('rtmpCommand'));
  const orders = createTokenBucket(limit('rtmpOrders'), 4 * limit('rtmpOrders'));
  const messageBurst = createTokenBucket(limit('rtmpMessagesOfOne'), limit('rtmpMessagesOfOne'));
  let share = budgets.waiting.open(connection.cut);
  let handshakeDone = false;
  let app = '';
  let acknowledged = 0;

  const slotClient: SlotClient = {
    network: connection.network,
    leave() {
      writeLog('debug', 'Gives its place to another connection', 'it has neither published nor played');
      connection.cut();
    },
  };

  const setUp = setTimeout(() => connection.cut(), rules.setUpMs);
  setUp.unref();

  const reply = (answer: Buffer) => {
    if (peer.role() !== 'player' && connection.backlog() > limit('rtmpReplies')) return connection.cut();
    connection.write(answer);
  };

  const onSettled = () => {
    clearTimeout(setUp);
    slots.waiting.give(slotClient);
    if (peer.role() !== 'publisher') return;
    chunks.allow(limit('rtmpPublisher'));
    share.close();
    share = budgets.publishers.open(() => {
      writeLog('warn', 'Publisher holds too much and is dropped', `${chunks.held() + peer.headerBytes()} bytes`);
      connection.cut();
    });
  };

  const runCommand = (message: Message) => {
    const command = readCommand(message);
    switch (command.name) {
      case 'connect':
        app = command.app;
        return reply(replies.connected(command.transaction, command.objectEncoding));
      case 'createStream':
        return reply(replies.streamCreated(command.transaction));
      case 'releaseStream':
      case 'FCPublish':
        return reply(replies.done(command.transaction));
      case 'publish':
      case 'play':
        if (peer.role() !== 'none') return;
        peer[command.name]({ app, stream: command.stream });
        if (peer.role() !== 'none') onSettled();
        return;
      case 'deleteStream':
      case 'closeStream':
      case 'FCUnpublish':
        if (peer.role() === 'none') return;
        peer.leave();
        return connection.goodbye();
    }
  };

  const obey = (message: Message) => {
    if (!orders.take()) throw new RtmpError('too many commands');
    const { type, body } = message;
    if (commandTypes.has(type)) return runCommand(message);
    if (type === messageType.userControl && body.length >= 6 && body.readUInt16BE(0) === PING_REQUEST) {
      reply(replies.pong(body.readUInt32BE(2)));
    }
  };

  /** Consecutive media messages are sent together. */
  const receive = (messages: readonly Message[]) => {
    let media: Message[] = [];
    for (const message of messages) {
      if (!connection.isOpen()) return;
      if (peer.role() === 'publisher' && mediaTypes.has(message.type)) {
        media.push(message);
        continue;
      }
      if (media.length > 0) peer.media(media);
      media = [];
      obey(message);
    }
    if (connection.isOpen() && media.length > 0) peer.media(media);
  };

  /** Reads a publisher with many small messages more slowly, which blocks its sending. */
  const pace = (count: number) => {
    if (peer.role() !== 'publisher' || count === 0) return;
    const pauseMs = messageBurst.owe(count, deps.messageRate());
    if (pauseMs === 0) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs).unref();
  };

  const acknowledge = () => {
    const total = connection.bytes().read;
    if (total - acknowledged < ACKNOWLEDGE_EVERY) return;
    acknowledged = total;
    // A client that does not read acknowledgements does not need them.
    if (connection.backlog() === 0) connection.write(replies.acknowledgement(total));
  };

  const read = (data: Buffer) => {
    peer.received(data.length);
    let bytes = data;
    if (!handshakeDone) {
      const { send, rest } = handshake.read(data);
      if (send !== null) connection.write(send);
      if (rest === null) return;
      handshakeDone = true;
      bytes = rest;
    }
    acknowledge();
    const messages = chunks.read(bytes);
    receive(messages);
    if (connection.isOpen()) share.set(chunks.held() + peer.headerBytes());
    pace(messages.length);
  };

  const writeLog = (level: 'debug' | 'warn', text: string, error: unknown) =>
    log.write(level, 'RTMP', text, { remote: connection.remote, error: String(error) });

  const over = () => {
    clearTimeout(setUp);
    slots.waiting.give(slotClient);
    share.close();
    peer.leave();
  };

  slots.waiting.take(slotClient);
  socket.setTimeout(rules.idleMs, () => connection.cut());
  socket.on('data', (data) => {
    if (!connection.isOpen()) return;
    try {
      read(data);
    } catch (error) {
      // A malformed message must end its own connection, not the server.
      if (error instanceof RtmpError && error.message === SPEAKS_TLS) writeLog('warn', 'Refused', SPEAKS_TLS);
      else writeLog(error instanceof RtmpError ? 'debug' : 'warn', 'Malformed', error);
      connection.cut();
    }
  });
  socket.on('error', (error) => writeLog('debug', 'Connection failed', error));
  socket.on('close', over);
}
