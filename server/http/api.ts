import { STATUS_CODES } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AGENT_API, PROBLEM_TYPE, type ProblemDetails } from '../../src/api/agentEndpoints.ts';
import type { Log } from '../log/index.ts';
import { ApiError } from '../util/apiError.ts';
import { stackOf } from '../util/errorMessage.ts';
import { limit } from '../util/limits.ts';
import { compress, compressionGate } from './files/compress.ts';
import { chooseEncoding } from './files/responsePlan.ts';
import { responseBacklog } from './limits/responseBacklog.ts';
import type { BodyReader } from './request/bodyReader.ts';
import { createRouteNotFound, formatErrorBody, JSON_TYPE, refuse, toApiError } from './request/errorResponse.ts';

/** Time limit for a body: a minute plus a second per 16 kB. */
const BODY_MS = 60_000;
const BODY_BYTES_PER_SECOND = 16 * 1024;
const GZIP_FROM_BYTES = 1000;
/** Smaller responses fit into the kernel's send buffer. */
const UNSENT_FROM_BYTES = 16 * 1024;
const MAX_NAME = 16 * 1024; // of ids and file names: Node accepts no longer request line

interface ApiDeps {
  readonly log: Log;
  readonly bodies: BodyReader;
  readonly addHooks: (app: FastifyInstance) => void;
  readonly json: readonly FastifyPluginAsync[];
  readonly outside: readonly FastifyPluginAsync[];
  readonly raw: readonly FastifyPluginAsync[];
}

/** Responses are JSON with a line feed, errors are `{code, message, details}`. */
export async function createApi({ log, bodies, addHooks, json, outside, raw }: ApiDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_NAME },
    forceCloseConnections: false,
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.type(JSON_TYPE).serializer((payload) => `${JSON.stringify(payload)}\n`);
  });
  addHooks(app);

  app.addHook('onSend', async (request, reply, payload) => {
    // The serializer is not called for null, so its JSON is written here.
    const body = payload === null || payload === undefined ? 'null\n' : payload;
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.byteLength(body) : 0;
    if (bytes > UNSENT_FROM_BYTES) setImmediate(() => responseBacklog.hold(reply.raw, { owner: reply.raw, bytes }));
    if (!request.url.startsWith('/api/v3') || !(typeof body === 'string' || Buffer.isBuffer(body))) return body;
    reply.header('Vary', 'Origin, Accept-Encoding');
    if (bytes < GZIP_FROM_BYTES || chooseEncoding(request.headers, ['gzip']) === null) return body;
    if (!compressionGate.isFree()) return body;
    reply.header('Content-Encoding', 'gzip');
    return compress(Buffer.from(body), 'gzip');
  });

  // Keeps Fastify from reading the bodies of unknown routes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setNotFoundHandler(async () => {
    throw createRouteNotFound();
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = ofFramework(error) ?? toApiError(error);
    if (refusal.status === 500) {
      log.write('error', 'HTTP', stackOf(error), {
        method: request.method,
        path: request.url,
      });
    }
    if (request.raw.complete === false) {
      // A client that is still sending its body would not see the response if the connection closed at once.
      const allow = reply.getHeader('allow');
      reply.hijack();
      refuse(reply.raw, refusal, typeof allow === 'string' ? { Allow: allow } : {});
      return;
    }
    if (request.url.startsWith(AGENT_API)) return sendProblem(reply, refusal);
    return reply.code(refusal.status).type(JSON_TYPE).serializer(String).send(formatErrorBody(refusal));
  });

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      const limits = { bytes: limit('jsonBody'), ms: BODY_MS, bytesPerSecond: BODY_BYTES_PER_SECOND };
      scope.addContentTypeParser('*', (request: FastifyRequest) => bodies.read(request.raw, limits));
      for (const routes of json) await scope.register(routes);
    },
    { prefix: '/api' },
  );
  await app.register(
    async (scope) => {
      for (const routes of raw) await scope.register(routes);
    },
    { prefix: '/api' },
  );
  for (const routes of outside) await app.register(routes);
  await app.ready();
  return app;
}

function sendProblem(reply: FastifyReply, { status, message }: ApiError) {
  const title = STATUS_CODES[status] ?? '';
  const problem: ProblemDetails = { type: 'about:blank', title, status, detail: message };
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)));
}

function ofFramework(error: unknown): ApiError | null {
  if (!(error instanceof Error)) return null;
  const status = Reflect.get(error, 'statusCode');
  if (status === 415) return new ApiError(400, 'Invalid JSON', ["request doesn't contain JSON content"]);
  return typeof status === 'number' && status < 500 ? new ApiError(status, 'Bad Request', [error.message]) : null;
}
