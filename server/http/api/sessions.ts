import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { Sessions } from '../../sessions/types.ts';
import { ApiError } from '../../util/apiError.ts';

interface SessionRouteDeps {
  readonly sessions: Pick<Sessions, 'active' | 'summary' | 'widget'>;
  process(id: string): { readonly reference: string; readonly runtimeSeconds: number } | null;
}

const Query = z.object({ collectors: z.string().catch('') });
const Params = z.object({ id: z.string() });

export const sessionRoutes =
  ({ sessions, process }: SessionRouteDeps): FastifyPluginAsync =>
  async (app) => {
    const collectorNames = (query: unknown) => Query.parse(query).collectors.split(',');

    app.get('/v3/session', async ({ query }) => sessions.summary(collectorNames(query)));
    app.get('/v3/session/active', async ({ query }) => sessions.active(collectorNames(query)));

    app.get('/v3/widget/process/:id', async ({ params }) => {
      const found = process(Params.parse(params).id);
      if (found === null) throw new ApiError(404, 'Unknown process ID', ['unknown process']);
      const { current, total } = sessions.widget(found.reference);
      return { current_sessions: current, total_sessions: total, uptime: found.runtimeSeconds };
    });
  };
