import * as z from 'zod';
import type { Routes } from '../doors.ts';
import type { Processes } from '../process/index.ts';
import { ApiError } from './error.ts';
import { readJson } from './json.ts';
import { known, sendJson } from './process.ts';
import { metadataJson } from './process-json.ts';
import { noRoute } from './refuse.ts';

interface ByKey {
  Params: { key: string };
}
interface ById {
  Params: { id: string };
}
interface ByIdAndKey {
  Params: { id: string; key: string };
}

/** Values are any JSON; `null` removes. There is no DELETE. */
export const metadataRoutes =
  ({ processes: { metadata } }: { readonly processes: Processes }): Routes =>
  async (app) => {
    app.get('/v3/metadata', async (_request, reply) =>
      sendJson(reply, JSON.stringify(Object.fromEntries(metadata.all()))),
    );

    app.get<ByKey>('/v3/metadata/:key', async ({ params: { key } }, reply) => {
      if (key === '') throw noRoute();
      const value = metadata.all().get(key);
      if (value === undefined) throw new ApiError(404, 'Metadata not found', ['unknown key']);
      return sendJson(reply, JSON.stringify(value));
    });

    app.put<ByKey>('/v3/metadata/:key', async (request, reply) => {
      const { key } = request.params;
      if (key === '') throw noRoute();
      const value: unknown = readJson(request, z.unknown(), { name: 'Metadata' });
      await metadata.set(key, value);
      return sendJson(reply, JSON.stringify(value));
    });

    app.get<ById>('/v3/process/:id/metadata', async ({ params: { id } }, reply) =>
      sendJson(reply, await known(() => metadataJson(metadata, id))),
    );

    app.get<ByIdAndKey>('/v3/process/:id/metadata/:key', async ({ params: { id, key } }, reply) => {
      const value = (await known(() => metadata.ofProcess(id))).get(key);
      // The wording of the core whose API this is: it speaks of the id and means the key.
      if (value === undefined) throw new ApiError(404, 'Unknown process ID', ['unknown key']);
      return sendJson(reply, JSON.stringify(value));
    });

    app.put<ByIdAndKey>('/v3/process/:id/metadata/:key', async (request, reply) => {
      const { id, key } = request.params;
      const value: unknown = readJson(request, z.unknown(), { name: 'Metadata' });
      await known(() => metadata.setOfProcess(id, key, value));
      return sendJson(reply, JSON.stringify(value));
    });
  };
