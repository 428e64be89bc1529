import type { Socket } from 'node:net';
import { createChunkReader, type Message, messageType } from './chunks.ts';
import { readCommand } from './command.ts';
import { createLine } from './connection.ts';
import { RtmpFault } from './error.ts';
import { createHandshake } from './handshake.ts';
import { createRole, type Surroundings } from './peer.ts';
import { replies } from './replies.ts';

export interface SessionRules {
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
export function serveRtmp(socket: Socket, surroundings: Surroundings & { rules: SessionRules }): void {
  const { rules, log } = surroundings;
  const line = createLine(socket);
  const role = createRole(line, surroundings);
  const handshake = createHandshake();
  const chunks = createChunkReader(SET_UP_BYTES);
  let shaken = false;
  let app = '';
  let acknowledged = 0;

  const setUp = setTimeout(() => line.cut(), rules.setUpMs);
  setUp.unref();

  const obey = (message: Message) => {
    const command = readCommand(message);
    switch (command.name) {
      case 'connect':
        app = command.app;
        return line.write(replies.connected(command.transaction, command.objectEncoding));
      case 'createStream':
        return line.write(replies.streamCreated(command.transaction));
      case 'releaseStream':
      case 'FCPublish':
        return line.write(replies.done(command.transaction));
      case 'publish':
      case 'play':
        if (role.kind() !== 'none') return;
        role[command.name]({ app, stream: command.stream });
        if (role.kind() !== 'none') clearTimeout(setUp);
        if (role.kind() === 'publisher') chunks.allow(PUBLISHER_BYTES);
        return;
      case 'deleteStream':
      case 'closeStream':
      case 'FCUnpublish':
        if (role.kind() === 'none') return;
        role.leave();
        return line.goodbye();
    }
  };

  const receive = (message: Message) => {
    const { type, body } = message;
    if (type === messageType.command || type === messageType.commandAmf3) return obey(message);
    if (type === messageType.userControl) {
      if (body.length >= 6 && body.readUInt16BE(0) === PING_REQUEST) line.write(replies.pong(body.readUInt32BE(2)));
      return;
    }
    role.media(message);
  };

  const read = (data: Buffer) => {
    role.received(data.length);
    let bytes = data;
    if (!shaken) {
      const { send, rest } = handshake.read(data);
      if (send !== null) line.write(send);
      if (rest === null) return;
      shaken = true;
      bytes = rest;
    }
    const total = line.bytes().read;
    if (total - acknowledged >= ACKNOWLEDGE_EVERY) {
      acknowledged = total;
      line.write(replies.acknowledgement(total));
    }
    for (const message of chunks.read(bytes)) {
      if (line.isOpen()) receive(message);
    }
  };

  const say = (level: 'debug' | 'warn', text: string, error: unknown) =>
    log.write(level, 'RTMP', text, { remote: line.remote, error: String(error) });

  socket.setTimeout(rules.idleMs, () => line.cut());
  socket.on('data', (data) => {
    if (!line.isOpen()) return;
    try {
      read(data);
    } catch (error) {
      // Anything a peer can send must end here: its own connection, not the server.
      say(error instanceof RtmpFault ? 'debug' : 'warn', 'Malformed', error);
      line.cut();
    }
  });
  // A reset connection is a closed one.
  socket.on('error', (error) => say('debug', 'Connection failed', error));
  socket.on('close', () => {
    clearTimeout(setUp);
    role.leave();
  });
}
