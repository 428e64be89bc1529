import * as z from 'zod/mini';

/**
 * Set by the core on each request that a login of it has sent, and on no other: what a client sends of this name stays with the core.
 * A request with a token of the agent has that in its place.
 */
export const LOGIN_HEADER = 'sluice-login';

/** Messages from the core to its agent. `leave`: no process reads a hold any more. */
export const AgentOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('login'),
    address: z.string(),
    /** An access token; it is renewed by another order. */
    token: z.string(),
    /** Of the agent, the same after each restart. */
    name: z.string(),
    /** For its own files. */
    folder: z.string(),
  }),
  z.object({ type: z.literal('leave') }),
]);
export type AgentOrder = z.infer<typeof AgentOrder>;

/** From the agent to its core. `login`: its token is refused. `listens`: its API is at this Unix socket. */
export type AgentNotice =
  | { type: 'login' }
  | { type: 'listens'; path: string }
  | { type: 'event'; level: 'info' | 'warn'; text: string; fields: object };
