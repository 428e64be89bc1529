import * as z from 'zod/mini';
import { figure, list, map, text } from './fields.ts';

/** One viewer's (or publisher's) connection. */
const Session = z.object({
  id: text(),
  reference: text(),
  local: text(),
  remote: text(),
  bandwidth_rx_kbit: figure(),
  bandwidth_tx_kbit: figure(),
});

/** Active sessions by collector; an unknown collector is an empty list. */
export const ActiveSessions = z.record(z.string(), list(Session));
export type ActiveSessions = z.infer<typeof ActiveSessions>;

const Metric = z.object({
  name: z.string(),
  labels: map(z.string()),
  /** Pairs of unix seconds and value, oldest first. */
  values: list(z.tuple([z.number(), z.number()])),
});

/** One entry per label set, in random order; unknown names are left out. */
export const MetricsAnswer = z.object({ metrics: list(Metric) });
export type MetricsAnswer = z.infer<typeof MetricsAnswer>;

export const LogLines = list(z.string());
export const RtmpChannels = list(z.object({ name: z.string() }));
export const SrtChannels = z.object({
  publisher: map(z.unknown()),
});

/** Names begin with a slash; order is not promised. */
export const Files = list(z.object({ name: z.string(), size_bytes: figure(), last_modified: figure() }));
export type Files = z.infer<typeof Files>;
