import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../apiError.ts';
import { createNetworkMatcher } from '../networks.ts';
import type { Config } from '../types.ts';
import { clientAddress, isLoopback } from './client.ts';
import { noRoute } from './errorResponse.ts';
import { bearerToken, type Tokens } from './tokens.ts';

/** Routes that answer without a token: about shows less then, login and refresh look at what they are given. */
const open = new Set([
  'GET /api',
  'POST /api/login',
  'GET /api/login/refresh',
  'GET /api/v3/widget/process/:id',
  'GET /metrics',
]);

/** Login answers also to addresses that the rest is blocked for. */
const login = new Set(['POST /api/login', 'GET /api/login/refresh']);

/** What changes something vanishes with `api.read_only`; by method, but for these. */
const readingPosts = new Set(['POST /api/login', 'POST /api/v3/metrics']);
const writingGets = new Set(['GET /api/v3/config/reload']);

export const unauthorized = (): ApiError => new ApiError(401, 'Unauthorized', ['Missing or invalid JWT token']);

export interface Authorization {
  /** May this request do what only a logged-in user may? */
  isAuthorized(request: FastifyRequest): Promise<boolean>;
  /** Needs no token because it comes from this machine. */
  isExempt(request: FastifyRequest): boolean;
}

export function createAuthorization({ api: { auth } }: Config, tokens: Tokens): Authorization {
  const isExempt = (request: FastifyRequest) =>
    !auth.enable || (auth.disable_localhost && isLoopback(clientAddress(request.raw)));
  return {
    isExempt,
    isAuthorized: async (request) =>
      isExempt(request) || tokens.isValid(bearerToken(request.headers.authorization), 'access'),
  };
}

/** One hook before every route of the API: blocked addresses, tokens, read-only mode. */
export function addAccessHook(app: FastifyInstance, config: Config, authorization: Authorization): void {
  const { allow, block } = config.api.access.http;
  const isAllowed = createNetworkMatcher(allow);
  const isBlocked = createNetworkMatcher(block);

  app.addHook('onRequest', async (request) => {
    const { method } = request;
    // Not the address of the request: that can be written in many ways. Without a route it names nothing.
    const route = `${method} ${request.routeOptions.url ?? ''}`;
    const address = clientAddress(request.raw);
    const refused = isBlocked(address) || (allow.length > 0 && !isAllowed(address));
    if (refused && !login.has(route)) throw new ApiError(403, 'Forbidden', ['Forbidden']);
    if (!open.has(route) && !(await authorization.isAuthorized(request))) throw unauthorized();
    const writes = method === 'GET' || method === 'HEAD' ? writingGets.has(route) : !readingPosts.has(route);
    if (config.api.read_only && writes) throw noRoute();
    // The router takes `/process/` as a process with an empty name; routes are exact here.
    if (/^[^?]*\/(\?|$)/.test(request.url) && !route.endsWith('/*')) throw noRoute();
  });
}
