import { createServer, type Server, type Socket } from 'node:net';
import type { ArrivingStream, StreamChange } from '../../src/api/arrivingStream.ts';
import type { CertificateSource } from '../certificates/index.ts';
import { describeListenError, parseAddress } from '../config/address.ts';
import type { Log } from '../log/index.ts';
import type { Sessions } from '../sessions/types.ts';
import { limit } from '../util/limits.ts';
import { type AnewReason, type Channel, createChannel } from './channel.ts';
import { createConnectionSlots } from './connectionSlots.ts';
import type { KeyframeRules } from './mediaKind.ts';
import { createMemoryBudget } from './memoryBudget.ts';
import { type Channels, mayPublish, type OwnersOf, type PeerDeps, type Publisher } from './peer.ts';
import { createRtmpsServer } from './rtmpsServer.ts';
import { type ConnectionLimits, serveConnection } from './serveConnection.ts';

export interface RtmpDeps {
  /** `host:port` or `:port`; port 0 takes a free one. */
  readonly address: string;
  /** RTMPS: the same channels over TLS at its own address; null if off. */
  readonly secure?: { readonly address: string; readonly certificates: Pick<CertificateSource, 'serve'> } | null;
  /** Prefix of all channels; `/` for none. */
  readonly app: string;
  readonly token: string;
  readonly ownersOf?: OwnersOf;
  readonly readers?: ChannelReaders;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly log: Log;
}

export interface ChannelReaders {
  wantAudio(channel: string): boolean;
  /** Called when the channel is on air, so that waiting processes restart at once. */
  wake(channel: string): void;
  changed(channel: string, change: StreamChange): void;
  /** Called when these processes cannot decode the new stream. */
  readAnew(channel: string, reason: AnewReason): void;
}

export interface RtmpServer {
  readonly port: number;
  readonly securePort: number | null;
  /** Channels on air, with app and without token: `/live/x`. */
  channels(): string[];
  published(): { readonly name: string; readonly stream: ArrivingStream }[];
  enforceOwners(): void;
  stop(): Promise<void>;
}

interface Limits extends ConnectionLimits, KeyframeRules, Pick<PeerDeps['rules'], 'backlogBytes'> {
  readonly waiting: number;
  readonly waitingOfOne: number;
  readonly publishers: number;
  readonly players: number;
  readonly channelPlayers: number;
  readonly waitingBytes: number;
  readonly bytes: number;
}
const defaultLimits = (): Limits => ({
  setUpMs: limit('rtmpSetUp'),
  idleMs: limit('rtmpIdle'),
  keyframeMs: limit('rtmpKeyframe'),
  keyframeBytes: limit('rtmpKeyframeBytes'),
  backlogBytes: limit('rtmpBacklog'),
  waiting: limit('rtmpWaiting'),
  waitingOfOne: limit('rtmpWaitingOfOne'),
  publishers: limit('rtmpPublishers'),
  players: limit('rtmpPlayers'),
  channelPlayers: limit('rtmpChannelPlayers'),
  waitingBytes: limit('rtmpWaitingBytes'),
  bytes: limit('rtmpBytes'),
});
const NO_READERS: ChannelReaders = { wantAudio: () => false, wake: () => {}, changed: () => {}, readAnew: () => {} };
/** Each publisher may send this many messages per second, twice what any encoder needs. */
const FEWEST_MESSAGES = 500;

/** Chunks, AMF and handshake are our own code: packages do not limit the memory of clients without a token. */
export async function createRtmp(deps: RtmpDeps, limits: Partial<Limits> = {}): Promise<RtmpServer> {
  const { address, secure = null, app, token, ownersOf = () => null, readers = NO_READERS, sessions, log } = deps;
  const rules = { app, token, ...defaultLimits(), ...limits };
  const slots = {
    waiting: createConnectionSlots({ most: rules.waiting, mostOfOne: rules.waitingOfOne, yielding: 'always' }),
    publishers: createConnectionSlots({ most: rules.publishers, yielding: 'fairly' }),
    players: createConnectionSlots({ most: rules.players, yielding: 'fairly' }),
  };
  const budget = createMemoryBudget(rules.bytes);
  const budgets = { waiting: createMemoryBudget(rules.waitingBytes), publishers: budget };
  const messageRate = () =>
    Math.min(
      limit('rtmpMessagesOfOne'),
      Math.max(FEWEST_MESSAGES, limit('rtmpMessages') / Math.max(1, slots.publishers.count())),
    );
  const onAir = new Map<string, { readonly channel: Channel; readonly publisher: Publisher }>();
  const sockets = new Set<Socket>();

  const audioHeaders = new Map<string, Buffer>();
  const audioMemoryOf = (name: string) => ({
    get: () => audioHeaders.get(name) ?? null,
    set(header: Buffer) {
      if (!readers.wantAudio(name)) return;
      audioHeaders.delete(name);
      audioHeaders.set(name, header);
      const [oldest] = audioHeaders.keys();
      if (audioHeaders.size > rules.publishers && oldest !== undefined) audioHeaders.delete(oldest);
    },
  });

  const channels: Channels = {
    find: (name) => onAir.get(name)?.channel ?? null,
    publisherOf: (name) => onAir.get(name)?.publisher ?? null,
    open(name, publisher) {
      const channel = createChannel(name, {
        budget,
        slots: createConnectionSlots({ most: rules.channelPlayers, yielding: 'fairly' }),
        onAired: () => readers.wake(name),
        onChange: (change) => {
          publisher.changed(change);
          readers.changed(name, change);
        },
        onBreak: (reason) => readers.readAnew(name, reason),
        wantsAudio: () => readers.wantAudio(name),
        audioMemory: audioMemoryOf(name),
      });
      onAir.set(name, { channel, publisher });
      return channel;
    },
    close(channel) {
      onAir.delete(channel.name);
      channel.end();
    },
  };

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  const serve = (socket: Socket) =>
    serveConnection(socket, { rules, channels, ownersOf, slots, budgets, messageRate, sessions, log });
  const rtmp = createServer({ noDelay: true }, serve);
  const rtmps =
    secure === null
      ? null
      : createRtmpsServer({
          certificates: secure.certificates,
          handshakeMs: rules.setUpMs,
          waiting: slots.waiting,
          log,
          serve,
        });
  for (const server of [rtmp, rtmps]) server?.on('connection', keep);
  const stop = async () => {
    const closed = [rtmp, rtmps].map((server) => new Promise((resolve) => server?.close(resolve) ?? resolve(null)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  };
  const listen = async (server: Server, name: 'RTMP' | 'RTMPS', at: string): Promise<number> => {
    const port = await bind(server, name, at);
    server.on('error', (error) => log.write('error', name, 'server failed', { error: error.message }));
    return port;
  };
  let ports: Pick<RtmpServer, 'port' | 'securePort'>;
  try {
    const port = await listen(rtmp, 'RTMP', address);
    ports = { port, securePort: rtmps && secure && (await listen(rtmps, 'RTMPS', secure.address)) };
  } catch (error) {
    await stop();
    throw error;
  }

  const published = () =>
    [...onAir.values()].flatMap(({ channel }) =>
      channel.onAir() ? [{ name: channel.name, stream: channel.stream() }] : [],
    );

  return {
    ...ports,
    published,
    channels: () => published().map(({ name }) => name),
    enforceOwners: () => {
      for (const { channel, publisher } of [...onAir.values()]) {
        if (!mayPublish(publisher.key, ownersOf(channel.name))) publisher.cut();
      }
    },
    stop,
  };
}

/** Resolves to the port. Rejects with a sentence that names the server. */
function bind(server: Server, name: 'RTMP' | 'RTMPS', address: string): Promise<number> {
  const { host, port } = parseAddress(address);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(new Error(`cannot listen on ${address} (${name}): ${describeListenError(error)}`));
    server.once('error', fail);
    server.listen(host === '' ? { port } : { port, host }, () => {
      server.off('error', fail);
      const bound = server.address();
      resolve(bound !== null && typeof bound === 'object' ? bound.port : port);
    });
  });
}
