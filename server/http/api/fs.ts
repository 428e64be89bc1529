import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { TypeOf } from '../../storage/mime.ts';
import type { Storage, Storages, StoredFile } from '../../storage/types.ts';
import { ApiError } from '../../util/apiError.ts';
import { findIndexPage, sendFile } from '../files/sendFile.ts';
import { removeFile, storeUpload } from '../files/upload.ts';
import { createFileNotFound, refuse, toApiError } from '../request/errorResponse.ts';

const METHODS = ['DELETE', 'GET', 'HEAD', 'PUT'];

const Query = z.object({
  glob: z.string().catch(''),
  sort: z.string().catch(''),
  order: z.string().catch(''),
});

const orders: Readonly<Record<string, (a: StoredFile, b: StoredFile) => number>> = {
  name: (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)),
  size: (a, b) => a.sizeBytes - b.sizeBytes,
};
const byTime = (a: StoredFile, b: StoredFile): number => a.lastModified.getTime() - b.lastModified.getTime();

const FileParams = z.object({ storage: z.string(), '*': z.string().default('') });

export const fsRoutes =
  ({ storages, typeOf }: { storages: Storages; typeOf: TypeOf }): FastifyPluginAsync =>
  async (app) => {
    const storageOf = (request: FastifyRequest): Storage => {
      const { storage } = FileParams.parse(request.params);
      const found = [storages.disk, storages.mem].find(({ name }) => name === storage);
      if (found === undefined) throw new ApiError(404, 'File not found', [`unknown filesystem: ${storage}`]);
      return found;
    };

    app.get('/v3/fs', async () => [
      { name: 'disk', type: 'disk', mount: '/' },
      { name: 'mem', type: 'mem', mount: '/memfs' },
    ]);

    app.get('/v3/fs/:storage', async (request) => {
      const { glob, sort, order } = Query.parse(request.query);
      const files = await storageOf(request).list(glob === '' ? undefined : glob);
      const sorted = [...files].sort(orders[sort] ?? byTime);
      const ordered = order === '' || order === 'asc' ? sorted : sorted.reverse();
      return ordered.map(({ name, sizeBytes, lastModified }) => ({
        name,
        size_bytes: sizeBytes,
        last_modified: Math.floor(lastModified.getTime() / 1000),
      }));
    });

    const sendFile = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const storage = storageOf(request);
      const path = `/${FileParams.parse(request.params)['*']}`;
      if (!METHODS.includes(request.method)) {
        reply.header('Allow', `OPTIONS, ${METHODS.join(', ')}`);
        throw new ApiError(405, 'Method Not Allowed', ['Method Not Allowed']);
      }
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined && name !== 'content-type') reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await answer({ storage, typeOf }, path, request, reply).catch((error: unknown) =>
        refuse(reply.raw, toApiError(error)),
      );
    };

    app.all('/v3/fs/:storage/*', sendFile);
  };

interface FileAccess {
  readonly storage: Storage;
  readonly typeOf: TypeOf;
}

async function answer({ storage, typeOf }: FileAccess, path: string, { raw }: FastifyRequest, reply: FastifyReply) {
  if (raw.method === 'PUT') return storeUpload(raw, reply.raw, { storage, path });
  if (raw.method === 'DELETE') {
    if (!(await removeFile(reply.raw, { storage, path }))) throw createFileNotFound(path);
    return;
  }
  const page = await findIndexPage(storage, path);
  if (!(await sendFile(raw, reply.raw, { storage, path: page, type: typeOf(page), encodings: ['gzip'] })))
    throw createFileNotFound(page);
}
