import { type ArrivingStream, type StreamChange, writeArrivingStream } from '../../src/api/arrivingStream.ts';
import type { Log } from '../log/index.ts';
import type { Counter, Sessions } from '../sessions/types.ts';
import { areSecretsEqual } from '../util/equalSecrets.ts';
import { limit } from '../util/limits.ts';
import { type Access, authorize, type RequestedStream, toReference } from './access.ts';
import type { Channel, Player } from './channel.ts';
import type { Message } from './chunks.ts';
import type { ConnectionSlots, SlotClient } from './connectionSlots.ts';
import type { Connection } from './connectionWriter.ts';
import { createKeyframeWatch, findMediaKind, type KeyframeRules } from './mediaKind.ts';
import { replies } from './replies.ts';

export interface Publisher {
  /** Publisher key of a process of this core; '' for other clients. */
  readonly key: string;
  cut(): void;
  changed(change: StreamChange): void;
}

/** A name has one publisher. */
export interface Channels {
  publisherOf(name: string): Publisher | null;
  find(name: string): Channel | null;
  open(name: string, publisher: Publisher): Channel;
  close(channel: Channel): void;
}

/** Keys that may publish a channel, empty for nobody; null for the first client. */
export type OwnersOf = (channel: string) => readonly string[] | null;

export const mayPublish = (key: string, owners: readonly string[] | null): boolean =>
  owners === null || owners.some((owner) => areSecretsEqual(owner, key));

export interface PeerDeps {
  readonly rules: KeyframeRules & {
    readonly app: string;
    readonly token: string;
    readonly backlogBytes: number;
  };
  readonly channels: Channels;
  readonly ownersOf: OwnersOf;
  readonly slots: { readonly publishers: ConnectionSlots; readonly players: ConnectionSlots };
  readonly sessions: Pick<Sessions, 'open'>;
  readonly log: Log;
}

type PeerState =
  | { role: 'none' }
  | { role: 'publisher'; channel: Channel; counter: Counter }
  | { role: 'player'; channel: Channel; player: Player; counter: Counter };

export interface Peer {
  role(): PeerState['role'];
  publish(requested: RequestedStream): void;
  play(requested: RequestedStream): void;
  media(messages: readonly Message[]): void;
  headerBytes(): number;
  received(bytes: number): void;
  leave(): void;
}

/** The real core's wording, which operators search for. `full` is our own. */
type Action = 'start' | 'stop' | 'forbidden' | 'conflict' | 'notfound' | 'full';

export function createPeer(connection: Connection, deps: PeerDeps): Peer {
  const { rules, channels, ownersOf, slots, sessions, log } = deps;
  const keyframes = createKeyframeWatch(rules);
  let state: PeerState = { role: 'none' };

  const slotClient: SlotClient = { network: connection.network, leave: () => evict() };

  const writeLog = (level: 'info' | 'warn', message: string, channel: string, fields: object = {}) =>
    log.write(level, 'RTMP', message, { channel, remote: connection.remote, ...fields });
  const logFields = (action: Action, role: 'publish' | 'play') => ({
    action: action.toUpperCase(),
    who: role.toUpperCase(),
  });

  const refuse = (code: string, action: Action, reason: string, channel: string) => {
    writeLog('warn', 'Refused', channel, { ...logFields(action, code.includes('Play') ? 'play' : 'publish'), reason });
    connection.goodbye(replies.refused(code, reason));
  };

  const count = (id: string, verb: 'publish' | 'play', channel: Channel): Counter => {
    const reference = toReference(channel.name);
    const local = `${verb}:${channel.name}`;
    const counter = sessions.open('rtmp', {
      id,
      reference,
      local,
      remote: connection.remote,
      extra: '',
      network: connection.network,
    });
    const { read, written } = connection.bytes();
    counter.rx(read);
    counter.tx(written);
    return counter;
  };

  let announced: ArrivingStream | null = null;

  const announceStream = ({ channel, counter }: { channel: Channel; counter: Counter }) => {
    const stream = channel.stream();
    if (stream === announced) return;
    announced = stream;
    counter.tell(writeArrivingStream(stream));
  };

  const logChange = (change: StreamChange) => {
    if (state.role !== 'publisher') return;
    writeLog('info', 'Publisher changes its stream', state.channel.name, { change });
  };

  const leave = () => {
    const left = state;
    state = { role: 'none' };
    if (left.role === 'none') return;
    slots[left.role === 'publisher' ? 'publishers' : 'players'].give(slotClient);
    left.channel.slots.give(slotClient);
    left.counter.close();
    if (left.role === 'publisher') writeLog('info', 'Publisher left', left.channel.name, logFields('stop', 'publish'));
    else writeLog('info', 'Player left', left.channel.name, logFields('stop', 'play'));
    if (left.role === 'publisher') channels.close(left.channel);
    else left.channel.leave(left.player);
  };

  const evict = (message = 'Gives its place to another network', fields: object = {}) => {
    if (state.role !== 'none') writeLog('warn', message, state.channel.name, fields);
    connection.cut();
    leave();
  };

  const authorizeStream = (requested: RequestedStream): Access => {
    const access = authorize(requested, rules);
    if (access.status === 'refused' || access.channel.length <= limit('rtmpName')) return access;
    return { status: 'refused', reason: 'name is too long' };
  };

  const playerOf = (channel: Channel, counter: Counter): Player => ({
    send(data) {
      if (!connection.isOpen()) return;
      if (connection.backlog() + data.length > rules.backlogBytes || connection.pieces() >= limit('rtmpPieces')) {
        writeLog('warn', 'Player is too slow and is dropped', channel.name, { backlog_bytes: connection.backlog() });
        connection.cut();
        leave();
        return;
      }
      counter.tx(data.length);
      connection.write(data);
    },
    backlog: connection.backlog,
    pieces: connection.pieces,
    cut() {
      connection.cut();
      leave();
    },
    over() {
      leave();
      connection.goodbye(replies.over());
    },
  });

  return {
    role: () => state.role,
    publish(requested) {
      const access = authorizeStream(requested);
      if (access.status === 'refused')
        return refuse('NetStream.Publish.Denied', 'forbidden', access.reason, withoutQuery(requested));
      const { key } = access;
      const owners = ownersOf(access.channel);
      if (!mayPublish(key, owners))
        return refuse(
          'NetStream.Publish.Denied',
          'forbidden',
          'name belongs to a process of this core',
          access.channel,
        );
      const other = channels.publisherOf(access.channel);
      // The process may have been killed without its connection noticing yet.
      const givesWay = owners !== null && other !== null && (other.key === key || !mayPublish(other.key, owners));
      if (other !== null && !givesWay)
        return refuse('NetStream.Publish.BadName', 'conflict', 'name is already publishing', access.channel);
      if (!slots.publishers.take(slotClient))
        return refuse('NetStream.Publish.Denied', 'full', 'too many publishers', access.channel);
      other?.cut();
      const channel = channels.open(access.channel, {
        key,
        cut: () => evict('Gives its name to a process of this core'),
        changed: logChange,
      });
      state = { role: 'publisher', channel, counter: count(channel.name, 'publish', channel) };
      writeLog('info', 'Publishing', channel.name, logFields('start', 'publish'));
      connection.write(replies.publishing());
    },
    play(requested) {
      const access = authorizeStream(requested);
      if (access.status === 'refused')
        return refuse('NetStream.Play.Failed', 'forbidden', access.reason, withoutQuery(requested));
      const channel = channels.find(access.channel);
      if (channel === null)
        return refuse('NetStream.Play.StreamNotFound', 'notfound', 'nobody publishes this name', access.channel);
      if (!slots.players.take(slotClient) || !channel.slots.take(slotClient)) {
        slots.players.give(slotClient);
        return refuse('NetStream.Play.Failed', 'full', 'too many players', access.channel);
      }
      const counter = count(connection.remote, 'play', channel);
      const player = playerOf(channel, counter);
      state = { role: 'player', channel, player, counter };
      writeLog('info', 'Playing', channel.name, logFields('start', 'play'));
      connection.write(replies.playing());
      channel.join(player);
    },
    media(messages) {
      if (state.role !== 'publisher') return;
      const { channel } = state;
      for (const message of messages) {
        const reason = keyframes.faultOf(findMediaKind(message), message.body.length);
        if (reason !== null) return evict('Publisher sends no keyframe and is dropped', { reason });
        channel.publish(message);
      }
      channel.flush();
      announceStream(state);
    },
    headerBytes: () => (state.role === 'publisher' ? state.channel.headerBytes() : 0),
    received(bytes) {
      if (state.role !== 'none') state.counter.rx(bytes);
    },
    leave,
  };
}

/** Removes the token for the log. A token in the path looks like a name, so only the app is left. */
const withoutQuery = ({ app, stream }: RequestedStream) => {
  const [first = ''] = `${app.split('?')[0]}/${stream.split('?')[0]}`.split('/').filter((element) => element !== '');
  return `/${first.slice(0, limit('rtmpName'))}`;
};
