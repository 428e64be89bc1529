import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { PageFound } from '../../page/readPage.ts';
import { readJson } from '../request/readJson.ts';

const PageRequest = z.object({ address: z.string().max(8192) });

/** The address is in the body, because it may contain a password and URLs are logged. */
export const pageRoutes =
  ({ readPage }: { readPage: (address: string) => Promise<PageFound> }): FastifyPluginAsync =>
  async (app) => {
    app.post('/v3/page', async (request) => readPage(readJson(request, PageRequest, { name: 'Page' }).address));
  };
