import * as z from 'zod/mini';
import { figure, list, text } from './fieldSchemas.ts';

const Session = z.object({
  id: text(),
  reference: text(),
  /** Unix seconds; 0 if unknown. */
  created_at: figure(),
  local: text(),
  remote: text(),
  extra: text(),
  bytes_rx: figure(),
  bandwidth_rx_kbit: figure(),
  bandwidth_tx_kbit: figure(),
});

/** Keyed by collector; an unknown collector has an empty list. */
export const ActiveSessions = z.record(z.string(), list(Session));
export type ActiveSessions = z.infer<typeof ActiveSessions>;
