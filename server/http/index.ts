import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { MetricsToken } from '../../agent/metricsToken.ts';
import { AGENT_API } from '../../src/api/agentEndpoints.ts';
import { pushKeyKey, readPushKey } from '../../src/api/hlsPushKey.ts';
import { agentRoutes } from '../agent/agentRoutes.ts';
import { CHALLENGE_PATH } from '../certificates/challenges.ts';
import type { CertificateSource } from '../certificates/index.ts';
import type { Config } from '../config/configSchema.ts';
import type { ConfigStore } from '../config/index.ts';
import { findBlockedRoutes } from '../config/unsafeSettings.ts';
import type { SkillsCache } from '../ffmpeg/skills.ts';
import type { ClockJumps } from '../log/clockJumps.ts';
import type { LogRing } from '../log/index.ts';
import type { RestoredFiles } from '../log/restoredFiles.ts';
import type { Metrics } from '../metrics/types.ts';
import { createPageReader } from '../page/readPage.ts';
import { isAddressAllowed } from '../process/command/checkAddresses.ts';
import type { Processes } from '../process/index.ts';
import type { RtmpServer } from '../rtmp/index.ts';
import type { Sessions } from '../sessions/types.ts';
import type { SrtServer } from '../srt/index.ts';
import { type DiskStorage, openReadOnlyDisk } from '../storage/diskStorage.ts';
import type { MemoryStorage } from '../storage/memory.ts';
import { parseMimeTypes } from '../storage/mime.ts';
import type { PrivateFiles } from '../storage/privateFiles.ts';
import { aboutRoutes, logRoutes, rtmpRoutes, skillsRoutes, srtRoutes } from './api/about.ts';
import { configRoutes } from './api/config.ts';
import { fsRoutes } from './api/fs.ts';
import { loginRoutes } from './api/login.ts';
import { metadataRoutes } from './api/metadata.ts';
import { metricsRoutes, prometheusRoutes } from './api/metrics.ts';
import { openApiRoutes } from './api/openApi.ts';
import { pageRoutes } from './api/page.ts';
import { processRoutes } from './api/process.ts';
import { sessionRoutes } from './api/sessions.ts';
import { createApi } from './api.ts';
import { createFileServer } from './files/fileServer.ts';
import { createStaticFiles } from './files/staticFiles.ts';
import { addAccessHook, createAuthorization, type TokenHolders } from './login/authorization.ts';
import { createLoginQueue } from './login/loginQueue.ts';
import { createTenants } from './login/tenants.ts';
import { createTokens } from './login/tokens.ts';
import { createBodyReader } from './request/bodyReader.ts';
import { type HttpServer, listen } from './server.ts';

export interface HttpDeps {
  readonly config: Config;
  readonly store: ConfigStore;
  readonly log: LogRing;
  readonly mem: MemoryStorage;
  readonly disk: DiskStorage;
  readonly privateFiles: PrivateFiles;
  readonly processes: Processes;
  readonly skills: SkillsCache;
  readonly sessions: Sessions;
  readonly rtmp: RtmpServer | null;
  readonly srt: SrtServer | null;
  readonly hasSrt: boolean;
  readonly metrics: Metrics;
  readonly certificates: CertificateSource | null;
  readonly agentSocket: () => string | null;
  readonly wakeAgent: () => void;
  readonly mayReadAgentMetrics: MetricsToken;
  readonly restored: RestoredFiles;
  readonly clockJumps: ClockJumps;
  readonly loginDelayMs: number;
  readonly reload: () => void;
}

export interface CoreHttp extends HttpServer {
  /** A new user, password or token secret logs everybody out, changed tenants only users who are no longer listed. */
  changeLogin(auth: Config['api']['auth']): void;
  issueToken(): Promise<string>;
}

export async function createHttp(deps: HttpDeps): Promise<CoreHttp> {
  const { config, store, log, mem, disk, processes, skills, sessions, rtmp, srt, metrics, certificates } = deps;
  let { auth } = config.api;
  let startedAt = new Date();
  const tenants = createTenants(auth.auth0);
  const tokens = createTokens(auth, tenants.isListed);
  const holders: TokenHolders = new Set();
  const authorization = createAuthorization(config, tokens, deps.mayReadAgentMetrics);
  // The default list of the config belongs to the real core and may be missing here.
  const typeOf = parseMimeTypes(await readFile(config.storage.mimetypes_file, 'utf8').catch(() => ''));
  const bodies = createBodyReader();
  const loginQueue = createLoginQueue();
  const readPage = createPageReader({ isAllowed: (address) => isAddressAllowed(address, config.ffmpeg.access.input) });
  const api = await createApi({
    log,
    bodies,
    addHooks: (app) => addAccessHook(app, config, authorization, holders),
    json: [
      aboutRoutes({
        ...{ config, authorization, startedAt: () => startedAt, tenants: tenants.names, hasSrt: deps.hasSrt },
        restored: deps.restored.list,
        clockJump: deps.clockJumps.last,
      }),
      configRoutes({ store, authorization, reload: deps.reload }),
      logRoutes({ log }),
      skillsRoutes({ skills }),
      processRoutes({ processes }),
      metadataRoutes({ processes }),
      sessionRoutes({ sessions, process: (id) => widgetProcess(processes, id) }),
      rtmpRoutes({ rtmp: () => rtmp }),
      srtRoutes({ srt }),
      metricsRoutes({ metrics }),
      pageRoutes({ readPage }),
      openApiRoutes,
    ],
    outside: [
      ...(config.metrics.enable_prometheus ? [prometheusRoutes({ metrics })] : []),
      agentRoutes({ socket: deps.agentSocket, wake: deps.wakeAgent }),
    ],
    raw: [
      loginRoutes({
        auth: () => auth,
        log,
        tokens,
        authorization,
        bodies,
        loginQueue,
        tenants,
        failureDelayMs: deps.loginDelayMs,
      }),
      fsRoutes({ storages: { mem, disk }, typeOf }),
    ],
  });
  const pushKeyOf = (channel: string) => readPushKey(processes.metadata.all().get(pushKeyKey(channel)));
  const files = createFileServer({ config, log, mem, disk, sessions, typeOf, loginQueue, pushKeyOf, processes });
  const { statics, redirects } = await routesOf(config, deps.privateFiles, log);

  const server = await listen({
    config,
    log,
    sessions,
    trustedProxies: store.trustedProxies,
    certificates,
    answer: async (request, response, { path, query }) => {
      const reads = request.method === 'GET' || request.method === 'HEAD';
      if (path.startsWith('/memfs/')) return files.memory(request, response, path.slice('/memfs'.length), query);
      const isPrometheus = config.metrics.enable_prometheus && path === '/metrics';
      const isApi = path.startsWith('/api/') || path.startsWith(`${AGENT_API}/`);
      if (isApi || (path === '/api' && request.method !== 'HEAD') || isPrometheus) {
        api.routing(request, response);
        return;
      }
      const proof = path.startsWith(CHALLENGE_PATH)
        ? certificates?.challengeAnswer(path.slice(CHALLENGE_PATH.length))
        : null;
      // Other tokens may be files of the operator's own ACME client.
      if (reads && typeof proof === 'string') return sendText(response, proof);
      if (path === '/ping' && request.method === 'GET') return sendText(response, 'pong');
      for (const serve of statics) if (await serve(request, response, path, query)) return;
      const moved = redirects.get(path);
      if (moved !== undefined && reads) {
        response.writeHead(301, { Location: moved, 'Content-Length': 0 }).end();
        return;
      }
      return files.disk(request, response, path, query);
    },
  });
  return {
    ...server,
    issueToken: () => tokens.issue('access', 'operator'),
    changeLogin: (next) => {
      auth = next;
      startedAt = new Date();
      tenants.configure(next.auth0);
      tokens.rekey(next);
      for (const socket of holders) socket.destroy();
    },
    stop: async () => {
      await server.stop();
      await api.close();
    },
  };
}

async function routesOf({ router }: Config, privateFiles: PrivateFiles, log: LogRing) {
  const blocked = findBlockedRoutes(router);
  for (const route of blocked) log.write('warn', 'HTTP', 'The prefix of a route is blocked, it is left out', { route });
  const routes = Object.entries(router.routes).filter(([from]) => !blocked.includes(from));
  const folders = routes
    .filter(([from]) => from.endsWith('/*'))
    .map(([from, to]): [string, string] => [from.slice(0, -2), to]);
  if (router.ui_path !== '') folders.unshift(['/ui', router.ui_path]);
  return {
    statics: await Promise.all(
      folders.map(async ([mount, dir]) => createStaticFiles(mount, await openReadOnlyDisk(dir, privateFiles))),
    ),
    redirects: new Map(routes.filter(([from]) => !from.endsWith('/*'))),
  };
}

function sendText(response: ServerResponse, text: string): void {
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

function widgetProcess(processes: Processes, id: string): { reference: string; runtimeSeconds: number } | null {
  const entry = processes.list({ ids: [id], reference: null, idPattern: null, refPattern: null })[0];
  if (entry === undefined) return null;
  const { exec, runtime_seconds } = entry.process.state();
  return { reference: entry.process.config.reference, runtimeSeconds: exec === 'running' ? runtime_seconds : 0 };
}
