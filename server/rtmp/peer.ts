import type { Counter, Sessions } from '../sessions/types.ts';
import type { Log } from '../types.ts';
import { type Asked, grant, referenceOf } from './access.ts';
import type { Channel, Player } from './channel.ts';
import type { Message } from './chunks.ts';
import type { Line } from './connection.ts';
import { replies } from './replies.ts';

/** The channels of the server. A name has one publisher. */
export interface Channels {
  find(name: string): Channel | null;
  /** null: the name is taken. */
  open(name: string): Channel | null;
  close(channel: Channel): void;
}

export interface Surroundings {
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

type State =
  | { kind: 'none' }
  | { kind: 'publisher'; channel: Channel; counter: Counter }
  | { kind: 'player'; channel: Channel; player: Player; counter: Counter };

/** What a connection is for. It publishes or plays one channel, once. */
export interface Role {
  kind(): State['kind'];
  publish(asked: Asked): void;
  play(asked: Asked): void;
  /** A message of media; only a publisher's counts. */
  media(message: Message): void;
  received(bytes: number): void;
  /** The connection is over, or the client wants no more. */
  leave(): void;
}

export function createRole(line: Line, { rules, channels, sessions, log }: Surroundings): Role {
  let state: State = { kind: 'none' };

  const say = (level: 'info' | 'warn', message: string, channel: string, fields = {}) =>
    log.write(level, 'RTMP', message, { channel, remote: line.remote, ...fields });

  const refuse = (code: string, reason: string, channel: string) => {
    say('warn', 'Refused', channel, { reason });
    line.goodbye(replies.refused(code, reason));
  };

  const count = (id: string, verb: 'publish' | 'play', channel: Channel): Counter => {
    const reference = referenceOf(channel.name);
    const local = `${verb}:${channel.name}`;
    const counter = sessions.open('rtmp', { id, reference, local, remote: line.remote, extra: '' });
    const { read, written } = line.bytes();
    counter.rx(read);
    counter.tx(written);
    return counter;
  };

  const leave = () => {
    const left = state;
    state = { kind: 'none' };
    if (left.kind === 'none') return;
    left.counter.close();
    say('info', left.kind === 'publisher' ? 'Publisher left' : 'Player left', left.channel.name);
    if (left.kind === 'publisher') channels.close(left.channel);
    else left.channel.leave(left.player);
  };

  const playerOf = (channel: Channel, counter: Counter): Player => ({
    send(data) {
      if (line.backlog() + data.length > rules.backlogBytes) {
        say('warn', 'Player is too slow and is dropped', channel.name, { backlog_bytes: line.backlog() });
        line.cut();
        leave();
        return;
      }
      counter.tx(data.length);
      line.write(data);
    },
    over() {
      leave();
      line.goodbye(replies.over());
    },
  });

  return {
    kind: () => state.kind,
    publish(asked) {
      const access = grant(asked, rules);
      if (access.kind === 'refused') return refuse('NetStream.Publish.Denied', access.reason, withoutQuery(asked));
      const channel = channels.open(access.channel);
      if (channel === null) return refuse('NetStream.Publish.BadName', 'name is already publishing', access.channel);
      state = { kind: 'publisher', channel, counter: count(channel.name, 'publish', channel) };
      say('info', 'Publishing', channel.name);
      line.write(replies.publishing());
    },
    play(asked) {
      const access = grant(asked, rules);
      if (access.kind === 'refused') return refuse('NetStream.Play.Failed', access.reason, withoutQuery(asked));
      const channel = channels.find(access.channel);
      if (channel === null)
        return refuse('NetStream.Play.StreamNotFound', 'nobody publishes this name', access.channel);
      const counter = count(line.remote, 'play', channel);
      const player = playerOf(channel, counter);
      state = { kind: 'player', channel, player, counter };
      say('info', 'Playing', channel.name);
      line.write(replies.playing());
      channel.join(player);
    },
    media(message) {
      if (state.kind === 'publisher') state.channel.publish(message);
    },
    received(bytes) {
      if (state.kind !== 'none') state.counter.rx(bytes);
    },
    leave,
  };
}

/** What was asked for, without a token in the query. One in the path cannot be told from a name, so only the app is left. */
const withoutQuery = ({ app, stream }: Asked) => {
  const [first = ''] = `${app.split('?')[0]}/${stream.split('?')[0]}`.split('/').filter((element) => element !== '');
  return `/${first}`;
};
