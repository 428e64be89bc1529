import type { Counter, Sessions } from '../sessions/types.ts';
import type { Log } from '../types.ts';
import { authorize, type RequestedStream, referenceOf } from './access.ts';
import type { Channel, Player } from './channel.ts';
import type { Message } from './chunks.ts';
import type { Connection } from './connection.ts';
import { replies } from './replies.ts';

/** The channels of the server. A name has one publisher. */
export interface Channels {
  find(name: string): Channel | null;
  /** null: the name is taken. */
  open(name: string): Channel | null;
  close(channel: Channel): void;
}

export interface PeerDeps {
  readonly rules: {
    readonly app: string;
    readonly token: string;
    /** A player that is further behind than this is dropped. */
    readonly backlogBytes: number;
  };
  readonly channels: Channels;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly log: Log;
}

type PeerState =
  | { role: 'none' }
  | { role: 'publisher'; channel: Channel; counter: Counter }
  | { role: 'player'; channel: Channel; player: Player; counter: Counter };

/** What a connection is for. It publishes or plays one channel, once. */
export interface Peer {
  role(): PeerState['role'];
  publish(requested: RequestedStream): void;
  play(requested: RequestedStream): void;
  /** A message of media; only a publisher's counts. */
  media(message: Message): void;
  received(bytes: number): void;
  /** The connection is over, or the client wants no more. */
  leave(): void;
}

export function createPeer(connection: Connection, { rules, channels, sessions, log }: PeerDeps): Peer {
  let state: PeerState = { role: 'none' };

  const writeLog = (level: 'info' | 'warn', message: string, channel: string, fields = {}) =>
    log.write(level, 'RTMP', message, { channel, remote: connection.remote, ...fields });

  const refuse = (code: string, reason: string, channel: string) => {
    writeLog('warn', 'Refused', channel, { reason });
    connection.goodbye(replies.refused(code, reason));
  };

  const count = (id: string, verb: 'publish' | 'play', channel: Channel): Counter => {
    const reference = referenceOf(channel.name);
    const local = `${verb}:${channel.name}`;
    const counter = sessions.open('rtmp', { id, reference, local, remote: connection.remote, extra: '' });
    const { read, written } = connection.bytes();
    counter.rx(read);
    counter.tx(written);
    return counter;
  };

  const leave = () => {
    const left = state;
    state = { role: 'none' };
    if (left.role === 'none') return;
    left.counter.close();
    writeLog('info', left.role === 'publisher' ? 'Publisher left' : 'Player left', left.channel.name);
    if (left.role === 'publisher') channels.close(left.channel);
    else left.channel.leave(left.player);
  };

  const playerOf = (channel: Channel, counter: Counter): Player => ({
    send(data) {
      if (connection.backlog() + data.length > rules.backlogBytes) {
        writeLog('warn', 'Player is too slow and is dropped', channel.name, { backlog_bytes: connection.backlog() });
        connection.cut();
        leave();
        return;
      }
      counter.tx(data.length);
      connection.write(data);
    },
    over() {
      leave();
      connection.goodbye(replies.over());
    },
  });

  return {
    role: () => state.role,
    publish(requested) {
      const access = authorize(requested, rules);
      if (access.status === 'refused')
        return refuse('NetStream.Publish.Denied', access.reason, withoutQuery(requested));
      const channel = channels.open(access.channel);
      if (channel === null) return refuse('NetStream.Publish.BadName', 'name is already publishing', access.channel);
      state = { role: 'publisher', channel, counter: count(channel.name, 'publish', channel) };
      writeLog('info', 'Publishing', channel.name);
      connection.write(replies.publishing());
    },
    play(requested) {
      const access = authorize(requested, rules);
      if (access.status === 'refused') return refuse('NetStream.Play.Failed', access.reason, withoutQuery(requested));
      const channel = channels.find(access.channel);
      if (channel === null)
        return refuse('NetStream.Play.StreamNotFound', 'nobody publishes this name', access.channel);
      const counter = count(connection.remote, 'play', channel);
      const player = playerOf(channel, counter);
      state = { role: 'player', channel, player, counter };
      writeLog('info', 'Playing', channel.name);
      connection.write(replies.playing());
      channel.join(player);
    },
    media(message) {
      if (state.role === 'publisher') state.channel.publish(message);
    },
    received(bytes) {
      if (state.role !== 'none') state.counter.rx(bytes);
    },
    leave,
  };
}

/** What was asked for, without a token in the query. One in the path cannot be told from a name, so only the app is left. */
const withoutQuery = ({ app, stream }: RequestedStream) => {
  const [first = ''] = `${app.split('?')[0]}/${stream.split('?')[0]}`.split('/').filter((element) => element !== '');
  return `/${first}`;
};
