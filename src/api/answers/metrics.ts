import * as z from 'zod/mini';
import { amount, list, map, words } from './fieldSchemas.ts';

const Metric = z.object({
  name: z.string(),
  labels: z.catch(map(words), {}),
  /** Pairs of unix seconds and value, oldest first. */
  values: list(z.tuple([amount, amount])),
});

export const MetricsAnswer = z.object({ metrics: list(Metric) });
export type MetricsAnswer = z.infer<typeof MetricsAnswer>;
