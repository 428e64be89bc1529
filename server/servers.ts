import { openCertificates } from './certificates/index.ts';
import { describeListenError } from './config/address.ts';
import type { Config } from './config/configSchema.ts';
import type { Placeholders } from './config/placeholders.ts';
import { createPlaceholders } from './config/placeholders.ts';
import { type CoreHttp, createHttp, type HttpDeps } from './http/index.ts';
import { createMetrics } from './metrics/index.ts';
import { findOwners } from './process/command/rtmpPublisherKeys.ts';
import { createRtmp } from './rtmp/index.ts';
import { createOwnChannelAt, type OwnChannelAt } from './rtmp/ownChannelAddress.ts';
import type { OwnersOf } from './rtmp/peer.ts';
import { createSessions } from './sessions/index.ts';
import type { Sessions } from './sessions/types.ts';

interface ServersDeps extends Omit<HttpDeps, 'sessions' | 'rtmp' | 'metrics' | 'certificates'> {
  readonly dbDir: string;
  /** Not the first servers of this core: somebody has saved settings. */
  readonly isReload: boolean;
}

export interface Servers {
  readonly ports: { http: number; rtmp: number | null };
  readonly placeholders: Placeholders;
  readonly rtmpChannelAt: OwnChannelAt;
  changeLogin: CoreHttp['changeLogin'];
  stop(): Promise<void>;
}

/** If one of the servers cannot start, all are closed. */
export async function openServers(deps: ServersDeps): Promise<Servers> {
  const { config, log, mem, disk, processes } = deps;
  const opened: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const sessions = createSessions({ config: () => config });
    opened.push(() => sessions.stop());

    const certificates = await openCertificates({ ...deps, acme: deps.store.acme });
    if (certificates !== null) opened.push(() => certificates.stop());

    const { rtmp, channelAt: rtmpChannelAt } = await openRtmp(deps, sessions);
    if (rtmp !== null) {
      opened.push(() => rtmp.stop());
      opened.push(processes.watch(rtmp.enforceOwners));
    }
    if (config.rtmp.enable_tls) log.write('warn', 'RTMP', 'This core has no RTMPS server');
    for (const text of openDoors(config)) log.write('warn', 'Core', text);
    if (config.srt.enable) log.write('warn', 'SRT', 'This core has no SRT server');

    const metrics = createMetrics({
      config: () => config,
      storages: { mem, disk },
      sessions,
      processes: () => processes.metrics(),
      stateCounts: () => processes.stateCounts(),
      certificates,
    });
    opened.push(() => metrics.stop());

    const http = await createHttp({ ...deps, sessions, rtmp, metrics, certificates });
    opened.push(() => http.stop());
    certificates?.start(http.port);

    const ports = { http: http.port, rtmp: rtmp?.port ?? null };
    const placeholders = createPlaceholders(config, ports, disk.root);
    return { ports, placeholders, rtmpChannelAt, changeLogin: http.changeLogin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The RTMP server, null while it is off, and which of its channels an address is. */
async function openRtmp({ config, log, disk, processes }: ServersDeps, sessions: Sessions) {
  if (!config.rtmp.enable) return { rtmp: null, channelAt: createOwnChannelAt(config, null) };
  const { address, app, token } = config.rtmp;
  let owners: ReturnType<typeof findOwners> | null = null;
  const ownersOf: OwnersOf = (channel) => {
    owners ??= findOwners(processes.rtmpUses(placeholders, channelAt));
    return owners.get(channel)?.map(processes.publisherKeyOf) ?? null;
  };
  const server = await namingAddress(address, createRtmp({ address, app, token, ownersOf, sessions, log }));
  // No request is pending: new connections are read after this.
  const channelAt = createOwnChannelAt(config, server.port);
  const placeholders = createPlaceholders(config, { http: 0, rtmp: server.port }, disk.root);
  const enforceOwners = () => {
    owners = null;
    server.enforceOwners();
  };
  return { rtmp: { ...server, enforceOwners }, channelAt };
}

const openDoors = ({ api, storage }: Config): string[] => [
  ...(api.auth.enable ? [] : ['This core has no user: whoever reaches it can do everything']),
  ...(storage.memory.auth.enable
    ? []
    : ['Whoever reaches this core can write to /memfs: storage.memory.auth.enable is off']),
];

const namingAddress = <T>(address: string, opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => {
    throw new Error(`cannot listen on ${address} (RTMP): ${describeListenError(error)}`);
  });
