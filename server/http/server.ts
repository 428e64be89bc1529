import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { CertificateSource } from '../certificates/index.ts';
import { describeListenError, parseAddress } from '../config/address.ts';
import type { Config } from '../config/configSchema.ts';
import type { LogRing } from '../log/index.ts';
import type { Sessions } from '../sessions/types.ts';
import { ApiError } from '../util/apiError.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { stackOf } from '../util/errorMessage.ts';
import { readFileIfPresent } from '../util/procFiles.ts';
import { CoalescingRequest } from './limits/coalesceBodyChunks.ts';
import { countAllowedConnections, createConnections } from './limits/connections.ts';
import { markExpectsContinue } from './request/bodyReader.ts';
import { believeProxies, findClientAddress } from './request/clientAddress.ts';
import { buildCorsHeaders, buildPreflightHeaders, findAllowedOrigins } from './request/cors.ts';
import { endAfterAnswer, refuse, toApiError } from './request/errorResponse.ts';
import { findSecurityHeaders } from './request/securityHeaders.ts';

export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse, target: RequestTarget) => Promise<void>;

interface ListenDeps {
  readonly config: Config;
  readonly log: LogRing;
  readonly sessions: Sessions;
  readonly trustedProxies: readonly string[];
  readonly answer: Answer;
  readonly certificates: Pick<CertificateSource, 'serve'> | null;
  readonly limits?: Limits;
}

interface Limits {
  /** Without any progress within a request. */
  readonly idleMs: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
}

/** The longest legitimate silence is an ffmpeg upload whose source stutters. */
const LIMITS: Limits = { idleMs: 120_000, headersMs: 30_000 };

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Longer than proxies keep a connection: closing first could lose a request. */
const KEEP_ALIVE_MS = 65_000;
/** Time for responses in flight at a stop. */
const LINGER_MS = 500;

/** Throws if a port cannot be opened. */
export async function listen({
  config,
  log,
  sessions,
  trustedProxies,
  answer,
  certificates,
  limits = LIMITS,
}: ListenDeps): Promise<HttpServer> {
  const connections = createConnections(countAllowedConnections(readFileIfPresent('/proc/self/limits')));
  const handler = (collector: 'http' | 'https') => (request: IncomingMessage, response: ServerResponse) => {
    endAfterAnswer(request, response);
    observeRequest(request, response, { log, sessions, collector });
    handle(request, response, config, answer).catch((error: unknown) => {
      const refusal = toApiError(error);
      if (refusal.status === 500 && !request.destroyed) {
        log.write('error', 'HTTP', stackOf(error));
      }
      refuse(response, refusal);
    });
  };
  const applyHeaders = believeProxies(trustedProxies);
  const serve = (collector: 'http' | 'https') => connections.inTurn(handler(collector));
  const servers: Server[] = [];
  const open = async (server: ReturnType<typeof createServer>, address: string, collector: 'http' | 'https') => {
    const event = collector === 'http' ? 'connection' : 'secureConnection';
    connections.watch(server, event);
    server.on(event, applyHeaders);
    const answerOne = serve(collector);
    server.on('request', answerOne);
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      markExpectsContinue(request, response);
      answerOne(request, response);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // Browsers open connections in advance: an early write would answer their next request.
      const timedOut = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      if (socket.writable && !timedOut)
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      else socket.destroy();
    });
    server.setTimeout(limits.idleMs);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    await bindServer(server, address);
    servers.push(server);
  };
  try {
    const times = {
      IncomingMessage: CoalescingRequest,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersMs / 6,
      // ffmpeg's uploads last as long as its segments.
      requestTimeout: 0,
    };
    await open(createServer(times), config.address, 'http');
    if (certificates !== null) {
      const server = createTlsServer({ ...times, handshakeTimeout: limits.headersMs });
      certificates.serve(server);
      await open(server, config.tls.address, 'https');
    }
  } catch (error) {
    await Promise.all(servers.map(close));
    throw error;
  }
  const bound = servers[0]?.address();
  return {
    host: parseAddress(config.address).host,
    port: isInfo(bound) ? bound.port : 0,
    stop: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

const isInfo = (address: unknown): address is AddressInfo => typeof address === 'object' && address !== null;

function bindServer(server: Server, address: string): Promise<void> {
  const { host, port } = parseAddress(address);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`cannot listen on ${address}: ${describeListenError(error)}`)));
    server.listen(host === '' ? { port } : { port, host }, resolve);
  });
}

function close(server: Server & { closeIdleConnections?(): void; closeAllConnections?(): void }): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections?.(), LINGER_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections?.();
  });
}

async function handle(request: IncomingMessage, response: ServerResponse, config: Config, answer: Answer) {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  requireOneHost(request);
  // A client that uses us as a proxy sends an absolute URL.
  if (!isPath(request)) request.url = (request.url ?? '/').replace(/^[a-z]+:\/\/[^/?]*/i, '');
  const target = targetOf(request.url ?? '/');
  const { origin } = request.headers;
  const allowed = findAllowedOrigins(target.path, config);
  for (const [name, value] of findSecurityHeaders(target.path)) response.setHeader(name, value);
  if (request.method === 'OPTIONS') {
    response.writeHead(204, buildPreflightHeaders(origin, allowed)).end();
    return;
  }
  response.setHeader('Vary', 'Origin');
  if (origin !== undefined) {
    for (const [name, value] of Object.entries(buildCorsHeaders(origin, allowed))) response.setHeader(name, value);
  }
  await answer(request, response, target);
}

const isPath = ({ url }: { url?: string | undefined }): boolean => url?.startsWith('/') === true;

/** With two hosts, or a different one in the URL, a proxy may have used another host than we do. */
function requireOneHost({ url = '', rawHeaders, headers }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  const [, authority] = isPath({ url }) ? [] : (/^[a-z]+:\/\/([^/?]*)/i.exec(url) ?? []);
  const isOther = authority !== undefined && authority.toLowerCase() !== (headers.host ?? '').toLowerCase();
  if (hosts > 1 || isOther) throw new ApiError(400, 'Bad Request', ['there must be one host']);
}

/** Throws a 400 if the URL cannot be decoded. */
function targetOf(url: string): RequestTarget {
  const at = url.indexOf('?');
  const path = at === -1 ? url : url.slice(0, at);
  try {
    return {
      path: path.includes('%') ? decodeURIComponent(path) : path || '/',
      query: at === -1 ? '' : url.slice(at + 1),
    };
  } catch {
    throw new ApiError(400, 'Bad Request', [`${path} is not a path`]);
  }
}

/** ffmpeg sends its password only after a 401, so each of its uploads starts like this. */
const isChallenge = ({ url, headers }: IncomingMessage, { statusCode }: ServerResponse): boolean =>
  statusCode === 401 && headers.authorization === undefined && (url ?? '').startsWith('/memfs/');

const counted = new WeakMap<Socket, { rx: number; tx: number }>();

/** Logs at warn from status 400 on, else at debug. */
function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { log, sessions, collector }: { log: LogRing; sessions: Sessions; collector: 'http' | 'https' },
): void {
  const { socket } = request;
  const startedMs = elapsedMs();
  const address = findClientAddress(request);
  response.once('close', () => {
    const before = counted.get(socket) ?? { rx: 0, tx: 0 };
    const now = { rx: socket.bytesRead, tx: socket.bytesWritten };
    counted.set(socket, now);
    sessions.transfer(collector, address, now.rx - before.rx, now.tx - before.tx);
    const level = response.statusCode >= 400 && !isChallenge(request, response) ? 'warn' : 'debug';
    if (!log.writes(level)) return;
    log.write(level, collector.toUpperCase(), '', {
      client: address,
      method: request.method,
      path: (request.url ?? '').split('?', 1)[0],
      proto: `HTTP/${request.httpVersion}`,
      status: response.statusCode,
      status_text: response.statusMessage,
      latency_ms: Math.round(elapsedMs() - startedMs),
      rx_size_bytes: now.rx - before.rx,
      tx_size_bytes: now.tx - before.tx,
      user_agent: request.headers['user-agent'] ?? '',
    });
  });
}
