import { type ChildProcess, fork } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Address, parseAddress } from '../config/address.ts';
import type { Log } from '../log/index.ts';
import type { Counter, Sessions } from '../sessions/types.ts';
import { messageOf } from '../util/errorMessage.ts';
import { limit } from '../util/limits.ts';
import { toNetworkPrefix } from '../util/networks.ts';
import type { SrtChannels } from './relay.ts';
import { RELAY } from './relayArgument.ts';
import type { Notice, Order } from './relayProcess.ts';

export interface SrtDeps {
  /** `host:port` or `:port`; port 0 takes a free one. */
  readonly address: string;
  readonly token: string;
  /** Encrypts all connections; empty for no encryption. */
  readonly passphrase: string;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly log: Log;
  readonly program: string;
}

export interface SrtServer {
  readonly port: number;
  /** Empty while the relay restarts. */
  channels(): Promise<SrtChannels>;
  stop(): Promise<void>;
}

/** Pause before a crashed relay restarts; doubles up to the longest. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const LIST_PATIENCE_MS = 2_000;
const START_PATIENCE_MS = 20_000;

const noChannels = (): SrtChannels => ({ publisher: {}, subscriber: {}, connections: {}, log: {} });

export async function createSrt(deps: SrtDeps): Promise<SrtServer> {
  const { token, passphrase, log } = deps;
  const address = await resolveHost(parseAddress(deps.address));
  const rules = {
    token,
    publishers: limit('srtPublishers'),
    players: limit('srtPlayers'),
    channelPlayers: limit('srtChannelPlayers'),
    nameLength: limit('srtName'),
    bytes: limit('srtBytes'),
  };
  const counters = new Map<number, Counter>();
  const lists = new Map<number, (channels: SrtChannels) => void>();
  let requests = 0;
  let isStopped = false;
  let pauseMs = FIRST_PAUSE_MS;
  let restart: NodeJS.Timeout | null = null;
  let relay: ChildProcess | null = null;

  const takeNotice = (notice: Notice) => {
    switch (notice.type) {
      case 'joined': {
        const { id, role, name, remote, address: client } = notice;
        const verb = role === 'publisher' ? 'publish' : 'play';
        const identity = {
          reference: name,
          local: `${verb}:${name}`,
          remote,
          extra: '',
          network: toNetworkPrefix(client),
        };
        counters.set(id, deps.sessions.open('srt', { id: role === 'publisher' ? name : remote, ...identity }));
        return log.write('info', 'SRT', role === 'publisher' ? 'Publisher joined' : 'Player joined', {
          ...{ action: 'START', who: verb.toUpperCase(), channel: name, remote },
        });
      }
      case 'left': {
        const { id, role, name: channel, remote } = notice;
        counters.get(id)?.close();
        counters.delete(id);
        const direction = role === 'publisher' ? 'PUBLISH' : 'PLAY';
        return log.write('info', 'SRT', role === 'publisher' ? 'Publisher left' : 'Player left', {
          ...{ action: 'STOP', who: direction, channel, remote },
        });
      }
      case 'refused': {
        const { action, reason, name: channel, remote } = notice;
        return log.write('warn', 'SRT', 'Refused', { action, reason, channel, remote });
      }
      case 'carried':
        counters.get(notice.id)?.rx(notice.received);
        counters.get(notice.id)?.tx(notice.sent);
        return;
      case 'channels':
        lists.get(notice.request)?.(notice.channels);
        return;
      default:
        return;
    }
  };

  const forget = () => {
    for (const counter of counters.values()) counter.close();
    counters.clear();
    for (const answer of lists.values()) answer(noChannels());
  };

  /** Rejects if it cannot listen. @param port of the first start, so that the address stays */
  const start = (at: Address): Promise<number> =>
    new Promise((resolve, reject) => {
      const child = fork(deps.program, [RELAY], {
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      relay = child;
      const timeout = setTimeout(() => {
        reject(new Error('the relay does not answer'));
        child.kill('SIGKILL');
      }, START_PATIENCE_MS);
      child.on('message', (notice: Notice) => {
        if (notice.type === 'listening') {
          clearTimeout(timeout);
          resolve(notice.port);
        } else if (notice.type === 'failed') {
          reject(new Error(notice.reason));
          child.kill('SIGKILL');
        } else takeNotice(notice);
      });
      child.on('error', reject);
      child.once('exit', (code, signal) => {
        clearTimeout(timeout);
        reject(new Error(`the relay ended (${signal ?? code})`));
        if (relay === child) relay = null;
        forget();
      });
      send(child, { type: 'listen', address: at, passphrase, rules });
    });

  const port = await start(address).catch((error: unknown) => {
    throw new Error(`cannot listen on ${deps.address} (SRT): ${messageOf(error)}`);
  });
  const restartLater = () => {
    if (isStopped) return;
    log.write('error', 'SRT', 'The relay ended, and starts anew', { after_ms: pauseMs });
    restart = setTimeout(() => void comeBack(), pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  };
  const comeBack = () =>
    start({ ...address, port }).then(
      () => watch(),
      (error: unknown) => {
        log.write('error', 'SRT', 'The relay cannot listen', { error: messageOf(error) });
        restartLater();
      },
    );
  const watch = () => {
    const startedAt = performance.now();
    relay?.once('exit', () => {
      if (performance.now() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      restartLater();
    });
  };
  watch();

  return {
    port,
    channels: () =>
      new Promise((resolve) => {
        const request = ++requests;
        const answer = (channels: SrtChannels) => {
          clearTimeout(timeout);
          lists.delete(request);
          resolve(channels);
        };
        const timeout = setTimeout(answer, LIST_PATIENCE_MS, noChannels());
        lists.set(request, answer);
        if (relay === null) answer(noChannels());
        else send(relay, { type: 'list', request });
      }),
    async stop() {
      isStopped = true;
      if (restart !== null) clearTimeout(restart);
      const child = relay;
      if (child === null) return;
      await new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      });
    },
  };
}

const send = (child: ChildProcess, order: Order) => void child.send(order, () => undefined);

/** libsrt accepts IP addresses only. */
const resolveHost = async ({ host, port }: Address): Promise<Address> =>
  host === '' || isIP(host) !== 0 ? { host, port } : { host: (await lookup(host)).address, port };
