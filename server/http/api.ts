import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from '../apiError.ts';
import type { Log, Routes } from '../types.ts';
import { errorBody, JSON_TYPE, noRoute, refusalOf } from './errorResponse.ts';
import { encodingOf } from './responsePlan.ts';

const gzipped = promisify(gzip);

const JSON_BODY_BYTES = 64 * 1024 * 1024;
const GZIP_FROM_BYTES = 1000;
const MAX_NAME = 16 * 1024; // ids and file names in a path: node takes no longer request line

interface ApiDeps {
  readonly log: Log;
  /** Called with the bare server, to put hooks before all routes. */
  readonly addHooks: (app: FastifyInstance) => void;
  readonly json: readonly Routes[];
  /** Outside of `/api`. */
  readonly outside: readonly Routes[];
  /** Routes that read their bodies themselves. */
  readonly raw: readonly Routes[];
}

/** Everything below `/api`: answers are JSON with a line feed, refusals `{code, message, details}`. */
export async function createApi({ log, addHooks, json, outside, raw }: ApiDeps): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_BODY_BYTES,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_NAME },
    forceCloseConnections: false,
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.type(JSON_TYPE).serializer((payload) => `${JSON.stringify(payload)}\n`);
  });
  addHooks(app);

  app.addHook('onSend', async (request, reply, payload) => {
    // The only answers without a payload are JSON's null: the serializer is not asked for it.
    const body = payload === null || payload === undefined ? 'null\n' : payload;
    if (!request.url.startsWith('/api/v3') || !(typeof body === 'string' || Buffer.isBuffer(body))) return body;
    reply.header('Vary', 'Origin, Accept-Encoding');
    if (Buffer.byteLength(body) < GZIP_FROM_BYTES || encodingOf(request.headers, ['gzip']) === null) return body;
    reply.header('Content-Encoding', 'gzip');
    return gzipped(body);
  });

  // Where there is no route nobody looks at the body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setNotFoundHandler(async () => {
    throw noRoute();
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = ofFramework(error) ?? refusalOf(error);
    if (refusal.status === 500) {
      log.write('error', 'HTTP', error instanceof Error ? (error.stack ?? error.message) : String(error), {
        method: request.method,
        path: request.url,
      });
    }
    return reply.code(refusal.status).type(JSON_TYPE).serializer(String).send(errorBody(refusal));
  });

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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

/** Refusals of fastify itself, in our form; null: it is not one. */
function ofFramework(error: unknown): ApiError | null {
  if (!(error instanceof Error)) return null;
  const status = Reflect.get(error, 'statusCode');
  if (status === 413) return new ApiError(413, 'Request Entity Too Large', ['the body is too large']);
  if (status === 415) return new ApiError(400, 'Invalid JSON', ["request doesn't contain JSON content"]);
  return typeof status === 'number' && status < 500 ? new ApiError(status, 'Bad Request', [error.message]) : null;
}
