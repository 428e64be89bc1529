import * as z from 'zod';
import { list } from './list.ts';

/** One viewer's (or publisher's) connection. */
const Session = z.object({
  id: z.string().default(''),
  reference: z.string().default(''),
  local: z.string().default(''),
  remote: z.string().default(''),
  bandwidth_rx_kbit: z.number().default(0),
  bandwidth_tx_kbit: z.number().default(0),
});

/** Active sessions by collector; an unknown collector is an empty list. */
export const ActiveSessions = z.record(z.string(), list(Session));
export type ActiveSessions = z.infer<typeof ActiveSessions>;

const Metric = z.object({
  name: z.string(),
  labels: z
    .record(z.string(), z.string())
    .nullish()
    .transform((labels) => labels ?? {}),
  /** Pairs of unix seconds and value, oldest first. */
  values: list(z.tuple([z.number(), z.number()])),
});

/** One entry per label set, in random order; unknown names are left out. */
export const MetricsAnswer = z.object({ metrics: list(Metric) });
export type MetricsAnswer = z.infer<typeof MetricsAnswer>;

export const LogLines = list(z.string());
export const RtmpChannels = list(z.object({ name: z.string() }));
export const SrtChannels = z.object({
  publisher: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((publishers) => publishers ?? {}),
});

/** Names begin with a slash; order is not promised. */
export const Files = list(
  z.object({ name: z.string(), size_bytes: z.number().default(0), last_modified: z.number().default(0) }),
);
export type Files = z.infer<typeof Files>;
