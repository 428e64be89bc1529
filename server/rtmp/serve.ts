import type { Socket } from 'node:net';
import { createChunkReader, type Message, messageType } from './chunks.ts';
import { readCommand } from './command.ts';
import { createConnection } from './connection.ts';
import { RtmpError } from './error.ts';
import { createHandshake } from './handshake.ts';
import { createPeer, type PeerDeps } from './peer.ts';
import { replies } from './replies.ts';

export interface ConnectionLimits {
  /** A connection must publish or play this soon. */
  readonly setUpMs: number;
  /** A publisher that is silent, or a player that takes nothing, for this long is gone. */
  readonly idleMs: number;
}

/** Enough for the commands of a client that has not shown a token yet. */
const SET_UP_BYTES = 64 * 1024;
/** Two of the longest messages that RTMP knows. */
const PUBLISHER_BYTES = 32 * 1024 * 1024;
const ACKNOWLEDGE_EVERY = 1_000_000;
const PING_REQUEST = 6;

/** The life of one connection, from its first byte. */
export function serveConnection(socket: Socket, deps: PeerDeps & { rules: ConnectionLimits }): void {
  const { rules, log } = deps;
  const connection = createConnection(socket);
  const peer = createPeer(connection, deps);
  const handshake = createHandshake();
  const chunks = createChunkReader(SET_UP_BYTES);
  let handshakeDone = false;
  let app = '';
  let acknowledged = 0;

  const setUp = setTimeout(() => connection.cut(), rules.setUpMs);
  setUp.unref();

  const runCommand = (message: Message) => {
    const command = readCommand(message);
    switch (command.name) {
      case 'connect':
        app = command.app;
        return connection.write(replies.connected(command.transaction, command.objectEncoding));
      case 'createStream':
        return connection.write(replies.streamCreated(command.transaction));
      case 'releaseStream':
      case 'FCPublish':
        return connection.write(replies.done(command.transaction));
      case 'publish':
      case 'play':
        if (peer.role() !== 'none') return;
        peer[command.name]({ app, stream: command.stream });
        if (peer.role() !== 'none') clearTimeout(setUp);
        if (peer.role() === 'publisher') chunks.allow(PUBLISHER_BYTES);
        return;
      case 'deleteStream':
      case 'closeStream':
      case 'FCUnpublish':
        if (peer.role() === 'none') return;
        peer.leave();
        return connection.goodbye();
    }
  };

  const receive = (message: Message) => {
    const { type, body } = message;
    if (type === messageType.command || type === messageType.commandAmf3) return runCommand(message);
    if (type === messageType.userControl) {
      if (body.length >= 6 && body.readUInt16BE(0) === PING_REQUEST)
        connection.write(replies.pong(body.readUInt32BE(2)));
      return;
    }
    peer.media(message);
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
    const total = connection.bytes().read;
    if (total - acknowledged >= ACKNOWLEDGE_EVERY) {
      acknowledged = total;
      connection.write(replies.acknowledgement(total));
    }
    for (const message of chunks.read(bytes)) {
      if (connection.isOpen()) receive(message);
    }
  };

  const writeLog = (level: 'debug' | 'warn', text: string, error: unknown) =>
    log.write(level, 'RTMP', text, { remote: connection.remote, error: String(error) });

  socket.setTimeout(rules.idleMs, () => connection.cut());
  socket.on('data', (data) => {
    if (!connection.isOpen()) return;
    try {
      read(data);
    } catch (error) {
      // Anything a peer can send must end here: its own connection, not the server.
      writeLog(error instanceof RtmpError ? 'debug' : 'warn', 'Malformed', error);
      connection.cut();
    }
  });
  // A reset connection is a closed one.
  socket.on('error', (error) => writeLog('debug', 'Connection failed', error));
  socket.on('close', () => {
    clearTimeout(setUp);
    peer.leave();
  });
}
