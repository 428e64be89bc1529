import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import type { Metrics } from '../../metrics/types.ts';
import { readJson } from '../request/readJson.ts';

interface MetricsRouteDeps {
  readonly metrics: Metrics;
}

const Query = z.object({
  timerange_sec: z.int().default(0),
  interval_sec: z.int().default(0),
  metrics: z
    .array(
      z.object({
        name: z.string().default(''),
        labels: z
          .record(z.string(), z.string())
          .nullish()
          .transform((labels) => labels ?? {}),
      }),
    )
    .nullish()
    .transform((metrics) => metrics ?? []),
});

export const metricsRoutes =
  ({ metrics }: MetricsRouteDeps): FastifyPluginAsync =>
  async (app) => {
    app.get('/v3/metrics', async () => metrics.known());
    app.post('/v3/metrics', async (request) => {
      const query = readJson(request, Query, { name: 'MetricsQuery' });
      return metrics.query({
        timerangeSec: query.timerange_sec,
        intervalSec: query.interval_sec,
        metrics: query.metrics,
      });
    });
  };

/** Public, and registered only with `metrics.enable_prometheus`. */
export const prometheusRoutes =
  ({ metrics }: MetricsRouteDeps): FastifyPluginAsync =>
  async (app) => {
    // The route is public and reads the disk, so concurrent requests share one result.
    let pending: ReturnType<Metrics['prometheus']> | null = null;
    app.get('/metrics', async (_request, reply) => {
      pending ??= metrics.prometheus().finally(() => {
        pending = null;
      });
      const { type, text } = await pending;
      return reply.type(type).send(text);
    });
  };
