import { createConnectionSlots, type SlotClient } from '../rtmp/connectionSlots.ts';
import { areSecretsEqual } from '../util/equalSecrets.ts';
import { toNetworkPrefix } from '../util/networks.ts';
import { type Caller, type Libsrt, rejection, type SrtStatistics } from './libsrt.ts';
import { parseStreamId } from './streamId.ts';

export interface RelayRules {
  readonly token: string;
  readonly publishers: number;
  readonly players: number;
  readonly channelPlayers: number;
  readonly nameLength: number;
  /** Limit of all buffers: a caller chooses the latency of its buffer. */
  readonly bytes: number;
}

/** For log and sessions. `bytes`: payload since the last report. */
export type RelayEvent =
  | { type: 'joined'; id: number; role: Role; name: string; remote: string; address: string }
  | { type: 'left'; id: number; role: Role; name: string; remote: string }
  | { type: 'refused'; action: Refusal; reason: string; name: string; remote: string }
  | { type: 'carried'; id: number; received: number; sent: number };
type Role = 'publisher' | 'player';
/** The real core's wording, which operators search for. `FULL` is our own. */
type Refusal = 'INVALID' | 'FORBIDDEN' | 'CONFLICT' | 'NOTFOUND' | 'FULL';

export interface SrtChannels {
  publisher: Record<string, number>;
  subscriber: Record<string, number[]>;
  connections: Record<string, { log: Record<string, never>; stats: SrtStatistics }>;
  log: Record<string, never>;
}

export interface Relay {
  /** null admits the caller; a number is the rejection reason. */
  decide(caller: Caller): number | null;
  turn(ms: number): void;
  isBusy(): boolean;
  /** Call it once a second: reports bytes and failed handshakes, and drops the largest buffers above the limit. */
  count(): void;
  channels(): SrtChannels;
}

interface Connection {
  readonly id: number;
  readonly role: Role;
  readonly name: string;
  readonly remote: string;
  readonly slot: SlotClient;
  received: number;
  sent: number;
}

interface Channel {
  readonly publisher: Connection;
  readonly players: Map<number, Connection>;
  readonly slots: ReturnType<typeof createConnectionSlots>;
}

interface Admission {
  readonly role: Role;
  readonly name: string;
  readonly caller: Caller;
  readonly until: number;
}

/** libsrt itself gives up after 3 s. */
const HANDSHAKE_MS = 5_000;
const MESSAGES_AT_ONCE = 64;

/** Bound of one connection's buffer: few connections need no check. */
const MAX_OF_ONE = 16 * 1024 * 1024;
const RELIEF = 0.9;

/** Reported per second, because callers cost nothing. */
const REFUSALS_A_SECOND = 50;

/** Forwards one publisher's messages to all players, unchanged. Slow players lose messages, as usual in SRT. */
export function createRelay(
  srt: Pick<Libsrt, 'ready' | 'accept' | 'isListener' | 'receive' | 'send' | 'statistics' | 'close'>,
  rules: RelayRules,
  { report, now }: { report: (event: RelayEvent) => void; now: () => number },
): Relay {
  const admitted = new Map<number, Admission>();
  let refusals = 0;
  const reportRefusal = (refusal: Omit<Extract<RelayEvent, { type: 'refused' }>, 'type'>) => {
    refusals += 1;
    if (refusals <= REFUSALS_A_SECOND) report({ type: 'refused', ...refusal });
  };
  const connections = new Map<number, Connection>();
  const channels = new Map<string, Channel>();
  const slots = {
    publisher: createConnectionSlots({ most: rules.publishers, yielding: 'fairly' }),
    player: createConnectionSlots({ most: rules.players, yielding: 'fairly' }),
  };

  const leave = (connection: Connection) => {
    if (!connections.delete(connection.id)) return;
    count(connection);
    srt.close(connection.id);
    slots[connection.role].give(connection.slot);
    const channel = channels.get(connection.name);
    channel?.slots.give(connection.slot);
    channel?.players.delete(connection.id);
    report({ type: 'left', ...eventFields(connection) });
    if (channel?.publisher !== connection) return;
    channels.delete(connection.name);
    for (const player of channel.players.values()) leave(player);
  };
  const eventFields = ({ id, role, name, remote }: Connection) => ({ id, role, name, remote });
  const count = (connection: Connection) => {
    const { id, received, sent } = connection;
    if (received === 0 && sent === 0) return;
    report({ type: 'carried', id, received, sent });
    connection.received = 0;
    connection.sent = 0;
  };

  const bufferedBytes = ({ id }: Connection): number => {
    const { send_buf_bytes = 0, recv_buf_bytes = 0 } = srt.statistics(id);
    return send_buf_bytes + recv_buf_bytes;
  };
  const relieve = () => {
    if (connections.size * MAX_OF_ONE <= rules.bytes) return;
    const buffers = [...connections.values()].map((connection) => ({ connection, bytes: bufferedBytes(connection) }));
    let sum = buffers.reduce((total, { bytes }) => total + bytes, 0);
    if (sum <= rules.bytes) return;
    for (const { connection, bytes } of buffers.toSorted((a, b) => b.bytes - a.bytes)) {
      if (sum <= rules.bytes * RELIEF) return;
      sum -= bytes;
      const { name, remote } = connection;
      reportRefusal({ action: 'FULL', reason: 'holds too much and is dropped', name, remote });
      leave(connection);
    }
  };

  const join = (socket: number, { role, name, caller }: Admission) => {
    const remote = remoteOf(caller);
    const refuse = (action: Refusal, reason: string) => {
      srt.close(socket);
      reportRefusal({ action, reason, name, remote });
    };
    const before = channels.get(name);
    // Another one may have arrived meanwhile.
    if (role === 'publisher' && before !== undefined) return refuse('CONFLICT', 'already publishing');
    if (role === 'player' && before === undefined) return refuse('NOTFOUND', 'no publisher for this resource found');
    const slot: SlotClient = { network: toNetworkPrefix(caller.address), leave: () => leave(connection) };
    const connection: Connection = { id: socket, role, name, remote, slot, received: 0, sent: 0 };
    if (!slots[role].take(slot) || before?.slots.take(slot) === false) {
      slots[role].give(slot);
      return refuse('FULL', 'too many connections');
    }
    connections.set(socket, connection);
    report({ type: 'joined', ...eventFields(connection), address: caller.address });
    if (before !== undefined) before.players.set(socket, connection);
    else {
      const ofChannel = createConnectionSlots({ most: rules.channelPlayers, yielding: 'fairly' });
      channels.set(name, { publisher: connection, players: new Map(), slots: ofChannel });
    }
  };

  const acceptAll = () => {
    for (let socket = srt.accept(); socket !== null; socket = srt.accept()) {
      const admission = admitted.get(socket);
      admitted.delete(socket);
      if (admission === undefined) srt.close(socket);
      else join(socket, admission);
    }
  };

  const read = (connection: Connection) => {
    const players = connection.role === 'publisher' ? (channels.get(connection.name)?.players ?? null) : null;
    for (let i = 0; i < MESSAGES_AT_ONCE; i++) {
      const message = srt.receive(connection.id);
      if (message === null) return;
      if (message === 'over') return leave(connection);
      connection.received += message.length;
      for (const player of players?.values() ?? []) {
        if (srt.send(player.id, message)) player.sent += message.length;
      }
    }
  };

  return {
    decide(caller) {
      const { mode, name, token } = requestOf(caller);
      const refuse = (reason: number, action: Refusal, text: string) => {
        reportRefusal({ action, reason: text, name: name.slice(0, rules.nameLength), remote: remoteOf(caller) });
        return reason;
      };
      if (name === '') return refuse(rejection.badRequest, 'INVALID', 'stream resource not provided');
      if (name.length > rules.nameLength) return refuse(rejection.badRequest, 'INVALID', 'name is too long');
      if (mode !== 'publish' && mode !== 'request') {
        return refuse(rejection.badMode, 'INVALID', 'invalid connection mode');
      }
      if (rules.token !== '' && !areSecretsEqual(token, rules.token)) {
        return refuse(rejection.unauthorized, 'FORBIDDEN', token === '' ? 'token required' : 'invalid token');
      }
      const isThere = channels.has(name);
      if (mode === 'publish' && isThere) return refuse(rejection.conflict, 'CONFLICT', 'already publishing');
      if (mode === 'request' && !isThere) {
        return refuse(rejection.notFound, 'NOTFOUND', 'no publisher for this resource found');
      }
      const role = mode === 'publish' ? 'publisher' : 'player';
      admitted.set(caller.socket, { role, name, caller, until: now() + HANDSHAKE_MS });
      return null;
    },
    turn(ms) {
      for (const socket of srt.ready(ms)) {
        const connection = connections.get(socket);
        if (connection !== undefined) read(connection);
        else if (srt.isListener(socket)) acceptAll();
        else srt.close(socket);
      }
    },
    isBusy() {
      const at = now();
      return connections.size > 0 || [...admitted.values()].some(({ until }) => until >= at);
    },
    count() {
      refusals = 0;
      const at = now();
      for (const [socket, { until, name, caller }] of admitted) {
        if (until >= at) continue;
        admitted.delete(socket);
        // libsrt checks the passphrase after the admission and reports nothing.
        reportRefusal({ action: 'FORBIDDEN', reason: 'wrong or missing passphrase', name, remote: remoteOf(caller) });
      }
      for (const connection of connections.values()) count(connection);
      relieve();
    },
    channels: () => ({
      publisher: Object.fromEntries([...channels].map(([name, { publisher }]) => [name, publisher.id])),
      subscriber: Object.fromEntries(
        [...channels].flatMap(([name, { players }]) => (players.size === 0 ? [] : [[name, [...players.keys()]]])),
      ),
      connections: Object.fromEntries(
        [...connections.keys()].map((id) => [String(id), { log: {}, stats: srt.statistics(id) }]),
      ),
      log: {},
    }),
  };
}

/** Callers without a stream id publish under their address, as on the real core. */
const requestOf = (caller: Caller) =>
  caller.streamId === '' ? { mode: 'publish', name: remoteOf(caller), token: '' } : parseStreamId(caller.streamId);

const remoteOf = ({ address, port }: Caller) => `${address.includes(':') ? `[${address}]` : address}:${port}`;
