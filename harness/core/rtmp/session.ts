import type { Socket } from 'node:net';
import type { Log } from '../doors.ts';
import type { Counter, Sessions } from '../sessions/doors.ts';
import { grant, referenceOf } from './access.ts';
import type { Channel, Player } from './channel.ts';
import { createChunkReader, type Message, messageType } from './chunks.ts';
import { RtmpFault } from './fault.ts';
import { createHandshake } from './handshake.ts';
import { readCommand } from './media.ts';
import { replies } from './replies.ts';

/** The channels of the server. A name has one publisher. */
export interface Channels {
  find(name: string): Channel | null;
  /** null: the name is taken. */
  open(name: string): Channel | null;
  close(channel: Channel): void;
}

export interface SessionRules {
  readonly app: string;
  readonly token: string;
  /** A connection must publish or play this soon. */
  readonly setUpMs: number;
  /** A publisher that is silent, or a player that takes nothing, for this long is gone. */
  readonly idleMs: number;
  /** A player that is further behind than this is dropped. */
  readonly backlogBytes: number;
}

interface Surroundings {
  readonly rules: SessionRules;
  readonly channels: Channels;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly log: Log;
}

type Role =
  | { kind: 'none' }
  | { kind: 'publisher'; channel: Channel; counter: Counter }
  | { kind: 'player'; channel: Channel; player: Player; counter: Counter };

/** Enough for commands of a client that has not shown a token yet. */
const SET_UP_BYTES = 64 * 1024;
/** A keyframe of 24 bit length is the most that RTMP can say. */
const PUBLISHER_BYTES = 32 * 1024 * 1024;
const ACKNOWLEDGE_EVERY = 1_000_000;
/** A connection that has been told to go is cut after this. */
const GOODBYE_MS = 2_000;
const PING_REQUEST = 6;

/** The life of one connection, from its first byte. */
export function serveRtmp(socket: Socket, { rules, channels, sessions, log }: Surroundings): void {
  const remote = `${socket.remoteAddress ?? ''}:${socket.remotePort ?? 0}`;
  const handshake = createHandshake();
  const chunks = createChunkReader(SET_UP_BYTES);
  let shaken = false;
  let app = '';
  let role: Role = { kind: 'none' };
  let closing = false;
  let acknowledged = 0;

  const say = (level: 'info' | 'warn' | 'debug', message: string, fields = {}) =>
    log.write(level, 'RTMP', message, { remote, ...fields });

  const write = (data: Buffer) => {
    if (closing || socket.destroyed) return;
    if (role.kind !== 'none') role.counter.tx(data.length);
    socket.write(data);
  };

  /** Lets the peer read why, then cuts. Closing at once would discard the answer if the peer is still sending. */
  const goodbye = (last: Buffer) => {
    write(last);
    closing = true;
    socket.end();
    setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
  };

  const refuse = (code: string, reason: string, channel: string) => {
    say('warn', 'refused', { channel, reason });
    goodbye(replies.refused(code, reason));
  };

  const leave = () => {
    const left = role;
    role = { kind: 'none' };
    if (left.kind === 'none') return;
    left.counter.close();
    say('info', left.kind === 'publisher' ? 'publisher left' : 'player left', { channel: left.channel.name });
    if (left.kind === 'publisher') channels.close(left.channel);
    else left.channel.leave(left.player);
  };

  const count = (id: string, verb: 'publish' | 'play', channel: Channel) => {
    const local = `${verb}:${channel.name}`;
    const counter = sessions.open('rtmp', { id, reference: referenceOf(channel.name), local, remote, extra: '' });
    counter.rx(socket.bytesRead);
    counter.tx(socket.bytesWritten);
    clearTimeout(setUp);
    return counter;
  };

  const publish = (stream: string) => {
    const access = grant({ app, stream }, rules);
    if (access.kind === 'refused') return refuse('NetStream.Publish.Denied', access.reason, stream.split('?')[0] ?? '');
    const channel = channels.open(access.channel);
    if (channel === null) return refuse('NetStream.Publish.BadName', 'name is already publishing', access.channel);
    chunks.allow(PUBLISHER_BYTES);
    role = { kind: 'publisher', channel, counter: count(channel.name, 'publish', channel) };
    say('info', 'publishing', { channel: channel.name });
    write(replies.publishing());
  };

  const play = (stream: string) => {
    const access = grant({ app, stream }, rules);
    if (access.kind === 'refused') return refuse('NetStream.Play.Failed', access.reason, stream.split('?')[0] ?? '');
    const channel = channels.find(access.channel);
    if (channel === null) return refuse('NetStream.Play.StreamNotFound', 'nobody publishes this name', access.channel);
    const player: Player = {
      send(data) {
        // What a socket has not sent yet is the backlog; frames are shared between players until then.
        if (socket.writableLength + data.length > rules.backlogBytes) {
          say('warn', 'player is too slow, dropped', { channel: channel.name });
          socket.destroy();
          leave();
          return;
        }
        write(data);
      },
      over() {
        leave();
        goodbye(replies.over());
      },
    };
    role = { kind: 'player', channel, player, counter: count(remote, 'play', channel) };
    say('info', 'playing', { channel: channel.name });
    write(replies.playing());
    channel.join(player);
  };

  const command = (message: Message) => {
    const { name, transaction, args } = readCommand(message);
    const text = typeof args[1] === 'string' ? args[1] : '';
    switch (name) {
      case 'connect': {
        const asked = connectArguments(args[0]);
        app = asked.app;
        return write(replies.connected(transaction, asked.objectEncoding));
      }
      case 'createStream':
        return write(replies.streamCreated(transaction));
      case 'releaseStream':
      case 'FCPublish':
        return write(replies.done(transaction));
      case 'publish':
        return role.kind === 'none' ? publish(text) : undefined;
      case 'play':
        return role.kind === 'none' ? play(text) : undefined;
      case 'deleteStream':
      case 'closeStream':
      case 'FCUnpublish':
        if (role.kind === 'none') return;
        leave();
        closing = true;
        socket.end();
        setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
    }
  };

  const receive = (message: Message) => {
    switch (message.type) {
      case messageType.command:
      case messageType.commandAmf3:
        return command(message);
      case messageType.userControl:
        if (message.body.length >= 6 && message.body.readUInt16BE(0) === PING_REQUEST) {
          write(replies.pong(message.body.readUInt32BE(2)));
        }
        return;
      default:
        if (role.kind === 'publisher') role.channel.publish(message);
    }
  };

  const read = (data: Buffer) => {
    if (role.kind !== 'none') role.counter.rx(data.length);
    let bytes = data;
    if (!shaken) {
      const { send, rest } = handshake.read(data);
      if (send !== null) write(send);
      if (rest === null) return;
      shaken = true;
      bytes = rest;
    }
    if (socket.bytesRead - acknowledged >= ACKNOWLEDGE_EVERY) {
      acknowledged = socket.bytesRead;
      write(replies.acknowledgement(acknowledged));
    }
    for (const message of chunks.read(bytes)) {
      if (!closing) receive(message);
    }
  };

  const setUp = setTimeout(() => socket.destroy(), rules.setUpMs);
  setUp.unref();
  socket.setTimeout(rules.idleMs, () => socket.destroy());
  socket.on('data', (data) => {
    if (closing) return;
    try {
      read(data);
    } catch (error) {
      // Anything a peer can send must end here: its own connection, not the server.
      say(error instanceof RtmpFault ? 'debug' : 'warn', 'malformed', { error: String(error) });
      socket.destroy();
    }
  });
  // A reset connection is a closed one.
  socket.on('error', (error) => say('debug', 'connection failed', { error: error.message }));
  socket.on('close', () => {
    clearTimeout(setUp);
    leave();
  });
}

function connectArguments(value: unknown): { app: string; objectEncoding: number } {
  const member = (key: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
  const app = member('app');
  const objectEncoding = member('objectEncoding');
  return {
    app: typeof app === 'string' ? app : '',
    objectEncoding: typeof objectEncoding === 'number' ? objectEncoding : 0,
  };
}
