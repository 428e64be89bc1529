import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MetricsToken } from '../../../agent/metricsToken.ts';
import { AGENT_API, agentEndpoints } from '../../../src/api/agentEndpoints.ts';
import type { Config } from '../../config/configSchema.ts';
import { agentTokenIn } from '../../util/agentTokenIn.ts';
import { ApiError } from '../../util/apiError.ts';
import { createNetworkMatcher } from '../../util/networks.ts';
import { findClientAddress, findServer, isFromThisMachine } from '../request/clientAddress.ts';
import { createRouteNotFound } from '../request/errorResponse.ts';
import { createHostCheck, type Foreign, findForeignReason } from '../request/foreignRequest.ts';
import { parseBearerToken, type Tokens } from './tokens.ts';

/** Routes without a token: about then returns less, login and refresh check their own credentials. */
export const OPEN_ROUTES: ReadonlySet<string> = new Set([
  'GET /api',
  'POST /api/login',
  'GET /api/login/refresh',
  'GET /api/v3/openapi.json',
  'GET /api/v3/widget/process/:id',
  'GET /metrics',
  'GET /agent/api/v1/healthz',
]);

/** Login is open even to blocked addresses. */
const login = new Set(['POST /api/login', 'GET /api/login/refresh']);

/** Exceptions of `api.read_only`, which hides routes by method. */
const readingPosts = new Set(['POST /api/login', 'POST /api/v3/metrics']);
const writingGets = new Set(['GET /api/v3/config/reload']);

/** Public for players on any page and for Prometheus. */
const forPages = new Set(['GET /api/v3/widget/process/:id', 'GET /metrics']);
const actingGets = new Set([...writingGets, 'GET /api/v3/skills/reload']);

const changesState = (route: string): boolean =>
  !(route.startsWith('GET ') || route.startsWith('HEAD ')) || actingGets.has(route);

// The route, because a URL can be written in many ways. Empty if unknown.
const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`;

function endsInSlash(url: string): boolean {
  const query = url.indexOf('?');
  return url[(query === -1 ? url.length : query) - 1] === '/';
}

export const createUnauthorized = (): ApiError => new ApiError(401, 'Unauthorized', ['Missing or invalid JWT token']);

const reasons: Readonly<Record<Foreign, string>> = {
  name: 'This core needs no login, so it answers only at its IP address, localhost and the names in its setting host.name. Open it at one of these, set CORE_HOST_NAME to the name you use, or give it a user with CORE_API_AUTH_ENABLE, CORE_API_AUTH_USERNAME and CORE_API_AUTH_PASSWORD.',
  page: 'This core needs no login, so it does not answer pages of other sites. Open the interface at the core itself, or give the core a user. A proxy in front of it must pass on the Host header.',
};

export interface Authorization {
  isAuthorized(request: FastifyRequest): boolean | Promise<boolean>;
  /** Whether the token comes from a login with the password. True if no login is needed. */
  hasJustLoggedIn(request: FastifyRequest): boolean | Promise<boolean>;
  /** Throws for cross-site pages, which would have access without a login. */
  refuseForeign(request: FastifyRequest, route: string): void;
  isExempt(request: FastifyRequest): boolean;
}

/** A monitoring program may have a token for this route only. */
const AGENT_METRICS = `GET ${AGENT_API}${agentEndpoints.agentMetrics.path}`;

const isOfAgent = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith(`${AGENT_API}/`) === true;

export function createAuthorization(config: Config, tokens: Tokens, mayReadMetrics: MetricsToken): Authorization {
  const { auth } = config.api;
  const isOwnHost = createHostCheck(config);
  const isLocal = (request: FastifyRequest) =>
    isFromThisMachine(request.raw) &&
    findForeignReason(request.headers, isOwnHost, changesState(routeOf(request))) === null;
  const isExempt = (request: FastifyRequest) => !auth.enable || (auth.disable_localhost && isLocal(request));
  return {
    refuseForeign: (request, route) => {
      if (auth.enable || forPages.has(route)) return;
      const foreign = findForeignReason(request.headers, isOwnHost, changesState(route));
      if (foreign !== null) throw new ApiError(403, reasons[foreign], ['Forbidden']);
    },
    isExempt,
    isAuthorized: (request) => {
      if (isOfAgent(request) && agentTokenIn(request.headers.authorization) !== null) return true;
      const token = parseBearerToken(request.headers.authorization);
      const isForMetrics = routeOf(request) === AGENT_METRICS && mayReadMetrics(token);
      return isExempt(request) || isForMetrics || tokens.isValid(token, 'access');
    },
    hasJustLoggedIn: (request) =>
      isExempt(request) || tokens.isOfLogin(parseBearerToken(request.headers.authorization)),
  };
}

function refusalBy({ allow, block }: { readonly allow: readonly string[]; readonly block: readonly string[] }) {
  const isAllowed = createNetworkMatcher(allow);
  const isBlocked = createNetworkMatcher(block);
  return (address: string): boolean => isBlocked(address) || (allow.length > 0 && !isAllowed(address));
}

export type TokenHolders = Set<Socket>;

export function addAccessHook(
  app: FastifyInstance,
  config: Config,
  authorization: Authorization,
  holders: TokenHolders,
): void {
  const { http, https } = config.api.access;
  const refuses = { http: refusalBy(http), https: refusalBy(https) };

  app.addHook('onRequest', async (request, reply) => {
    const { method } = request;
    const route = routeOf(request);
    const address = findClientAddress(request.raw);
    const refused = refuses[findServer(request.raw)](address);
    if (refused && !login.has(route)) throw new ApiError(403, 'Forbidden', ['Forbidden']);
    authorization.refuseForeign(request, route);
    if (!OPEN_ROUTES.has(route)) {
      const isAuthorized = authorization.isAuthorized(request);
      // Awaiting a known value would cost a turn of the event loop.
      if (!(isAuthorized === true || (await isAuthorized))) throw createUnauthorized();
      const { socket } = request.raw;
      holders.add(socket);
      reply.raw.once('close', () => holders.delete(socket));
    }
    const writes = method === 'GET' || method === 'HEAD' ? writingGets.has(route) : !readingPosts.has(route);
    if (config.api.read_only && writes) throw createRouteNotFound();
    // The router matches `/process/` with an empty name; here routes are exact.
    if (endsInSlash(request.url) && !route.endsWith('/*')) throw createRouteNotFound();
  });
}
