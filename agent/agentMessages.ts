import * as z from 'zod/mini';
import { msg } from '../src/i18n/msg.ts';

/** Set by the core on requests with a login, and removed from what clients send. Tokens come in `Authorization`. */
export const LOGIN_HEADER = 'sluice-login';

/** The core says this in place of its agent. */
export const NO_AGENT = msg(
  'No agent is running. The core starts it with the first channel or, if SLUICE_AGENT_RUN is "needed", with the first protected publication, schedule or receiver.',
);
export const AGENT_SILENT = msg('The agent does not respond. Try again in a moment.');

/** Messages from the core to its agent. `leave`: no process reads a hold any more. */
export const AgentOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('login'),
    address: z.string(),
    token: z.string(),
    /** Name of the agent; survives restarts. */
    name: z.string(),
    folder: z.string(),
  }),
  z.object({ type: z.literal('leave') }),
]);
export type AgentOrder = z.infer<typeof AgentOrder>;

/** From the agent to its core. `login`: its token was rejected. `listens`: its API is at this Unix socket. */
export type AgentNotice =
  | { type: 'login' }
  | { type: 'listens'; path: string }
  | { type: 'event'; level: 'info' | 'warn'; text: string; fields: object };
