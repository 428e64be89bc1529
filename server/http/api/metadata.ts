import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Processes } from '../../process/index.ts';
import { findAddressFault } from '../../process/store/addressableIds.ts';
import { ApiError } from '../../util/apiError.ts';
import { limit } from '../../util/limits.ts';
import { readJson } from '../request/readJson.ts';
import { answerUnknownWith404, refuseEmptyParameters, sendJson } from './process.ts';
import { formatMetadata } from './processJson.ts';

interface ByKey {
  Params: { key: string };
}
interface ById {
  Params: { id: string };
}
interface ByIdAndKey {
  Params: { id: string; key: string };
}

// Deeper values could not be serialized again, which would block every save.
const MAX_LEVELS = 500;

// Any JSON counts as one value, so its inner values are limited here.
const READING = { name: 'Metadata', mostBytes: limit('jsonBody'), mostValues: limit('metadataValues') };

function readValue(request: FastifyRequest): unknown {
  const value: unknown = readJson(request, z.unknown(), READING);
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) throw new ApiError(400, 'Invalid JSON', [`more than ${MAX_LEVELS} levels`]);
    level = level.flatMap((inner) => (typeof inner === 'object' && inner !== null ? Object.values(inner) : []));
  }
  return value;
}

function requireAddressable(key: string, value: unknown): void {
  const fault = value === null ? null : findAddressFault(key);
  if (fault !== null) throw new ApiError(400, 'Bad Request', [`this key is not allowed: ${fault}`]);
}

export const metadataRoutes =
  ({ processes: { metadata } }: { readonly processes: Processes }): FastifyPluginAsync =>
  async (app) => {
    app.addHook('preHandler', refuseEmptyParameters);

    app.get('/v3/metadata', async (_request, reply) =>
      sendJson(reply, JSON.stringify(Object.fromEntries(metadata.all()))),
    );

    app.get<ByKey>('/v3/metadata/:key', async ({ params: { key } }, reply) => {
      const value = metadata.all().get(key);
      if (value === undefined) throw new ApiError(404, 'Metadata not found', ['unknown key']);
      return sendJson(reply, JSON.stringify(value));
    });

    app.put<ByKey>('/v3/metadata/:key', async (request, reply) => {
      const { key } = request.params;
      const value = readValue(request);
      requireAddressable(key, value);
      await metadata.set(key, value);
      return sendJson(reply, JSON.stringify(value));
    });

    app.get<ById>('/v3/process/:id/metadata', async ({ params: { id } }, reply) =>
      sendJson(reply, await answerUnknownWith404(() => formatMetadata(metadata, id))),
    );

    app.get<ByIdAndKey>('/v3/process/:id/metadata/:key', async ({ params: { id, key } }, reply) => {
      const value = (await answerUnknownWith404(() => metadata.ofProcess(id))).get(key);
      // The real core's wording, which calls the key an id.
      if (value === undefined) throw new ApiError(404, 'Unknown process ID', ['unknown key']);
      return sendJson(reply, JSON.stringify(value));
    });

    app.put<ByIdAndKey>('/v3/process/:id/metadata/:key', async (request, reply) => {
      const { id, key } = request.params;
      const value = readValue(request);
      requireAddressable(key, value);
      await answerUnknownWith404(() => metadata.setOfProcess(id, key, value));
      return sendJson(reply, JSON.stringify(value));
    });
  };
