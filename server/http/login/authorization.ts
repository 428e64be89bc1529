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

/** Routes that answer without a token: about shows less then, login and refresh look at what they are given. */
export const OPEN_ROUTES: ReadonlySet<string> = new Set([
  'GET /api',
  'POST /api/login',
  'GET /api/login/refresh',
  'GET /api/v3/openapi.json',
  'GET /api/v3/widget/process/:id',
  'GET /metrics',
  'GET /agent/api/v1/healthz',
]);

/** Login answers also to addresses that the rest is blocked for. */
const login = new Set(['POST /api/login', 'GET /api/login/refresh']);

/** `api.read_only` hides routes that change something, judged by method, with these exceptions. */
const readingPosts = new Set(['POST /api/login', 'POST /api/v3/metrics']);
const writingGets = new Set(['GET /api/v3/config/reload']);

/** Players on any page and programs that collect figures may request these. */
const forPages = new Set(['GET /api/v3/widget/process/:id', 'GET /metrics']);
/** A GET that does more than answer. */
const actingGets = new Set([...writingGets, 'GET /api/v3/skills/reload']);

const acts = (route: string): boolean =>
  !(route.startsWith('GET ') || route.startsWith('HEAD ')) || actingGets.has(route);

// The route, as the address of a request can be written in many ways. Empty without a route.
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
  /** Has the sender given the password since the token before? True where no login is needed. */
  hasJustLoggedIn(request: FastifyRequest): boolean | Promise<boolean>;
  /** Throws for a page in another tab, which would have access too without a login. */
  refuseForeign(request: FastifyRequest, route: string): void;
  /** Needs no token because it comes from this machine. */
  isExempt(request: FastifyRequest): boolean;
}

/** A program that collects figures may have a token for them alone. */
const AGENT_METRICS = `GET ${AGENT_API}${agentEndpoints.agentMetrics.path}`;

const isOfAgent = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith(`${AGENT_API}/`) === true;

export function createAuthorization(config: Config, tokens: Tokens, mayReadMetrics: MetricsToken): Authorization {
  const { auth } = config.api;
  const isOwnHost = createHostCheck(config);
  const isLocal = (request: FastifyRequest) =>
    isFromThisMachine(request.raw) && findForeignReason(request.headers, isOwnHost, acts(routeOf(request))) === null;
  const isExempt = (request: FastifyRequest) => !auth.enable || (auth.disable_localhost && isLocal(request));
  return {
    refuseForeign: (request, route) => {
      if (auth.enable || forPages.has(route)) return;
      const foreign = findForeignReason(request.headers, isOwnHost, acts(route));
      if (foreign !== null) throw new ApiError(403, reasons[foreign], ['Forbidden']);
    },
    isExempt,
    isAuthorized: (request) => {
      // The agent judges it, and is told of no login.
      if (isOfAgent(request) && agentTokenIn(request.headers.authorization) !== null) return true;
      const token = parseBearerToken(request.headers.authorization);
      const isForMetrics = routeOf(request) === AGENT_METRICS && mayReadMetrics(token);
      return isExempt(request) || isForMetrics || tokens.isValid(token, 'access');
    },
    hasJustLoggedIn: (request) =>
      isExempt(request) || tokens.isOfLogin(parseBearerToken(request.headers.authorization)),
  };
}

/** Whether lists of networks keep an address out. */
function refusalBy({ allow, block }: { readonly allow: readonly string[]; readonly block: readonly string[] }) {
  const isAllowed = createNetworkMatcher(allow);
  const isBlocked = createNetworkMatcher(block);
  return (address: string): boolean => isBlocked(address) || (allow.length > 0 && !isAllowed(address));
}

/** Connections with a request under way that a token was shown for. */
export type TokenHolders = Set<Socket>;

/** One hook before every route of the API: blocked addresses, tokens, read-only mode. */
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
      // To wait for what is known takes a turn.
      if (!(isAuthorized === true || (await isAuthorized))) throw createUnauthorized();
      const { socket } = request.raw;
      holders.add(socket);
      reply.raw.once('close', () => holders.delete(socket));
    }
    const writes = method === 'GET' || method === 'HEAD' ? writingGets.has(route) : !readingPosts.has(route);
    if (config.api.read_only && writes) throw createRouteNotFound();
    // The router takes `/process/` as a process with an empty name; routes are exact here.
    if (endsInSlash(request.url) && !route.endsWith('/*')) throw createRouteNotFound();
  });
}
