import * as z from 'zod/mini';
import { amount, figure, list, map, rows, text, words } from './fieldSchemas.ts';

/** One viewer's (or publisher's) connection. */
const Session = z.object({
  id: text(),
  reference: text(),
  /** Unix seconds; 0 where it is not told. */
  created_at: figure(),
  local: text(),
  remote: text(),
  extra: text(),
  bytes_rx: figure(),
  bandwidth_rx_kbit: figure(),
  bandwidth_tx_kbit: figure(),
});

/** Active sessions by collector; an unknown collector is an empty list. */
export const ActiveSessions = z.record(z.string(), list(Session));
export type ActiveSessions = z.infer<typeof ActiveSessions>;

const Metric = z.object({
  name: z.string(),
  labels: z.catch(map(words), {}),
  /** Pairs of unix seconds and value, oldest first. */
  values: list(z.tuple([amount, amount])),
});

/** One entry per label set, in random order; unknown names are left out. */
export const MetricsAnswer = z.object({ metrics: list(Metric) });
export type MetricsAnswer = z.infer<typeof MetricsAnswer>;

export const LogLines = rows(words);
export const RtmpChannels = rows(z.object({ name: z.string() }));
export const SrtChannels = z.object({ publisher: z.catch(map(z.unknown()), {}) });

/** Names begin with a slash; order is not promised. */
export const Files = rows(z.object({ name: z.string(), size_bytes: figure(), last_modified: figure() }));
export type Files = z.infer<typeof Files>;
