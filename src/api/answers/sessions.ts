import * as z from 'zod/mini';
import { figure, list, text } from './fieldSchemas.ts';

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
