import { AGENT_KEY, agentKey, METADATA_KEY, SCHEDULE_KEY } from '../src/api/processIds.ts';
import { agentFolder, hasJournal } from './agent/agentFolder.ts';
import { isAgentNeeded } from './agent/isAgentNeeded.ts';
import { type AgentSupervisor, superviseAgent } from './agent/superviseAgent.ts';
import type { CertificateSource } from './certificates/certificateTypes.ts';
import { openCertificates } from './certificates/index.ts';
import type { Orders } from './certificates/orders.ts';
import type { KeyPair } from './certificates/readCertificate.ts';
import type { Config } from './config/configSchema.ts';
import type { AgentRun } from './config/environment.ts';
import type { Placeholders } from './config/placeholders.ts';
import { createPlaceholders } from './config/placeholders.ts';
import { type CoreHttp, createHttp, type HttpDeps } from './http/index.ts';
import { createMetrics } from './metrics/index.ts';
import { findOwners, type RtmpUse, readsFeed } from './process/command/rtmpPublisherKeys.ts';
import { type ChannelReaders, createRtmp } from './rtmp/index.ts';
import { createOwnChannelAt, type OwnChannelAt } from './rtmp/ownChannelAddress.ts';
import type { OwnersOf } from './rtmp/peer.ts';
import { createSessions } from './sessions/index.ts';
import { openSessionHistory } from './sessions/sessionHistory.ts';
import type { Sessions } from './sessions/types.ts';
import { createSrt, type SrtServer } from './srt/index.ts';
import { isSrtInstalled } from './srt/libsrt.ts';

interface ServersDeps
  extends Omit<
    HttpDeps,
    'sessions' | 'rtmp' | 'srt' | 'hasSrt' | 'metrics' | 'certificates' | 'agentSocket' | 'wakeAgent'
  > {
  readonly dbDir: string;
  readonly isReload: boolean;
  readonly certificateFiles: KeyPair | null;
  readonly orders: Orders;
  readonly program: string;
  readonly agentRun: AgentRun;
}

export interface ServerPorts {
  readonly http: number;
  readonly rtmp: number | null;
  readonly rtmps: number | null;
  readonly srt: number | null;
}

export interface Servers {
  readonly ports: ServerPorts;
  readonly placeholders: Placeholders;
  readonly rtmpChannelAt: OwnChannelAt;
  changeLogin: CoreHttp['changeLogin'];
  stop(): Promise<void>;
}

/** If one server cannot start, all are closed. */
export async function openServers(deps: ServersDeps): Promise<Servers> {
  const { config, log, mem, disk, processes } = deps;
  const opened: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const sessions = createSessions({ config: () => config });
    const history = await openSessionHistory({ config, totals: sessions.totals, log, onRestored: deps.restored.note });
    // Stopped after the sessions, because it records their ends.
    opened.push(() => history.stop());
    opened.push(() => sessions.stop());

    const certificates = await openCertificates({ ...deps, acme: deps.store.acme, onRestored: deps.restored.note });
    if (certificates !== null) opened.push(() => certificates.stop());

    const { rtmp, channelAt: rtmpChannelAt } = await openRtmp(deps, sessions, certificates);
    if (rtmp !== null) {
      opened.push(() => rtmp.stop());
      opened.push(processes.watch(rtmp.enforceOwners));
    }
    for (const text of openDoors(config)) log.write('warn', 'Core', text);
    const srt = await openSrt(deps, sessions);
    if (srt !== null) opened.push(() => srt.stop());

    const metrics = createMetrics({
      config: () => config,
      storages: { mem, disk },
      sessions,
      processes: () => processes.metrics(),
      stateCounts: () => processes.stateCounts(),
      certificates,
    });
    opened.push(() => metrics.stop());

    let agent: AgentSupervisor | null = null;
    const http = await createHttp({
      ...{ ...deps, sessions, rtmp, srt, metrics, certificates },
      agentSocket: () => agent?.socket() ?? null,
      wakeAgent: () => agent?.wake(),
      hasSrt: isSrtInstalled(deps.program),
    });
    opened.push(() => http.stop());
    certificates?.start(http.port);

    const ports = {
      http: http.port,
      rtmp: rtmp?.port ?? null,
      rtmps: rtmp?.securePort ?? null,
      srt: srt?.port ?? null,
    };
    const placeholders = createPlaceholders(config, ports, disk.root);
    const supervisor = superviseAgent({
      program: deps.program,
      address: new URL(placeholders.memfs).origin,
      folder: agentFolder(deps.dbDir),
      issueToken: http.issueToken,
      isNeeded: () =>
        isAgentNeeded({
          ...{ run: deps.agentRun, wasUsed: hasJournal(deps.dbDir) },
          stored: processes.metadata.all().get(AGENT_KEY),
          schedules: processes.metadata.all().get(SCHEDULE_KEY),
          processes: processes.list(ALL).map(
            ({
              process: {
                config: { id, input },
              },
            }) => ({
              ...{ id, inputs: input.map(({ address }) => address) },
              stored: processes.metadata.ofProcess(id).get(METADATA_KEY),
            }),
          ),
          channels: [...processes.metadata.all()].flatMap(([key, values]) =>
            key.startsWith(agentKey('')) ? [values] : [],
          ),
        }),
      log,
    });
    agent = supervisor;
    opened.push(() => supervisor.stop());
    opened.push(processes.watch(supervisor.update));
    supervisor.update();
    return { ports, placeholders, rtmpChannelAt, changeLogin: http.changeLogin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const ALL = { ids: null, reference: null, idPattern: null, refPattern: null };

async function openRtmp(
  { config, log, disk, processes }: ServersDeps,
  sessions: Sessions,
  certificates: CertificateSource | null,
) {
  const { enable, enable_tls, address, address_tls, app, token } = config.rtmp;
  if (!enable) return { rtmp: null, channelAt: createOwnChannelAt(config, null) };
  const secure = enable_tls && certificates !== null ? { address: address_tls, certificates } : null;
  let cached: { uses: readonly RtmpUse[]; owners: ReturnType<typeof findOwners> } | null = null;
  const use = () => {
    if (cached !== null) return cached;
    const uses = processes.rtmpUses(placeholders, channelAt);
    cached = { uses, owners: findOwners(uses) };
    return cached;
  };
  const ownersOf: OwnersOf = (channel) => use().owners.get(channel)?.map(processes.publisherKeyOf) ?? null;
  const readersOf = (channel: string) => use().uses.filter(({ reads }) => reads.includes(channel));
  const readers: ChannelReaders = {
    wantAudio: (channel) =>
      readersOf(channel).some(({ id, expectsAudio }) => !readsFeed(id) && expectsAudio.includes(channel)),
    wake: (channel) => {
      for (const { id } of readersOf(channel)) processes.wake(id);
    },
    changed: (channel, change) => {
      for (const { id } of readersOf(channel)) processes.noteChange(id, change);
    },
    readAnew: (channel, reason) => {
      for (const { id } of readersOf(channel)) processes.readAnew(id, reason);
    },
  };
  const server = await createRtmp({ address, secure, app, token, ownersOf, readers, sessions, log });
  // No request is pending: new connections are accepted after this.
  const channelAt = createOwnChannelAt(config, server);
  const placeholders = createPlaceholders(config, { http: 0, rtmp: server.port, srt: null }, disk.root);
  const enforceOwners = () => {
    cached = null;
    server.enforceOwners();
  };
  return { rtmp: { ...server, enforceOwners }, channelAt };
}

async function openSrt({ config, log, program }: ServersDeps, sessions: Sessions): Promise<SrtServer | null> {
  const { enable, address, token, passphrase } = config.srt;
  if (!enable) return null;
  if (!isSrtInstalled(program)) {
    log.write('warn', 'SRT', 'libsrt is not installed, so the SRT server stays off');
    return null;
  }
  return createSrt({ address, token, passphrase, sessions, log, program });
}

const openDoors = ({ api, storage }: Config): string[] => [
  ...(api.auth.enable ? [] : ['This core has no user: whoever reaches it can do everything']),
  ...(storage.memory.auth.enable
    ? []
    : ['Whoever reaches this core can write to /memfs: storage.memory.auth.enable is off']),
];
