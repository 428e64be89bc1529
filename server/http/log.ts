import * as z from 'zod';
import type { LogRing } from '../log/index.ts';
import type { Routes } from '../types.ts';

const Query = z.object({ format: z.unknown().optional() });

export const logRoutes =
  ({ log }: { log: LogRing }): Routes =>
  async (app) => {
    app.get('/v3/log', async (request) => (Query.parse(request.query).format === 'raw' ? log.entries() : log.lines()));
  };
